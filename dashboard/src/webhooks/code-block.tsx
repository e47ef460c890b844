import { Trans } from '@lingui/react/macro';
import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';

type Props = { label: string; code: string; isWrapped?: boolean };

/** Code or data that programs read, whole to copy. */
export const CodeBlock = ({ label, code, isWrapped = false }: Props) => (
  <div className="code-block" data-wrapped={isWrapped || undefined}>
    <div className="code-head">
      <span aria-hidden>{label}</span>
      <CopyValue value={code} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
    <section aria-label={label} tabIndex={0}>
      <pre>
        <code>{code}</code>
      </pre>
    </section>
  </div>
);

/** A button that copies a value. */
export const CopyValue = ({ value }: { value: string }) => (
  <CopyButton value={value}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        size="compact-xs"
        className="code-copy"
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={copy}
      >
        {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
    )}
  </CopyButton>
);
