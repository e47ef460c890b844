import { useLingui } from '@lingui/react/macro';
import { typeName } from '../audit/audit-words.ts';
import { AUDIT_ACTIONS, wordFor } from '../i18n/vocabulary.ts';
import { dayIn, formatDay } from '../ui/day.ts';
import { Status } from '../ui/status.tsx';
import { usePlace } from '../ui/time.tsx';
import type { AuditExport } from './export.queries.ts';

/** How an export stands. */
export const ExportState = ({ job: { status } }: { job: AuditExport }) => {
  const { t } = useLingui();
  const names = {
    processing: t`Being written`,
    completed: t`Finished`,
    failed: t`Failed`,
    cancelled: t`Aborted`,
    expired: t`File removed`,
  };
  // A file that is removed after its time is nothing bad.
  return <Status state={status === 'expired' ? 'withdrawn' : status} label={names[status]} />;
};

/** What an export holds, in one line. */
export const ExportWhat = ({ job: { format, parameters } }: { job: AuditExport }) => {
  const { t } = useLingui();
  const { locale, zone } = usePlace();
  const { from, to, entity_types, actions, include_signatures, include_raw_data } = parameters;
  const day = (instant: string) => formatDay(dayIn(zone, new Date(instant)), locale);
  const parts = [
    format.toUpperCase(),
    `${day(from)} – ${day(to)}`,
    entity_types.length > 0 ? entity_types.map(typeName).join(', ') : t`all kinds of record`,
    actions.length > 0 ? actions.map((action) => wordFor(AUDIT_ACTIONS, action)).join(', ') : t`all actions`,
    ...(include_signatures ? [t`with signatures`] : []),
    ...(include_raw_data ? [t`with values and hashes`] : []),
  ];
  return <p className="none">{parts.join(' · ')}</p>;
};
