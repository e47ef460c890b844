import { Trans, useLingui } from '@lingui/react/macro';
import { NumberInput } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import { ChangesTable } from './changes-table.tsx';
import { toDefinition, type Workflow } from './definition.ts';
import { workflowQuery, workflowVersionQuery } from './workflow.queries.ts';
import './workflows.css';

/** Two versions of a workflow, as a table of what differs. */
const ComparePage = () => {
  const { t } = useLingui();
  const { workflowId } = Route.useParams();
  const { data: workflow } = useSuspenseQuery(workflowQuery(workflowId));
  const search = Route.useSearch();
  const to = Math.min(search.to ?? workflow.version, workflow.version);
  const from = Math.min(search.from ?? Math.max(1, to - 1), workflow.version);
  const navigate = useNavigate();
  const choose = (next: { from?: number; to?: number }) =>
    navigate({
      to: '/workflows/$workflowId/compare',
      params: { workflowId },
      search: { from, to, ...next },
      replace: true,
    });
  const number = (label: string, name: 'from' | 'to', value: number) => (
    <NumberInput
      label={label}
      min={1}
      max={workflow.version}
      allowDecimal={false}
      value={value}
      onChange={(next) => typeof next === 'number' && next >= 1 && void choose({ [name]: next })}
    />
  );
  return (
    <Page
      title={t`Versions ${from} and ${to} of ${workflow.name}`}
      actions={
        <Link to="/workflows/$workflowId" params={{ workflowId }} search={{ tab: 'versions' }}>
          {t`All versions`}
        </Link>
      }
    >
      {workflow.version === 1 ? (
        <Empty title={t`There is one version yet`}>
          <Trans>A change of the workflow makes the next one, and both can be compared then.</Trans>
        </Empty>
      ) : (
        <>
          <div className="workflow-tools">
            {number(t`From version`, 'from', from)}
            {number(t`To version`, 'to', to)}
          </div>
          <Both workflowId={workflowId} from={from} to={to} />
        </>
      )}
    </Page>
  );
};

const Both = ({ workflowId, from, to }: { workflowId: string; from: number; to: number }) => {
  const one = useQuery(workflowVersionQuery(workflowId, from));
  const other = useQuery(workflowVersionQuery(workflowId, to));
  return (
    <Part query={one} lines={6}>
      {(before) => (
        <Part query={other} lines={6}>
          {(after) => <Compared before={before} after={after} />}
        </Part>
      )}
    </Part>
  );
};

const Compared = ({ before, after }: { before: Workflow; after: Workflow }) => {
  const { t } = useLingui();
  return (
    <>
      <p className="none workflow-note">
        <Trans>
          Version {before.version} of <Instant value={before.updated_at} exact />, version {after.version} of{' '}
          <Instant value={after.updated_at} exact />.
        </Trans>
      </p>
      <ChangesTable
        before={toDefinition(before)}
        after={toDefinition(after)}
        heads={[t`Version ${before.version}`, t`Version ${after.version}`]}
      />
    </>
  );
};

export const Route = createLazyRoute('/workflows/$workflowId/compare')({ component: ComparePage });
