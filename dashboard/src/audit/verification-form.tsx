import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Days } from './audit.queries.ts';

type Props = { isRunning: boolean; onVerify: (asked: Days & { checkpoint?: string | undefined }) => void };

/** What is to be verified: all of the log or a period of it, and a checkpoint of one's own to compare it with. */
export const VerificationForm = ({ isRunning, onVerify }: Props) => {
  const { t } = useLingui();
  const [scope, setScope] = useState('whole');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [checkpoint, setCheckpoint] = useState('');
  const isPeriod = scope === 'period';
  const isBackwards = isPeriod && from !== '' && to !== '' && from > to;
  const isReady = !isPeriod || from !== '' || to !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const days = isPeriod ? { from: from || undefined, to: to || undefined } : {};
    onVerify({ ...days, checkpoint: checkpoint.trim() || undefined });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" className="verification-form">
        <Radio.Group aria-label={t`What is verified`} value={scope} onChange={setScope}>
          <Group gap="lg">
            <Radio value="whole" label={t`The whole log`} />
            <Radio value="period" label={t`A period`} />
          </Group>
        </Radio.Group>
        {isPeriod && (
          <Group align="flex-start">
            <TextInput
              type="date"
              label={t`From`}
              value={from}
              onChange={(event) => setFrom(event.currentTarget.value)}
            />
            <TextInput
              type="date"
              label={t`Until`}
              value={to}
              error={isBackwards ? t`The period ends before it begins.` : undefined}
              onChange={(event) => setTo(event.currentTarget.value)}
            />
          </Group>
        )}
        <details>
          <summary>
            <Trans>Compare with a checkpoint that you keep</Trans>
          </summary>
          <Textarea
            mt="xs"
            label={t`Checkpoint`}
            description={t`The text that an earlier verification gave you. The log must still have the entry that it vouches for.`}
            autosize={false}
            rows={3}
            maxLength={4096}
            value={checkpoint}
            onChange={(event) => setCheckpoint(event.currentTarget.value)}
          />
        </details>
        <Group>
          <Button type="submit" loading={isRunning} disabled={!isReady || isBackwards}>
            <Trans>Verify</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
