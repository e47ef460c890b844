import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Lines, Part } from '../ui/part.tsx';
import { followedQuery } from '../workflows/workflow.queries.ts';
import type { WorkflowInstance } from './quality-event.queries.ts';
import { WorkflowHistory } from './workflow-history.tsx';

const WorkflowGraph = lazy(() =>
  import('../workflows/workflow-graph.tsx').then(({ WorkflowGraph }) => ({ default: WorkflowGraph })),
);

/** The workflow of a record: drawn with the state that it is in, and the transitions that it made. */
export const WorkflowTab = ({ query }: { query: UseQueryResult<WorkflowInstance> }) => (
  <>
    <Part query={query} lines={8}>
      {(instance) => <Drawn instance={instance} />}
    </Part>
    <WorkflowHistory query={query} />
  </>
);

const Drawn = ({ instance }: { instance: WorkflowInstance }) => {
  const workflow = useQuery(followedQuery(instance));
  const passed = instance.history.flatMap(({ from_state, to_state }) => [from_state, to_state]);
  return (
    <Part query={workflow} lines={8}>
      {(definition) => (
        <Suspense fallback={<Lines count={8} />}>
          <WorkflowGraph
            workflow={definition}
            current={instance.current_state.id}
            passed={passed.filter((state) => state !== null)}
          />
        </Suspense>
      )}
    </Part>
  );
};
