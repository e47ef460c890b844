import { Trans, useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import {
  AUDIT_ACTIONS,
  CLASSIFICATIONS,
  fieldName,
  OUTCOMES,
  PATIENT_IMPACTS,
  PRIORITIES,
  RECORD_TYPES,
  STATES,
  wordFor,
} from '../i18n/vocabulary.ts';
import { client } from '../session/client.ts';
import { useRight } from '../session/session.ts';
import { Part } from './part.tsx';
import { useNames } from './people.tsx';
import { Day, Instant } from './time.tsx';

export type AuditEntry = Schemas['AuditEntry'];

/** The newest entries of a record's audit trail. */
export const trailQuery = (recordId: string) =>
  queryOptions({
    queryKey: ['trail', recordId],
    queryFn: async () => (await client.auditLogs.list({ entity_id: recordId, per_page: 100 }).page(1)).data,
  });

/** Who did what to a record, when and why, with the old and the new value of each field. */
export const Trail = ({ recordId }: { recordId: string }) => {
  const { t } = useLingui();
  const mayRead = useRight('audit-logs:read');
  const query = useQuery({ ...trailQuery(recordId), enabled: mayRead });
  return (
    <section className="section" aria-label={t`Audit trail`}>
      <h2 className="section-title">
        <Trans>Audit trail</Trans>
      </h2>
      {mayRead ? (
        <Part query={query} lines={6}>
          {(entries) => <TrailEntries entries={entries} />}
        </Part>
      ) : (
        <span className="none">
          <Trans>Your role does not read the audit trail.</Trans>
        </span>
      )}
    </section>
  );
};

export const TrailEntries = ({ entries }: { entries: readonly AuditEntry[] }) => (
  <ol className="trail">
    {entries.map((entry) => (
      <TrailEntry key={entry.id} entry={entry} />
    ))}
  </ol>
);

const TrailEntry = ({ entry }: { entry: AuditEntry }) => {
  const { user, action, timestamp, metadata, signature, changes } = entry;
  const rows = Object.entries(changes ?? {});
  return (
    <li>
      <div className="trail-head">
        <strong>{user.name ?? user.id}</strong>
        <span>{wordFor(AUDIT_ACTIONS, action)}</span>
        {signature?.signed && (
          <span className="status status-good">
            <Trans>signed: {signature.meaning}</Trans>
          </span>
        )}
        <Instant value={timestamp} />
      </div>
      {metadata?.reason && <p className="trail-reason">{metadata.reason}</p>}
      {rows.length > 0 && (
        <dl className="changes">
          {rows.map(([path, { from, to }]) => (
            <Fragment key={path}>
              <dt>{fieldName(path)}</dt>
              <dd>
                {from !== null && from !== undefined && (
                  <>
                    <Value value={from} path={path} isOld />
                    <span aria-hidden className="arrow">
                      →
                    </span>
                  </>
                )}
                <Value value={to} path={path} />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </li>
  );
};

const SHOWN = 400;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Fields whose values are words of closed lists, by the end of their paths. */
const WORDS = [
  ['status', STATES],
  ['workflow_state', STATES],
  ['classification', CLASSIFICATIONS],
  ['priority', PRIORITIES],
  ['risk_level', PRIORITIES],
  ['patient_impact', PATIENT_IMPACTS],
  ['outcome', OUTCOMES],
  ['type', RECORD_TYPES],
] as const;

type ValueProps = {
  value: unknown;
  path: string;
  isOld?: boolean;
  /** A value that is no side of a change has no colour. */
  isPlain?: boolean;
};

/** One side of a change: absent, a word of a closed list, a person, or the text itself. */
export const Value = ({ value, path, isOld = false, isPlain = false }: ValueProps) => {
  const { t } = useLingui();
  const names = useNames();
  const className = isPlain ? undefined : isOld ? 'old' : 'new';
  if (value === null || value === undefined || value === '') return <span className="none">{t`nothing`}</span>;
  if (typeof value !== 'string') return <span className={className}>{shortened(plainText(value))}</span>;
  const words = WORDS.find(([end]) => path.endsWith(end))?.[1] ?? {};
  if (DAY.test(value))
    return (
      <span className={className}>
        <Day value={value} />
      </span>
    );
  const text = value in words ? wordFor(words, value) : value.startsWith('usr_') ? names(value) : value;
  return <span className={className}>{shortened(text)}</span>;
};

const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

/** What is no text, as people read it: lists by their names, objects by their members. */
const plainText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(plainText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, title, description } = value as Record<string, unknown>;
  const named = name ?? title ?? description;
  if (typeof named === 'string') return named;
  return Object.entries(value)
    .filter(([, member]) => member !== null)
    .map(([key, member]) => `${fieldName(key)}: ${plainText(member)}`)
    .join('; ');
};
