import { Trans, useLingui } from '@lingui/react/macro';
import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Dialog } from './dialog.tsx';

/** A value to copy, with its name. */
const CopiedValue = ({ label, value }: { label: string; value: string }) => {
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

type Shown = {
  label: string;
  /** Undefined where an earlier answer to the same request had it already. */
  value: string | undefined;
};

const ShownValue = ({ label, value }: Shown) =>
  value === undefined ? (
    <Text size="sm" role="alert">
      <Trans>{label}: it was shown before and cannot be shown again. Make a new one.</Trans>
    </Text>
  ) : (
    <CopiedValue label={label} value={value} />
  );

type Props = { title: string; note: string; values: readonly Shown[]; onClose: () => void };

/** Values that the system shows once; the dialog closes by its button alone, so that none is lost to a stray click. */
export const ShownOnceDialog = ({ title, note, values, onClose }: Props) => (
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
        <ShownValue key={one.label} {...one} />
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
