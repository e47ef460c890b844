import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { SavedView } from '../session/preferences.ts';
import { useRight } from '../session/session.ts';
import { RecordList } from '../ui/list/record-list.tsx';
import { Page } from '../ui/page.tsx';
import { WEBHOOK_FILTERS, webhookListQuery } from './webhook.queries.ts';
import { WEBHOOKS_HIDDEN_AT_FIRST, webhookColumns, webhookFilters } from './webhook-list.tsx';

const WebhookListPage = () => {
  const { t } = useLingui();
  const search = Route.useSearch();
  const mayWrite = useRight('admin:write');
  const query = useQuery(webhookListQuery(search));
  const views: SavedView[] = [
    { name: t`All`, search: {} },
    { name: t`Disabled`, search: { status: 'disabled' } },
  ];
  return (
    <Page
      title={t`Webhooks`}
      isFluid
      actions={
        mayWrite && (
          <Button
            leftSection={<IconPlus size={15} aria-hidden />}
            renderRoot={(props) => <Link to="/webhooks/new" {...props} />}
          >
            <Trans>New</Trans>
          </Button>
        )
      }
    >
      <RecordList
        name="webhooks"
        label={t`Webhooks`}
        address="/webhooks"
        search={search}
        query={query}
        columns={webhookColumns()}
        hiddenAtFirst={WEBHOOKS_HIDDEN_AT_FIRST}
        filters={webhookFilters()}
        filterNames={WEBHOOK_FILTERS}
        views={views}
        rowName={({ url }) => url}
        empty={{
          unmatched: t`No webhook fits these filters`,
          none: t`No webhooks yet`,
          hint: mayWrite
            ? t`A webhook sends events, such as a new deviation or an expired certificate, to a program of yours.`
            : t`A system administrator registers the receivers of events.`,
        }}
      />
    </Page>
  );
};

export const Route = createLazyRoute('/webhooks/')({ component: WebhookListPage });
