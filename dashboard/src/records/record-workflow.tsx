import type { Schemas } from '@qsc/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApprovalBanner } from '../quality-events/approval-banner.tsx';
import { NextStep } from '../quality-events/next-step.tsx';
import { instanceQuery } from '../quality-events/quality-event.queries.ts';
import { Status } from '../ui/status.tsx';
import { stateName } from '../workflows/words.ts';
import { followedQuery } from '../workflows/workflow.queries.ts';
import { recordQuery, refreshRecord } from './record.queries.ts';

/** Where a record stands in its workflow, and its next step; nothing for one that follows none. */
export const RecordWorkflow = ({ record }: { record: Schemas['Entity'] }) => {
  const queries = useQueryClient();
  const instance = useQuery({ ...instanceQuery(record.id), retry: false });
  const workflow = useQuery(followedQuery(instance.data));
  if (!instance.data) return null;
  const { current_state, approval } = instance.data;
  return (
    <>
      <div className="record-line">
        <Status state={current_state.id} label={stateName(current_state)} />
        <NextStep
          record={record}
          name={record.name}
          instance={instance}
          workflow={workflow.data}
          refresh={async () => {
            await refreshRecord(queries, record.id);
            return queries.getQueryData(recordQuery(record.id).queryKey) ?? record;
          }}
        />
      </div>
      {approval && <ApprovalBanner approval={approval} />}
    </>
  );
};
