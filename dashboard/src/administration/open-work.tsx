import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Status } from '../ui/status.tsx';
import { Deadline, Due } from '../ui/time.tsx';
import type { OpenWork } from './open-work.queries.ts';

const Group = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <div>
    <h2>{title}</h2>
    {note && (
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    )}
    <ul>{children}</ul>
  </div>
);

/** What is open in the name of a user: events, actions and approvals, and the API keys that act for them. */
export const OpenWorkList = ({ work }: { work: OpenWork }) => {
  const { t } = useLingui();
  const { events, actions, approvals, keys } = work;
  if (events.length + actions.length + approvals.length + keys.length === 0)
    return (
      <Text size="sm">
        <Trans>Nothing is open in their name.</Trans>
      </Text>
    );
  return (
    <div className="open-work">
      {events.length > 0 && (
        <Group title={t`Quality events (${events.length})`}>
          {events.map(({ id, number, title, due_date }) => (
            <li key={id}>
              <Link to="/quality-events/$eventId" params={{ eventId: id }} className="mono" preload={false}>
                {number}
              </Link>
              <span className="ellipsis" title={title}>
                {title}
              </span>
              <Due value={due_date} />
            </li>
          ))}
        </Group>
      )}
      {actions.length > 0 && (
        <Group title={t`Actions of CAPAs (${actions.length})`}>
          {actions.map(({ capa, action }) => (
            <li key={action.id}>
              <Link
                to="/quality-events/$eventId"
                params={{ eventId: capa.id }}
                search={{ tab: 'capas' }}
                className="mono"
                preload={false}
              >
                {capa.number}
              </Link>
              <span className="ellipsis" title={action.description}>
                {action.description}
              </span>
              <Due value={action.due_date} />
            </li>
          ))}
        </Group>
      )}
      {approvals.length > 0 && (
        <Group
          title={t`Approvals that wait for them (${approvals.length})`}
          note={t`They are not handed over: whoever else has the role of an approver decides. The page of an approval lists who can.`}
        >
          {approvals.map(({ approval_id, entity_id, title, due_date }) => (
            <li key={approval_id}>
              <Status state="pending_approval" />
              <Link
                to="/approvals/$entityId"
                params={{ entityId: entity_id }}
                className="ellipsis"
                title={title}
                preload={false}
              >
                {title}
              </Link>
              <Deadline value={due_date} />
            </li>
          ))}
        </Group>
      )}
      {keys.length > 0 && (
        <Text size="sm">
          <Plural
            value={keys.length}
            one="# API key acts for them: it ends with their access."
            other="# API keys act for them: they end with their access."
          />{' '}
          {keys.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </div>
  );
};
