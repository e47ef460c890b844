import { Trans } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { EVENT_TYPES, PRIORITIES, wordFor } from '../i18n/vocabulary.ts';
import { Classification } from '../ui/classification.tsx';
import { CopyMenu } from '../ui/copy-menu.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Due } from '../ui/time.tsx';
import { stateName } from '../workflows/words.ts';
import { followedQuery } from '../workflows/workflow.queries.ts';
import { isEnded } from './event-filters.ts';
import { NextStep } from './next-step.tsx';
import {
  copyEvent,
  eventQuery,
  type QualityEvent,
  refreshEvent,
  type WorkflowInstance,
} from './quality-event.queries.ts';
import { Progress } from './workflow-progress.tsx';

type Props = { event: QualityEvent; instance: UseQueryResult<WorkflowInstance> };

/** Which record it is, where it stands, who must act until when, and what can be done with it now. */
export const EventHeader = ({ event, instance }: Props) => {
  const queries = useQueryClient();
  const where = instance.data;
  const workflow = useQuery(followedQuery(where));
  return (
    <header className="record-head">
      <div className="record-number">
        <span className="mono">{event.number}</span>
        <span>{wordFor(EVENT_TYPES, event.type)}</span>
        <CopyMenu makeCopy={(format) => copyEvent(event.id, format)} />
      </div>
      <Title order={1} className="record-title">
        {event.title}
      </Title>
      <div className="record-line">
        <Status
          state={where?.current_state.id ?? event.status}
          label={where ? stateName(where.current_state) : undefined}
        />
        {event.classification && <Classification value={event.classification} />}
        <span className="fact">
          <span className="fact-name">
            <Trans>Priority</Trans>
          </span>{' '}
          {wordFor(PRIORITIES, event.priority)}
        </span>
        {event.due_date && (
          <span className="fact">
            <span className="fact-name">
              <Trans>Due</Trans>
            </span>{' '}
            <Due value={event.due_date} isDone={isEnded(event)} />
          </span>
        )}
        <span className="fact">
          <span className="fact-name">
            <Trans>Assigned to</Trans>
          </span>{' '}
          <Person id={event.assigned_to} />
        </span>
        <NextStep
          record={event}
          name={event.number}
          instance={instance}
          workflow={workflow.data}
          refresh={async () => {
            await refreshEvent(queries, event.id);
            return queries.getQueryData(eventQuery(event.id).queryKey) ?? event;
          }}
        />
      </div>
      {where && workflow.data && <Progress instance={where} workflow={workflow.data} />}
    </header>
  );
};
