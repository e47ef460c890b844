import { Trans, useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { Fragment, type ReactNode, useState } from 'react';
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
import { useNames } from './people.tsx';
import { Day, Instant } from './time.tsx';

export type AuditEntry = Schemas['AuditEntry'];

/** What a trail shows of an entry. */
type ShownEntry = {
  user: { id: string; name: string };
  action: string;
  timestamp: string;
  reason: string | null;
  signature: { signed: boolean; meaning?: string | null };
  changes: AuditEntry['changes'];
};

/** One act on a record: who, what, when and why, with the old and the new value of each field. */
export const TrailEntry = ({ entry, children }: { entry: ShownEntry; children?: ReactNode }) => {
  const { user, action, timestamp, reason, signature, changes } = entry;
  const rows = Object.entries(changes ?? {}).filter(([, { from, to }]) => !isBlank(from) || !isBlank(to));
  return (
    <li>
      <div className="trail-head">
        <strong>{user.name ?? user.id}</strong>
        <span>{wordFor(AUDIT_ACTIONS, action)}</span>
        {signature.signed && (
          <span className="status status-good">
            {signature.meaning ? <Trans>signed: {signature.meaning}</Trans> : <Trans>signed</Trans>}
          </span>
        )}
        <Instant value={timestamp} />
      </div>
      {children}
      {reason && <p className="trail-reason">{reason}</p>}
      {rows.length > 0 && (
        <dl className="changes">
          {rows.map(([path, { from, to }]) => (
            <Fragment key={path}>
              <dt>{fieldName(path)}</dt>
              <dd>
                {!isBlank(from) && (
                  <>
                    <Value value={from} path={path} isOld isFolded />
                    <span aria-hidden className="arrow">
                      →
                    </span>
                  </>
                )}
                <Value value={to} path={path} isFolded />
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
    </li>
  );
};

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** How much of a folded text is shown. */
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
  /** A long text shows its beginning until it is asked for. */
  isFolded?: boolean;
};

/** One side of a change: absent, a word of a closed list, a person, or the text itself. */
export const Value = ({ value, path, isOld = false, isPlain = false, isFolded = false }: ValueProps) => {
  const { t } = useLingui();
  const names = useNames();
  const className = isPlain ? undefined : isOld ? 'old' : 'new';
  if (isBlank(value)) return <span className="none">{t`nothing`}</span>;
  const show = (text: string) =>
    isFolded && text.length > SHOWN ? (
      <FoldedText text={text} className={className} />
    ) : (
      <span className={className}>{text}</span>
    );
  if (typeof value !== 'string') return show(plainText(value));
  const words = WORDS.find(([end]) => path.endsWith(end))?.[1] ?? {};
  if (DAY.test(value))
    return (
      <span className={className}>
        <Day value={value} />
      </span>
    );
  return show(value in words ? wordFor(words, value) : value.startsWith('usr_') ? names(value) : value);
};

/** The switch stands above the text, so that it stays in its place. */
const FoldedText = ({ text, className }: { text: string; className: string | undefined }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Trans>Show all</Trans>
        </summary>
        <span className={className}>{text}</span>
      </details>
      {!isOpen && <span className={className}>{text.slice(0, SHOWN)}…</span>}
    </>
  );
};

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
