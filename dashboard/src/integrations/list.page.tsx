import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { SavedView } from '../session/preferences.ts';
import { useRight } from '../session/session.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { CONNECTION_FILTERS, connectionListQuery } from './connection.queries.ts';
import { CONNECTIONS_HIDDEN_AT_FIRST, connectionColumns, connectionFilters } from './connection-list.tsx';

const ConnectionListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('admin:write');
  const query = useQuery(connectionListQuery(search));
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Login refused`, search: { status: 'error' } },
  ];
  return (
    <Page
      title={t`Integrations`}
      isFluid
      actions={
        mayWrite && (
          <Button
            leftSection={<IconPlus size={15} aria-hidden />}
            renderRoot={(props) => <Link to="/integrations/new" {...props} />}
          >
            <Trans>Connect a system</Trans>
          </Button>
        )
      }
    >
      <RecordList
        name="integrations"
        label={t`Integrations`}
        address="/integrations"
        search={search}
        query={query}
        columns={connectionColumns()}
        hiddenAtFirst={CONNECTIONS_HIDDEN_AT_FIRST}
        filters={connectionFilters()}
        filterNames={CONNECTION_FILTERS}
        views={views}
        rowName={({ name }) => name}
        empty={{
          unmatched: t`No connection fits these filters`,
          none: t`No system is connected yet`,
          hint: mayWrite
            ? t`A connection synchronises records with a Veeva Vault, an SAP S/4HANA, a Tryton or any OData v4 service.`
            : t`A system administrator connects external systems.`,
        }}
      />
    </Page>
  );
};

export const Route = createLazyRoute('/integrations/')({ component: ConnectionListPage });
