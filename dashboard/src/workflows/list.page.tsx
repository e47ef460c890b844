import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { useRight } from '../session/session.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { NewWorkflowDialog } from './new-workflow.tsx';
import { workflowListQuery } from './workflow.queries.ts';
import { WORKFLOWS_HIDDEN_AT_FIRST, workflowColumns, workflowFilters } from './workflow-list.tsx';

const WorkflowListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('admin:write');
  const query = useQuery(workflowListQuery(search));
  const [isCreating, setCreating] = useState(false);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
      <Trans>New workflow</Trans>
    </Button>
  );
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Active`, search: { is_active: 'true' } },
  ];
  return (
    <Page
      title={t`Workflows`}
      isFluid
      actions={
        <>
          <Link to="/overview">{t`Figures of all workflows`}</Link>
          {create}
        </>
      }
    >
      <RecordList
        name="workflows"
        label={t`Workflows`}
        address="/workflows"
        search={search}
        query={query}
        columns={workflowColumns()}
        hiddenAtFirst={WORKFLOWS_HIDDEN_AT_FIRST}
        filters={workflowFilters()}
        filterNames={workflowFilters().map(({ name }) => name)}
        views={views}
        rowName={({ name }) => name}
        empty={{
          unmatched: t`No workflow fits these filters`,
          none: t`There is no workflow yet`,
          hint: mayWrite
            ? t`Every organisation is given the usual ones.`
            : t`A system administrator defines workflows.`,
          action: create,
        }}
      />
      {isCreating && <NewWorkflowDialog onClose={() => setCreating(false)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/workflows/')({ component: WorkflowListPage });
