import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialog.tsx';

/** A value to copy, with its name. */
export const Copied = ({ label, value }: { label: string; value: string }) => {
  const { t } = useLingui();
  return (
    <div className="shown-once">
      <span className="shown-once-label">{label}</span>
      <code className="shown-once-value">{value}</code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            aria-label={copied ? t`Copied: ${label}` : t`Copy: ${label}`}
            onClick={copy}
          >
            {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
        )}
      </CopyButton>
    </div>
  );
};

type Props = { title: string; note: string; values: readonly { label: string; value: string }[]; children?: ReactNode };

/** Values that the system shows once; the dialog closes by its button alone, so that none is lost to a stray click. */
export const ShownOnceDialog = ({ title, note, values, children, onClose }: Props & { onClose: () => void }) => (
  <Dialog
    opened
    onClose={onClose}
    title={title}
    size="lg"
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Stack>
      <Text size="sm">{note}</Text>
      {values.map((one) => (
        <Copied key={one.label} {...one} />
      ))}
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
