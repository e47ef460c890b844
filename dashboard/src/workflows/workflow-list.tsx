import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { choices, RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import type { Column } from '../ui/list/data-table.tsx';
import type { FilterSpec } from '../ui/list/filter-bar.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import type { Workflow } from './definition.ts';
import { runningQuery, totalRunning } from './workflow.queries.ts';

export const workflowFilters = (): FilterSpec[] => [
  { name: 'entity_type', label: i18n._(msg`Kind of record`), kind: 'choice', choices: choices(RECORD_TYPES) },
  { name: 'is_active', label: i18n._(msg`Active`), kind: 'flag' },
];

export const kindsText = ({ entity_types }: Pick<Workflow, 'entity_types'>): string =>
  entity_types.map((type) => wordFor(RECORD_TYPES, type)).join(', ');

/** Whether new records follow the workflow. */
export const WorkflowActivity = ({ workflow: { is_active } }: { workflow: Pick<Workflow, 'is_active'> }) => {
  const { t } = useLingui();
  return <Status state={is_active ? 'active' : 'deactivated'} label={is_active ? t`Active` : t`Not active`} />;
};

/** How many records are under way, on whichever version. */
const RunningCell = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const { data, error } = useQuery(runningQuery);
  if (error) return <span className="none">{t`not available`}</span>;
  if (!data) return <Skeleton height={12} width={32} />;
  return <>{totalRunning(data, id)}</>;
};

export const workflowColumns = (): Column<Workflow>[] => [
  {
    id: 'name',
    label: i18n._(msg`Name`),
    isFixed: true,
    isWide: true,
    sort: 'name',
    cell: ({ id, name }) => (
      <Link to="/workflows/$workflowId" params={{ workflowId: id }} className="ellipsis" title={name} preload={false}>
        {name}
      </Link>
    ),
    text: ({ name }) => name,
  },
  { id: 'entity_types', label: i18n._(msg`Kinds of record`), cell: kindsText, text: kindsText },
  {
    id: 'is_active',
    label: i18n._(msg`State`),
    cell: (workflow) => <WorkflowActivity workflow={workflow} />,
    text: ({ is_active }) => String(is_active),
  },
  {
    id: 'version',
    label: i18n._(msg`Version`),
    align: 'right',
    cell: ({ version }) => version,
    text: ({ version }) => String(version),
  },
  {
    id: 'running',
    label: i18n._(msg`Records under way`),
    align: 'right',
    cell: ({ id }) => <RunningCell id={id} />,
    text: () => '',
  },
  {
    id: 'states',
    label: i18n._(msg`States`),
    align: 'right',
    cell: ({ states }) => states.length,
    text: ({ states }) => String(states.length),
  },
  {
    id: 'updated_at',
    label: i18n._(msg`Changed`),
    align: 'right',
    sort: 'updated_at',
    cell: ({ updated_at }) => <Instant value={updated_at} />,
    text: ({ updated_at }) => updated_at,
  },
];

export const WORKFLOWS_HIDDEN_AT_FIRST = ['states'];
