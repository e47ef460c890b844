import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, fieldName, wordFor } from '../i18n/vocabulary.ts';
import { eventCountQuery } from '../overview/overview.queries.ts';
import { STATUSES } from '../quality-events/event-filters.ts';
import { listNextStates, reactionsTo, ruleFor, type State, type Workflow } from './definition.ts';
import { APPROVAL_TYPES, hoursText, nameIn, reactionText, roleWords, STATE_TYPES, stateName } from './words.ts';
import type { Running } from './workflow.queries.ts';

type Props = {
  workflow: Pick<Workflow, 'states' | 'entity_types'>;
  /** The records under way in this workflow; undefined where they are not known. */
  running?: readonly Running[] | undefined;
};

/** The states of a workflow: where each leads, what a transition needs, who approves, and how many records are there. */
export const StatesTable = ({ workflow, running }: Props) => {
  const { t } = useLingui();
  const { states } = workflow;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <section className="table-scroll workflow-whole" aria-label={t`States`} tabIndex={0}>
      <table className="table workflow-table">
        <thead>
          <tr>
            <th scope="col">{t`State`}</th>
            <th scope="col">{t`Type`}</th>
            <th scope="col">{t`Leads to`}</th>
            <th scope="col">{t`Approval`}</th>
            <th scope="col" data-align="right">{t`Time limit`}</th>
            {running && <th scope="col" data-align="right">{t`Records here`}</th>}
          </tr>
        </thead>
        <tbody>
          {states.map((state) => (
            <tr key={state.id}>
              <th scope="row">
                {stateName(state)}
                <div className="mono none">{state.id}</div>
              </th>
              <td>{wordFor(STATE_TYPES, state.type)}</td>
              <td>
                <Transitions state={state} states={states} />
              </td>
              <td>{state.approval_config ? <ApprovalFacts state={state} /> : <span className="none">–</span>}</td>
              <td data-align="right">
                {state.sla_hours === undefined ? <span className="none">–</span> : hoursText(state.sla_hours)}
              </td>
              {running && (
                <td data-align="right">
                  {state.type === 'final' ? (
                    <span className="none">–</span>
                  ) : (
                    <CountOfRecords workflow={workflow} state={state.id} count={countIn(running, state.id)} />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const countIn = (running: readonly Running[], state: string): number =>
  running.filter((row) => row.state === state).reduce((sum, { instances }) => sum + instances, 0);

/**
 * A number of records, which leads to their list where that has as many. It has more where an event kept the status in an approval
 * or in a state that is no status, or follows another workflow.
 */
export const CountOfRecords = ({
  workflow: { entity_types },
  state,
  count,
}: {
  workflow: Pick<Workflow, 'entity_types'>;
  state: string;
  count: number;
}) => {
  const search = { type: entity_types.join(','), status: state };
  const isStatus = entity_types.every((type) => type in EVENT_TYPES) && STATUSES.some((status) => status === state);
  const enabled = isStatus && count > 0;
  const { data: listed } = useQuery({ ...eventCountQuery(search), enabled });
  if (!enabled || listed !== count) return <>{count}</>;
  return (
    <Link to="/quality-events" search={search} aria-label={plural(count, { one: '# record', other: '# records' })}>
      {count}
    </Link>
  );
};

const Transitions = ({ state, states }: { state: State; states: Workflow['states'] }) => {
  const targets = listNextStates(state);
  if (targets.length === 0) return <span className="none">–</span>;
  return (
    <ul className="workflow-ways">
      {targets.map((to) => (
        <li key={to}>
          {nameIn(states, to)}
          <Needs state={state} to={to} />
        </li>
      ))}
    </ul>
  );
};

/** What a transition needs, who makes it, and when it is made by itself. */
const Needs = ({ state, to }: { state: State; to: string }) => {
  const { t } = useLingui();
  const { requires_fields, requires_signature, roles } = ruleFor(state, to);
  const { on_approve, on_reject } = state.approval_config ?? {};
  const fields = requires_fields.map(fieldName).join(', ');
  const needs = [
    on_approve === to ? t`approved` : '',
    on_reject === to ? t`rejected` : '',
    fields === '' ? '' : t`needs ${fields}`,
    requires_signature ? t`needs a signature` : '',
    roles.length === 0 ? '' : t`by ${roleWords(roles)}`,
    ...reactionsTo(state, to).map(({ reaction }) => t`by itself: ${reactionText(reaction)}`),
  ].filter(Boolean);
  return (
    <>
      {needs.map((need) => (
        <div key={need} className="none">
          {need}
        </div>
      ))}
    </>
  );
};

const ApprovalFacts = ({ state: { approval_config: approval } }: { state: State }) => {
  const { t } = useLingui();
  if (!approval) return null;
  const {
    required_approvers: count,
    approver_roles,
    approval_type,
    require_signature,
    require_audit_review,
  } = approval;
  const order = wordFor(APPROVAL_TYPES, approval_type ?? (count === 1 ? 'single' : 'parallel'));
  return (
    <>
      <div>{count === 1 ? order : t`${count} approvers, ${order}`}</div>
      <div className="none">{roleWords(approver_roles)}</div>
      {require_signature && <div className="none">{t`with a signature`}</div>}
      {require_audit_review && <div className="none">{t`after a review of the audit trail`}</div>}
    </>
  );
};
