import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Tabs, Title } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { useWindowTitle } from '../ui/page.tsx';
import { Instant } from '../ui/time.tsx';
import { Trail } from '../ui/trail.tsx';
import type { Workflow } from './definition.ts';
import { Metrics } from './metrics.tsx';
import type { WorkflowTab } from './routes.ts';
import { StatesTable } from './states-table.tsx';
import { Versions } from './versions.tsx';
import { runningQuery, totalRunning, workflowQuery } from './workflow.queries.ts';
import { WorkflowGraph } from './workflow-graph.tsx';
import { kindsText, WorkflowActivity } from './workflow-list.tsx';
import './workflows.css';

const WorkflowPage = () => {
  const { t } = useLingui();
  const { workflowId } = Route.useParams();
  const { tab = 'definition', period = '30d', page = 1 } = Route.useSearch();
  const navigate = useNavigate();
  const { data: workflow } = useSuspenseQuery(workflowQuery(workflowId));
  const { data: running } = useQuery(runningQuery);
  useWindowTitle(workflow.name);
  const open = (next: string | null) =>
    navigate({
      to: '/workflows/$workflowId',
      params: { workflowId },
      search: next === 'definition' || next === null ? {} : { tab: next as WorkflowTab },
      replace: true,
    });
  const own = running?.filter(({ workflow_id }) => workflow_id === workflowId);
  return (
    <article className="page record">
      <WorkflowHeader workflow={workflow} />
      <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="definition">{t`Definition`}</Tabs.Tab>
          <Tabs.Tab value="versions">{t`Versions`}</Tabs.Tab>
          <Tabs.Tab value="metrics">{t`Metrics`}</Tabs.Tab>
          <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="definition">
          <WorkflowGraph workflow={workflow} />
          <StatesTable workflow={workflow} running={own} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <Versions workflow={workflow} page={page} />
        </Tabs.Panel>
        <Tabs.Panel value="metrics">
          <Metrics workflow={workflow} period={period} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Trail recordId={workflowId} />
        </Tabs.Panel>
      </Tabs>
    </article>
  );
};

/** Which records follow the workflow, at which version, and the way to its editor. */
const WorkflowHeader = ({ workflow }: { workflow: Workflow }) => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  const { data: running } = useQuery(runningQuery);
  const { id, name, description, version, updated_at } = workflow;
  return (
    <header className="record-head">
      <div className="record-number">
        <span>{kindsText(workflow)}</span>
        <span>{t`Workflow`}</span>
      </div>
      <Title order={1} className="record-title">
        {name}
      </Title>
      {description && <p className="prose none">{description}</p>}
      <div className="record-line">
        <WorkflowActivity workflow={workflow} />
        <span className="fact">{t`Version ${version}`}</span>
        <span className="fact">
          <span className="fact-name">{t`Changed`}</span> <Instant value={updated_at} />
        </span>
        {running && (
          <span className="fact">
            <span className="fact-name">{t`Records under way`}</span> {totalRunning(running, id)}
          </span>
        )}
        <div className="next-step">
          {mayWrite && (
            <Button
              leftSection={<IconPencil size={15} aria-hidden />}
              renderRoot={(props) => <Link to="/workflows/$workflowId/edit" params={{ workflowId: id }} {...props} />}
            >
              <Trans>Edit</Trans>
            </Button>
          )}
        </div>
      </div>
    </header>
  );
};

export const Route = createLazyRoute('/workflows/$workflowId/')({ component: WorkflowPage });
