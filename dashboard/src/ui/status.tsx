import {
  IconAlertTriangle,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleHalf2,
  IconCircleXFilled,
  IconClockExclamation,
  IconHandStop,
  IconMinus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { STATES, wordFor } from '../i18n/vocabulary.ts';

/** What a state means for who looks at it; shape, word and colour say it together, the same everywhere. */
type Meaning = 'begun_not' | 'going' | 'waiting' | 'good' | 'soon' | 'bad' | 'late' | 'historic';

const MEANINGS: Readonly<Record<string, Meaning>> = {
  draft: 'begun_not',
  new: 'begun_not',
  pending: 'begun_not',
  open: 'begun_not',
  skipped: 'begun_not',
  pending_approval: 'waiting',
  waiting_validation: 'waiting',
  closed: 'good',
  qualified: 'good',
  valid: 'good',
  verified: 'good',
  completed: 'good',
  approved: 'good',
  effective: 'good',
  active: 'good',
  passed: 'good',
  succeeded: 'good',
  expiring_soon: 'soon',
  conditional: 'soon',
  stale: 'soon',
  inconclusive: 'soon',
  retrying: 'soon',
  passed_with_open_steps: 'soon',
  overdue: 'late',
  expired: 'bad',
  rejected: 'bad',
  disqualified: 'bad',
  suspended: 'bad',
  invalid: 'bad',
  signing_locked: 'bad',
  ineffective: 'bad',
  disabled: 'bad',
  failed: 'bad',
  superseded: 'historic',
  withdrawn: 'historic',
  cancelled: 'historic',
  deactivated: 'historic',
  revoked: 'historic',
};

const ICONS = {
  begun_not: IconCircle,
  going: IconCircleHalf2,
  waiting: IconHandStop,
  good: IconCircleCheckFilled,
  soon: IconAlertTriangle,
  bad: IconCircleXFilled,
  late: IconClockExclamation,
  historic: IconMinus,
} as const;

/** What a state means; one that nobody names is under way. */
export const findMeaning = (state: string): Meaning => MEANINGS[state] ?? 'going';

/** A state as icon and word; `label` in place of its usual word, such as the name that a workflow gives it. */
export const Status = ({ state, label }: { state: string; label?: ReactNode }) => {
  const meaning = findMeaning(state);
  const Icon = ICONS[meaning];
  return (
    <span className={`status status-${meaning}`}>
      <Icon size={15} stroke={2} aria-hidden />
      <span>{label ?? wordFor(STATES, state)}</span>
    </span>
  );
};
