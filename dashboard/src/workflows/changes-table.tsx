import { Trans, useLingui } from '@lingui/react/macro';
import { fieldName, RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { type Change, findChanges } from './changes.ts';
import type { Definition, Reaction, Workflow } from './definition.ts';
import { APPROVAL_TYPES, hoursText, MEMBERS, nameIn, reactionText, roleWords, STATE_TYPES } from './words.ts';

type Props = {
  before: Definition;
  after: Definition;
  /** What the two sides are called. */
  heads: readonly [string, string];
};

/** What differs between two definitions, as rows of state, transition and member. */
export const ChangesTable = ({ before, after, heads }: Props) => {
  const { t } = useLingui();
  const changes = findChanges(before, after);
  if (changes.length === 0)
    return (
      <p className="none">
        <Trans>Nothing differs.</Trans>
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className="table-scroll workflow-whole" aria-label={t`Differences`} tabIndex={0}>
      <table className="table workflow-table">
        <thead>
          <tr>
            <th scope="col">{t`What`}</th>
            <th scope="col">{heads[0]}</th>
            <th scope="col">{heads[1]}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <ChangeRow
              key={`${change.state} ${change.to} ${change.member}`}
              change={change}
              before={before.states}
              after={after.states}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
};

type States = Workflow['states'];

const ChangeRow = ({ change, before, after }: { change: Change; before: States; after: States }) => {
  const { t } = useLingui();
  const { state, to, member, kind } = change;
  const name = (id: string) => nameIn(after.some((one) => one.id === id) ? after : before, id);
  const subject = state === null ? t`Workflow` : to === null ? name(state) : `${name(state)} → ${name(to)}`;
  return (
    <tr data-kind={kind}>
      <th scope="row">
        {subject}
        {member !== null && <div className="none">{wordFor(MEMBERS, member)}</div>}
        {kind === 'added' && <div className="status-good">{to === null ? t`State added` : t`Transition added`}</div>}
        {kind === 'removed' && (
          <div className="status-bad">{to === null ? t`State removed` : t`Transition removed`}</div>
        )}
      </th>
      <td className={change.before === null ? undefined : 'old'}>
        <Side change={change} value={change.before} states={before} />
      </td>
      <td className={change.after === null ? undefined : 'new'}>
        <Side change={change} value={change.after} states={after} />
      </td>
    </tr>
  );
};

const isBlank = (value: unknown): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0);

/** One side of a difference: a value, or all facts of what came or went. */
const Side = ({ change, value, states }: { change: Change; value: unknown; states: States }) => {
  const { t } = useLingui();
  const words = useValueWords(states);
  if (value === null || value === undefined) return <span className="none">–</span>;
  if (change.member !== null) return <span className="workflow-value">{words(change.member, value)}</span>;
  const facts = Object.entries(value).filter(([name, fact]) => !isBlank(fact) && name !== 'name');
  if (facts.length === 0) return <>{t`nothing is required`}</>;
  return (
    <ul>
      {facts.map(([name, fact]) => (
        <li key={name}>
          {wordFor(MEMBERS, name)}: {words(name, fact)}
        </li>
      ))}
    </ul>
  );
};

/** A value of a member as people read it. */
export const useValueWords = (states: States): ((member: string, value: unknown) => string) => {
  const { t } = useLingui();
  const listed = (value: unknown) => value as readonly string[];
  return (member, value) => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return '–';
    switch (member) {
      case 'entity_types':
        return listed(value)
          .map((type) => wordFor(RECORD_TYPES, type))
          .join(', ');
      case 'type':
        return wordFor(STATE_TYPES, String(value));
      case 'approval_type':
        return wordFor(APPROVAL_TYPES, String(value));
      case 'sla_hours':
        return hoursText(Number(value));
      case 'roles':
      case 'approver_roles':
        return roleWords(listed(value));
      case 'requires_fields':
        return listed(value).map(fieldName).join(', ');
      case 'on_approve':
      case 'on_reject':
        return nameIn(states, String(value));
      case 'reactions':
        return (value as Pick<Reaction, 'event' | 'when'>[]).map(reactionText).join('\n');
      default:
        return typeof value === 'boolean' ? (value ? t`Yes` : t`No`) : String(value);
    }
  };
};
