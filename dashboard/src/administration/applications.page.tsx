import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { useState } from 'react';
import type { SavedView } from '../session/preferences.ts';
import { useRight } from '../session/session.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { APPLICATION_FILTERS, applicationListQuery } from './credential.queries.ts';
import { applicationColumns, applicationFilters } from './credential-list.tsx';
import { NewApplicationDialog } from './new-application.tsx';

const ApplicationListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('admin:write');
  const query = useQuery(applicationListQuery(search));
  const [isCreating, setCreating] = useState(false);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
      <Trans>New application</Trans>
    </Button>
  );
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Active`, search: { status: 'active' } },
  ];
  return (
    <Page title={t`OAuth applications`} isFluid actions={create}>
      <RecordList
        name="applications"
        label={t`OAuth applications`}
        address="/administration/applications"
        search={search}
        query={query}
        columns={applicationColumns()}
        hiddenAtFirst={[]}
        filters={applicationFilters()}
        filterNames={APPLICATION_FILTERS}
        views={views}
        rowName={({ name }) => name}
        empty={{
          unmatched: t`No application fits these filters`,
          none: t`No OAuth applications yet`,
          hint: t`Create one for each program that acts as itself or signs users in.`,
          action: create,
        }}
      />
      {isCreating && <NewApplicationDialog onClose={() => setCreating(false)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/administration/applications/')({ component: ApplicationListPage });
