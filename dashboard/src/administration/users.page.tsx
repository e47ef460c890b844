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
import { InviteDialog } from './invite-dialog.tsx';
import { readAllUsers, USER_FILTERS, userListQuery } from './user.queries.ts';
import { USERS_HIDDEN_AT_FIRST, userColumns, userFilters } from './user-list.tsx';

const UserListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('admin:write');
  const query = useQuery(userListQuery(search));
  const [isInviting, setInviting] = useState(false);
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Active`, search: { active: 'true' } },
    { name: t`Administrators`, search: { active: 'true', role: 'system_admin' } },
  ];
  return (
    <Page
      title={t`Users`}
      isFluid
      actions={
        mayWrite && (
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setInviting(true)}>
            <Trans>Invite user</Trans>
          </Button>
        )
      }
    >
      <RecordList
        name="users"
        label={t`Users`}
        address="/administration/users"
        search={search}
        query={query}
        columns={userColumns()}
        hiddenAtFirst={USERS_HIDDEN_AT_FIRST}
        filters={userFilters()}
        filterNames={USER_FILTERS}
        views={views}
        defaultSort="name"
        rowName={({ name }) => name}
        readAll={readAllUsers}
        empty={{ unmatched: t`No user fits these filters`, none: t`No users yet`, hint: t`Invite your colleagues.` }}
      />
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/administration/users/')({ component: UserListPage });
