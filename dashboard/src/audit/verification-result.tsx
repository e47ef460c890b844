import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconDownload,
  IconShieldCheck,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { dayIn, formatDay } from '../ui/day.ts';
import { saveFile } from '../ui/save-file.ts';
import { Instant, usePlace } from '../ui/time.tsx';
import type { Days, Verification } from './audit.queries.ts';
import { BreakExplained } from './break-explained.tsx';

type Props = { result: Verification; days: Days; since: string | undefined };

/** What a verification found, first in one sentence, then in figures. */
export const VerificationResult = ({ result, days, since }: Props) => {
  const { t } = useLingui();
  const { valid } = result;
  const Icon = valid ? IconShieldCheck : IconAlertTriangle;
  return (
    <section className="verification-result" data-valid={valid} aria-label={t`Result`}>
      <h2 className={`verification-head status-${valid ? 'good' : 'bad'}`}>
        <Icon size={22} aria-hidden />
        <span>{valid ? <Sound result={result} days={days} since={since} /> : <Broken result={result} />}</span>
      </h2>
      {!valid && <BreakExplained result={result} />}
      <Figures result={result} />
      <Group gap="xs" mt="sm">
        {result.checkpoint && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() =>
              saveFile(new Blob([result.checkpoint ?? '']), `audit-checkpoint-${result.last_sequence}.jws`)
            }
          >
            <Trans>Save the signed checkpoint</Trans>
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => saveFile(new Blob([JSON.stringify(result, null, 2)]), 'audit-verification.json')}
        >
          <Trans>Save the result</Trans>
        </Button>
      </Group>
      {result.checkpoint && (
        <p className="none">
          <Trans>
            Keep the checkpoint where no administrator of this system can write. A later verification shows by it that
            nothing up to here was rewritten.
          </Trans>
        </p>
      )}
    </section>
  );
};

/** The sentence of a log that is in order. */
const Sound = ({ result, days, since }: Props) => {
  const { t, i18n } = useLingui();
  const { locale, zone } = usePlace();
  const { entries_checked: checked, entries_vouched: vouched } = result;
  const count = checked + vouched;
  if (count === 0) return <Trans>There is no entry in this period, so there was nothing to check.</Trans>;
  const number = count.toLocaleString(i18n.locale);
  const from = days.from && formatDay(days.from, locale);
  const to = days.to && formatDay(days.to, locale);
  if (from && to) return <>{t`All ${number} entries from ${from} to ${to} are in order and unchanged.`}</>;
  if (to) return <>{t`All ${number} entries until ${to} are in order and unchanged.`}</>;
  const first = from ?? (since && formatDay(dayIn(zone, new Date(since)), locale));
  if (first) return <>{t`All ${number} entries since ${first} are in order and unchanged.`}</>;
  return <>{t`All ${number} entries are in order and unchanged.`}</>;
};

const Broken = ({ result }: { result: Verification }) => {
  const { i18n } = useLingui();
  const number = (result.first_broken?.sequence ?? 0).toLocaleString(i18n.locale);
  return <Trans>The log is not as it was recorded. The first difference is at entry {number}.</Trans>;
};

const Figures = ({ result }: { result: Verification }) => {
  const { t, i18n } = useLingui();
  const number = (value: number | null) => value?.toLocaleString(i18n.locale) ?? '–';
  const { first_sequence, last_sequence, entries_checked, entries_vouched, compared_with } = result;
  const sources = { given: t`Your own`, outside: t`Kept outside`, database: t`Kept in the database` };
  return (
    <dl className="fields">
      <div>
        <dt>{t`Entries`}</dt>
        <dd>
          {number(first_sequence)}–{number(last_sequence)}, {t`${number(entries_checked)} computed again`}
          {entries_vouched > 0 && (
            <p className="none">
              <Plural
                value={entries_vouched}
                one="# entry was removed after its retention; its signed seal stands for it."
                other="# entries were removed after their retention; their signed seals stand for them."
              />
            </p>
          )}
        </dd>
      </div>
      <div>
        <dt>{t`Checkpoints`}</dt>
        <dd>
          {compared_with.length === 0 ? (
            <span className="none">
              <Trans>There is none yet to compare with.</Trans>
            </span>
          ) : (
            <ul className="checkpoints">
              {compared_with.map(({ source, sequence, at, holds }) => (
                <li key={source}>
                  <span className={`status status-${holds ? 'good' : 'bad'}`}>
                    {holds ? (
                      <IconCircleCheckFilled size={15} aria-hidden />
                    ) : (
                      <IconCircleXFilled size={15} aria-hidden />
                    )}
                    {holds ? t`Fits` : t`Does not fit`}
                  </span>{' '}
                  {sources[source]}, {t`entry ${number(sequence)}`}, <Instant value={at} exact />
                </li>
              ))}
            </ul>
          )}
        </dd>
      </div>
      {result.first_broken?.id && (
        <div>
          <dt>{t`First difference`}</dt>
          <dd>
            <Link to="/audit/$entryId" params={{ entryId: result.first_broken.id }} preload={false}>
              {t`Entry ${number(result.first_broken.sequence)}`}
            </Link>
          </dd>
        </div>
      )}
    </dl>
  );
};
