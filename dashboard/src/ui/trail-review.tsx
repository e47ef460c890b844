import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { IconCircleCheckFilled, IconFlag } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useRight } from '../session/session.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Part } from './part.tsx';
import { Instant } from './time.tsx';
import { TrailEntry } from './trail-entry.tsx';
import {
  type Finding,
  type Review,
  recordReview,
  reviewsQuery,
  type TrailItem,
  unreviewedQuery,
} from './trail-review.queries.ts';

type Risk = NonNullable<TrailItem['risks']>[number];

const RISKS: Readonly<Record<Risk, MessageDescriptor>> = {
  deleted: msg`Deletion`,
  changed_after_approval: msg`Change after an approval`,
  result_corrected: msg`Corrected result`,
  critical_field: msg`Critical field`,
  by_administrator: msg`By an administrator`,
  odd_hours: msg`At night or on a weekend`,
};

const Risks = ({ risks }: { risks: readonly Risk[] }) => {
  const { i18n } = useLingui();
  return (
    <ul className="risks">
      {risks.map((risk) => (
        <li key={risk} className="status status-soon">
          <IconFlag size={14} aria-hidden />
          {i18n._(RISKS[risk])}
        </li>
      ))}
    </ul>
  );
};

/** What the user has not reviewed of a record's trail, the most serious first, and who reviewed it before. */
export const TrailReview = ({ recordId }: { recordId: string }) => {
  const { t } = useLingui();
  const unreviewed = useQuery(unreviewedQuery(recordId));
  const mayList = useRight('audit-logs:read');
  const reviews = useQuery({ ...reviewsQuery(recordId), enabled: mayList });
  const [isReviewing, setReviewing] = useState(false);
  return (
    <div className="trail-review">
      <Part query={unreviewed} lines={3}>
        {({ items, total }) =>
          items.length === 0 ? (
            <p className="status status-good">
              <IconCircleCheckFilled size={15} aria-hidden />
              <Trans>You have reviewed every entry.</Trans>
            </p>
          ) : (
            <section aria-label={t`Not reviewed by you`}>
              <Group justify="space-between" gap="xs">
                <h3>
                  <Plural value={total} one="# entry not reviewed by you" other="# entries not reviewed by you" />
                </h3>
                <Button size="compact-sm" variant="default" onClick={() => setReviewing(true)}>
                  <Trans>Mark as reviewed</Trans>
                </Button>
              </Group>
              <ol className="trail">
                {items.map(({ risks = [], ...item }) => (
                  <TrailEntry key={item.id} entry={item}>
                    {risks.length > 0 && <Risks risks={risks} />}
                  </TrailEntry>
                ))}
              </ol>
              {isReviewing && <ReviewDialog recordId={recordId} items={items} onClose={() => setReviewing(false)} />}
            </section>
          )
        }
      </Part>
      {mayList && (
        <Part query={reviews} lines={1}>
          {(done) => <Reviews reviews={done} />}
        </Part>
      )}
    </div>
  );
};

const Reviews = ({ reviews }: { reviews: readonly Review[] }) => {
  const { t } = useLingui();
  if (reviews.length === 0)
    return (
      <p className="none">
        <Trans>Nobody has reviewed this trail yet.</Trans>
      </p>
    );
  return (
    <section aria-label={t`Reviews`}>
      <h3>{t`Reviews`}</h3>
      <ul className="reviews">
        {reviews.map(({ id, reviewed_by, created_at, conclusion, notes, entry_ids }) => (
          <li key={id}>
            <span>{reviewed_by.name}</span>
            <span className={`status status-${conclusion === 'findings' ? 'soon' : 'good'}`}>
              {conclusion === 'findings' ? t`Findings` : t`No findings`}
            </span>
            <span className="none">
              <Plural value={entry_ids.length} one="# entry" other="# entries" />
            </span>
            <Instant value={created_at} />
            {notes && <p className="trail-reason">{notes}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
};

type DialogProps = { recordId: string; items: readonly TrailItem[]; onClose: () => void };

/** What the user found in the entries that are shown; the review cannot be changed afterwards. */
const ReviewDialog = ({ recordId, items, onClose }: DialogProps) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [finding, setFinding] = useState<Finding>({ conclusion: 'no_findings', notes: '' });
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => recordReview(recordId, items, finding),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['trail', recordId] });
      onClose();
    },
  });
  const needsNotes = finding.conclusion === 'findings';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    mutate();
  };
  return (
    <Dialog opened onClose={onClose} title={t`Review of the audit trail`}>
      <form onSubmit={submit}>
        <Stack>
          <p>
            <Plural
              value={items.length}
              one="You record that you have reviewed the # entry shown. This cannot be changed afterwards."
              other="You record that you have reviewed the # entries shown. This cannot be changed afterwards."
            />
          </p>
          <Radio.Group
            label={t`Conclusion`}
            value={finding.conclusion}
            onChange={(value) => setFinding({ ...finding, conclusion: value as Finding['conclusion'] })}
          >
            <Group gap="lg" mt={6}>
              <Radio value="no_findings" label={t`No findings`} />
              <Radio value="findings" label={t`Findings`} />
            </Group>
          </Radio.Group>
          <Textarea
            label={t`Notes`}
            required={needsNotes}
            description={needsNotes ? t`What you found, and what follows from it.` : undefined}
            maxLength={10_000}
            value={finding.notes}
            onChange={(event) => setFinding({ ...finding, notes: event.currentTarget.value })}
          />
          {error && <ErrorNotice error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button type="submit" loading={isPending} disabled={needsNotes && finding.notes.trim() === ''}>
              <Trans>Mark as reviewed</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
};
