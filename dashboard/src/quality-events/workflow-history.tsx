import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import type { WorkflowInstance } from './quality-event.queries.ts';

/** The moves of a record through its workflow, newest first. */
export const WorkflowHistory = ({ query }: { query: UseQueryResult<WorkflowInstance> }) => {
  const { t } = useLingui();
  return (
    <section className="section" aria-label={t`Workflow`}>
      <h2 className="section-title">
        <Trans>Workflow</Trans>
      </h2>
      <Part query={query}>
        {({ history }) => (
          <ol className="moves">
            {history.map(({ to_state, transitioned_at, transitioned_by, comment }) => (
              <li key={`${to_state}${transitioned_at}`}>
                <Status state={to_state} />
                <Person id={transitioned_by} />
                <Instant value={transitioned_at} />
                {comment && <p className="trail-reason">{comment}</p>}
              </li>
            ))}
          </ol>
        )}
      </Part>
    </section>
  );
};
