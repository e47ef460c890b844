import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { STATES, wordFor } from '../i18n/vocabulary.ts';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Day, Due } from '../ui/time.tsx';
import { ActionDialog, type ActionTask } from './action-dialog.tsx';
import type { CapaAction, QualityEvent } from './quality-event.queries.ts';
import { useHindrance } from './use-hindrance.ts';

/** Where an action goes from each of its states; the first is the usual way. */
const TRANSITIONS: Readonly<Record<string, readonly string[]>> = {
  open: ['in_progress', 'completed', 'cancelled'],
  in_progress: ['completed', 'cancelled'],
  completed: ['verified', 'in_progress', 'cancelled'],
};

/** The actions of a CAPA by kind, each with its next step. */
export const Actions = ({ capa }: { capa: QualityEvent }) => {
  const { t } = useLingui();
  const hindrance = useHindrance(capa);
  const [task, setTask] = useState<ActionTask | null>(null);
  const kinds = [
    { type: 'corrective' as const, title: t`Corrective actions`, actions: capa.corrective_actions ?? [] },
    { type: 'preventive' as const, title: t`Preventive actions`, actions: capa.preventive_actions ?? [] },
  ];
  return (
    <>
      {kinds.map(({ type, title, actions }) => (
        <section key={type} className="section" aria-label={title}>
          <Group justify="space-between" mb={4}>
            <h2 className="section-title">{title}</h2>
            {hindrance === null && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                leftSection={<IconPlus size={14} aria-hidden />}
                aria-label={type === 'corrective' ? t`Add a corrective action` : t`Add a preventive action`}
                onClick={() => setTask({ kind: 'add', type })}
              >
                <Trans>Add</Trans>
              </Button>
            )}
          </Group>
          {actions.length === 0 ? (
            <span className="none">
              <Trans>None planned</Trans>
            </span>
          ) : (
            <ul className="actions">
              {actions.map((action) => (
                <ActionRow key={action.id} action={action} mayChange={hindrance === null} onTask={setTask} />
              ))}
            </ul>
          )}
        </section>
      ))}
      {task && <ActionDialog capa={capa} task={task} onClose={() => setTask(null)} />}
    </>
  );
};

type RowProps = { action: CapaAction; mayChange: boolean; onTask: (task: ActionTask) => void };

const ActionRow = ({ action, mayChange, onTask }: RowProps) => {
  const { t } = useLingui();
  const transitions = TRANSITIONS[action.status] ?? [];
  const verbs: Readonly<Record<string, string>> = {
    in_progress: action.status === 'completed' ? t`Take up again` : t`Begin`,
    completed: t`Complete`,
    verified: t`Verify`,
    cancelled: t`Cancel the action`,
  };
  const [first, ...others] = transitions;
  const isDone = !['open', 'in_progress'].includes(action.status);
  return (
    <li className="action">
      <div className="action-what">
        <span>{action.description}</span>
        {action.completion_notes && (
          <Text size="xs" c="dimmed" component="span">
            {action.completion_notes}
          </Text>
        )}
      </div>
      <div className="action-facts">
        <Status state={action.status} label={wordFor(STATES, action.status)} />
        <Person id={isDone ? (action.completed_by ?? action.assigned_to) : action.assigned_to} />
        {isDone && action.completion_date ? (
          <Day value={action.completion_date} />
        ) : (
          <Due value={action.due_date} isDone={isDone} />
        )}
        {action.original_due_date && action.original_due_date !== action.due_date && (
          <Text size="xs" c="dimmed" component="span">
            <Trans>
              first due <Day value={action.original_due_date} />
            </Trans>
          </Text>
        )}
      </div>
      {mayChange && first !== undefined && (
        <Group gap={4} wrap="nowrap" className="action-tools">
          <Button
            variant="default"
            size="compact-xs"
            aria-label={`${verbs[first]}: ${action.description}`}
            onClick={() => onTask({ kind: 'transition', action, to: first })}
          >
            {verbs[first]}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                px={4}
                aria-label={t`More for: ${action.description}`}
              >
                <IconDots size={15} aria-hidden />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((to) => (
                <Menu.Item key={to} onClick={() => onTask({ kind: 'transition', action, to })}>
                  {verbs[to]}
                </Menu.Item>
              ))}
              <Menu.Item onClick={() => onTask({ kind: 'edit', action })}>
                <Trans>Edit</Trans>
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      )}
    </li>
  );
};
