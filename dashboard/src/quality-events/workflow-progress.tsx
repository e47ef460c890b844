import { useLingui } from '@lingui/react/macro';
import { nameIn } from '../workflows/words.ts';
import type { Workflow, WorkflowInstance } from './quality-event.queries.ts';

/** The states that the record went through, without the loops that it went back from. */
const passedStates = ({ history, current_state }: WorkflowInstance): string[] => {
  const first = history.at(-1)?.from_state;
  const passed: string[] = first ? [first] : [];
  for (const { to_state } of history.toReversed()) {
    const known = passed.indexOf(to_state);
    passed.splice(known === -1 ? passed.length : known, passed.length, to_state);
  }
  if (passed.at(-1) !== current_state.id) passed.push(current_state.id);
  return passed;
};

/** The states that lie ahead where everything goes well: the decision's way out of an approval, else the first further one. */
const coming = ({ states }: Workflow, passed: readonly string[]): string[] => {
  const ahead: string[] = [];
  for (;;) {
    const state = states.find(({ id }) => id === (ahead.at(-1) ?? passed.at(-1)));
    const ways = state?.approval_config?.on_approve
      ? [state.approval_config.on_approve]
      : (state?.allowed_transitions ?? []);
    const next = ways.find((id) => !ahead.includes(id) && !passed.includes(id) && id !== 'rejected');
    if (next === undefined) return ahead;
    ahead.push(next);
  }
};

/** The workflow of a record drawn as its way: what is behind it, where it is, what lies ahead. */
export const Progress = ({ instance, workflow }: { instance: WorkflowInstance; workflow: Workflow }) => {
  const { t } = useLingui();
  const passed = passedStates(instance);
  const ahead = coming(workflow, passed);
  const here = passed.length - 1;
  const isFinal = workflow.states.find(({ id }) => id === instance.current_state.id)?.type === 'final';
  return (
    <ol
      className="progress"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: in a narrow window it scrolls, and is reached by the keyboard.
      tabIndex={0}
      aria-label={t`Way through the workflow ${workflow.name}`}
    >
      {[...passed, ...ahead].map((id, index) => {
        const place = index < here || (index === here && isFinal) ? 'done' : index === here ? 'now' : 'ahead';
        return (
          <li key={id} data-place={place} aria-current={index === here ? 'step' : undefined}>
            <span className="dot" aria-hidden />
            <span className="step">{nameIn(workflow.states, id)}</span>
          </li>
        );
      })}
    </ol>
  );
};
