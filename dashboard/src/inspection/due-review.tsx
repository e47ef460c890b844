import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { dayIn } from '../ui/day.ts';
import { Fact } from '../ui/fact.tsx';
import { ReviewDialog } from '../ui/review-dialog.tsx';
import { Status } from '../ui/status.tsx';
import { Instant, usePlace } from '../ui/time.tsx';
import { useStoredDraft, useValueDraft } from '../ui/use-draft.ts';
import { type DueReview, type ReviewPeriod, recordPeriodReview } from './review.queries.ts';
import { Samples } from './samples.tsx';

/** The next review of the log: until when, what is in its period, the entries to look at, and how it is recorded. */
export const DueReviewPart = ({ due }: { due: DueReview }) => {
  const { t } = useLingui();
  const { period, due_at, interval_days, is_due } = due;
  if (period === null || due_at === null)
    return (
      <p className="none">
        <Trans>The log has no entries yet, so there is nothing to review.</Trans>
      </p>
    );
  return (
    <>
      <dl className="fields">
        <Fact name={t`State`}>
          {is_due ? (
            <span className="fact">
              <Status state="overdue" label={t`Due`} />{' '}
              <Trans>
                since <Instant value={due_at} exact />
              </Trans>
            </span>
          ) : (
            <span className="fact">
              <Status state="pending" label={t`Not due yet`} />{' '}
              <Trans>
                due on <Instant value={due_at} exact />
              </Trans>
            </span>
          )}
        </Fact>
        <Fact name={t`Period`}>
          <Instant value={period.from} exact /> – <Instant value={period.to} exact />
        </Fact>
        <Fact name={t`Interval`}>
          <Plural value={interval_days} one="# day" other="# days" />
          <span className="none">
            {' '}
            <Trans>An administrator sets it with the organisation.</Trans>
          </span>
        </Fact>
        {is_due && <Counts due={due} period={period} />}
      </dl>
      {is_due ? (
        <PeriodReview due={due} period={period} />
      ) : (
        <p className="none">
          <Trans>
            Once it is due, this page has a random sample of the entries of the period and the ones with the highest
            risks.
          </Trans>
        </p>
      )}
    </>
  );
};

type Props = { due: DueReview; period: ReviewPeriod };

const Counts = ({ due: { entries }, period }: Props) => {
  const { t, i18n } = useLingui();
  const { zone } = usePlace();
  const { total, is_minimum, reviewed, unreviewed } = entries;
  const number = (value: number) => value.toLocaleString(i18n.locale);
  const days = { from: dayIn(zone, new Date(period.from)), to: dayIn(zone, new Date(period.to)) };
  return (
    <Fact name={t`Entries`}>
      <Link to="/audit" search={{ ...days, sort: 'timestamp' }}>
        {is_minimum ? t`more than ${number(total)}` : number(total)}
      </Link>
      <span className="none">
        {' '}
        {unreviewed === null
          ? t`${number(reviewed)} of them are in reviews of single records`
          : t`${number(reviewed)} are in reviews of single records, ${number(unreviewed)} are not`}
      </span>
    </Fact>
  );
};

const PeriodReview = ({ due, period }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const draftName = `period-review-entries:${period.from}`;
  const draft = useStoredDraft<string[]>(draftName);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(draft.read() ?? []));
  useValueDraft(
    draftName,
    useMemo(() => (chosen.size > 0 ? [...chosen] : null), [chosen]),
  );
  const [isRecording, setRecording] = useState(false);
  const record = async (finding: Parameters<typeof recordPeriodReview>[2]) => {
    await recordPeriodReview(period, [...chosen], finding);
    setChosen(new Set());
    await queries.invalidateQueries({ queryKey: ['audit', 'reviews'] });
  };
  return (
    <>
      <Samples due={due} chosen={chosen} onChoose={setChosen} />
      <Group gap="sm">
        <Button onClick={() => setRecording(true)}>
          <Trans>Record the review…</Trans>
        </Button>
        <span className="none">
          {chosen.size === 0 ? (
            <Trans>Choose the entries that you have findings about, if any.</Trans>
          ) : (
            <Plural value={chosen.size} one="# entry with findings" other="# entries with findings" />
          )}
        </span>
      </Group>
      {isRecording && (
        <ReviewDialog
          title={t`Review of the audit log`}
          verb={t`Record review`}
          draftName={`period-review:${period.from}`}
          hasEntries={chosen.size > 0}
          onRecord={record}
          onClose={() => setRecording(false)}
        >
          <Trans>
            You record that you have reviewed the log from <Instant value={period.from} exact /> to{' '}
            <Instant value={period.to} exact />. This cannot be changed afterwards.
          </Trans>
          {chosen.size > 0 && (
            <>
              {' '}
              <Plural
                value={chosen.size}
                one="Findings are recorded with the # entry that you chose."
                other="Findings are recorded with the # entries that you chose."
              />
            </>
          )}
        </ReviewDialog>
      )}
    </>
  );
};
