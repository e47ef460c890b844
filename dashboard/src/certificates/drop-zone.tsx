import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';

const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.tif,.tiff,.xml,.csv';

/** Takes files that are dropped on it, or chosen from the disk. */
export const DropZone = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it is for the keyboard.
    <div
      className="drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileUpload size={28} stroke={1.5} aria-hidden />
      <p>
        <Trans>Drop certificates here, as many as you like</Trans>
      </p>
      <Button variant="default" onClick={() => input.current?.click()}>
        <Trans>Choose files</Trans>
      </Button>
      <p className="none">
        <Trans>PDF, PNG, JPEG, TIFF, XML or CSV, up to 25 MiB each</Trans>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
};
