import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Textarea, TextInput, Tooltip } from '@mantine/core';
import { useSession } from '../session/session.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { Review } from './use-review.ts';

type Props = { review: Review; locked: string | null; onValid: () => void; onReject: () => void };

/** What is still missing, the note and the reason, and the decision. */
export const ReviewFoot = ({ review, locked, onValid, onReject }: Props) => {
  const { t } = useLingui();
  const isStrict = useSession().organization.strict_mode;
  const { draft, failing, undecided, corrections, isBusy, fault } = review;
  const isNoteNeeded = failing + undecided > 0;
  const isNoteMissing = isNoteNeeded && draft.note.trim() === '';
  const isReasonMissing = corrections > 0 && draft.reason.trim() === '';
  const isWhyMissing = isStrict && draft.note.trim() === '' && draft.reason.trim() === '';
  const hindrance = isNoteMissing
    ? t`Say in the note why the certificate is valid.`
    : isReasonMissing
      ? t`Say why you corrected values.`
      : isWhyMissing
        ? t`Your organisation asks for a reason: write a note.`
        : null;
  if (locked !== null)
    return (
      <section className="review-foot" aria-label={t`Decision`}>
        <p className="none">{locked}</p>
      </section>
    );
  return (
    <section className="review-foot" aria-label={t`Decision`}>
      {fault !== null && <ErrorNotice error={fault} />}
      {isNoteNeeded && (
        <p className={isNoteMissing ? 'review-need' : 'none'} role="status">
          {failing > 0 && (
            <Plural value={failing} one="# failing row needs a note" other="# failing rows need a note" />
          )}
          {failing > 0 && undecided > 0 && ' · '}
          {undecided > 0 && (
            <Plural
              value={undecided}
              one="# row without status needs a note"
              other="# rows without status need a note"
            />
          )}
        </p>
      )}
      {corrections > 0 && (
        <TextInput
          label={<Plural value={corrections} one="Reason for # correction" other="Reason for # corrections" />}
          required
          maxLength={2000}
          value={draft.reason}
          onChange={(event) => review.write({ reason: event.currentTarget.value })}
        />
      )}
      <Textarea
        label={t`Note`}
        minRows={1}
        maxRows={5}
        maxLength={4000}
        required={isNoteNeeded}
        value={draft.note}
        onChange={(event) => review.write({ note: event.currentTarget.value })}
      />
      <Group justify="space-between">
        <Button variant="default" onClick={onReject} disabled={isBusy}>
          <Trans>Reject</Trans>
        </Button>
        <Tooltip label={hindrance} disabled={hindrance === null}>
          <Button
            loading={isBusy}
            data-disabled={hindrance !== null || undefined}
            aria-disabled={hindrance !== null}
            aria-label={hindrance === null ? undefined : t`Valid: ${hindrance}`}
            onClick={() => hindrance === null && onValid()}
          >
            <Trans>Valid</Trans>
          </Button>
        </Tooltip>
      </Group>
    </section>
  );
};
