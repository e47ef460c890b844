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
import { KEY_FILTERS, keyListQuery } from './credential.queries.ts';
import { KEYS_HIDDEN_AT_FIRST, keyColumns, keyFilters } from './credential-list.tsx';
import { NewKeyDialog } from './new-key.tsx';

const KeyListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('admin:write');
  const query = useQuery(keyListQuery(search));
  const [isCreating, setCreating] = useState(false);
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreating(true)}>
      <Trans>New key</Trans>
    </Button>
  );
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Active`, search: { status: 'active' } },
    { name: t`Expire first`, search: { status: 'active', sort: 'expires_at' } },
  ];
  return (
    <Page title={t`API keys`} isFluid actions={create}>
      <RecordList
        name="api_keys"
        label={t`API keys`}
        address="/administration/api-keys"
        search={search}
        query={query}
        columns={keyColumns()}
        hiddenAtFirst={KEYS_HIDDEN_AT_FIRST}
        filters={keyFilters()}
        filterNames={KEY_FILTERS}
        views={views}
        rowName={({ name }) => name}
        empty={{
          unmatched: t`No key fits these filters`,
          none: t`No API keys yet`,
          hint: t`Create one for each program that calls the API.`,
          action: create,
        }}
      />
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/administration/api-keys/')({ component: KeyListPage });
