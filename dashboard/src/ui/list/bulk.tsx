import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@qsc/client';
import { IconCircleCheckFilled, IconCircleXFilled } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { hasCode } from '../../session/api-error.ts';
import { useSession } from '../../session/session.ts';
import { Dialog } from '../dialog.tsx';
import { errorLine } from '../fault-words.ts';

const CONCURRENCY = 4;

export type BulkRow = { id: string; name: string };

type Result = { row: BulkRow; error: string | null };

type Props = {
  title: string;
  /** The verb of the dialog's button. */
  verb: string;
  rows: readonly BulkRow[];
  children: ReactNode;
  isReady: boolean;
  apply: (row: BulkRow, reason: string | undefined) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
};

/** Applies one change to many records, a few at a time, and tells for each what came of it. */
export const BulkDialog = ({ title, verb, rows, children, isReady, apply, onClose, onDone }: Props) => {
  const { t } = useLingui();
  const isReasonAsked = useSession().organization.strict_mode;
  const [reason, setReason] = useState('');
  const [results, setResults] = useState<Result[]>([]);
  const [isRunning, setRunning] = useState(false);
  const isDone = results.length > 0 && !isRunning;

  const one = async (row: BulkRow): Promise<Result> => {
    try {
      await apply(row, reason.trim() || undefined);
      return { row, error: null };
    } catch (error) {
      if (hasCode(error, 'unauthorized')) throw error;
      return { row, error: error instanceof ApiError ? errorLine(error) : (error as Error).message };
    }
  };

  const run = async () => {
    setRunning(true);
    const waiting = [...rows];
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const result = await one(row);
        setResults((known) => [...known, result]);
      }
    };
    await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
    setRunning(false);
    onDone();
  };

  const failed = results.filter(({ error }) => error !== null);
  return (
    <Dialog opened onClose={onClose} title={title} closeOnEscape={!isRunning} withCloseButton={!isRunning}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Stack>
          {results.length === 0 && !isRunning ? (
            <>
              <Text size="sm">
                <Plural value={rows.length} one="# record is changed." other="# records are changed." />
              </Text>
              {children}
              <TextInput
                label={t`Reason for the change`}
                required={isReasonAsked}
                description={isReasonAsked ? undefined : t`It stands in the audit trail of each record.`}
                maxLength={1000}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            </>
          ) : (
            <>
              <Progress value={(results.length / rows.length) * 100} aria-label={title} />
              <Text size="sm" role="status">
                <Trans>
                  {results.length - failed.length} of {rows.length} changed
                </Trans>
              </Text>
              <ul className="results">
                {results.map(({ row, error }) => (
                  <li key={row.id}>
                    {error === null ? (
                      <IconCircleCheckFilled size={15} className="status-good" aria-label={t`Changed`} />
                    ) : (
                      <IconCircleXFilled size={15} className="status-bad" aria-label={t`Not changed`} />
                    )}
                    <span>
                      {row.name}
                      {error && <Text size="xs">{error}</Text>}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Group justify="flex-end">
            {isDone ? (
              <Button onClick={onClose}>
                <Trans>Done</Trans>
              </Button>
            ) : (
              <>
                <Button variant="default" onClick={onClose} disabled={isRunning}>
                  <Trans>Cancel</Trans>
                </Button>
                <Button
                  type="submit"
                  loading={isRunning}
                  disabled={!isReady || (isReasonAsked && reason.trim() === '')}
                >
                  {verb}
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
