import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ImportKind } from './kind.ts';

type Props = { kind: ImportKind; onFile: (file: File) => void };

/** Takes one table file, and says which columns it may have. */
export const ChooseFile = ({ kind, onFile }: Props) => {
  const { i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const labels = kind.fields.map(({ label, isRequired }) => `${i18n._(label)}${isRequired ? ' *' : ''}`);
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
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
      <p>
        <Trans>Drop a CSV or XLSX file here, up to 10,000 rows</Trans>
      </p>
      <Button variant="default" onClick={() => input.current?.click()}>
        <Trans>Choose a file</Trans>
      </Button>
      <p className="none">
        <Trans>The first row is the header. Known columns: {labels.join(', ')}</Trans>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.txt,.tsv,.xlsx"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
};
