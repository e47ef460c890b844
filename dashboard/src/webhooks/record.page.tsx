import { useLingui } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import type { WebhookTab } from '../router.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Trail } from '../ui/trail.tsx';
import { Deliveries } from './deliveries.tsx';
import { Verification } from './verification.tsx';
import { webhookQuery } from './webhook.queries.ts';
import { WebhookFacts } from './webhook-content.tsx';
import { WebhookHeader } from './webhook-header.tsx';

const WebhookPage = () => {
  const { t } = useLingui();
  const { webhookId } = Route.useParams();
  const { tab = 'deliveries', ...search } = Route.useSearch();
  const navigate = useNavigate();
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookId));
  useWindowTitle(webhook.url);
  const open = (next: string | null) =>
    navigate({
      to: '/webhooks/$webhookId',
      params: { webhookId },
      search: next === 'deliveries' || next === null ? {} : { tab: next as WebhookTab },
      replace: true,
    });
  return (
    <article className="page record">
      <WebhookHeader webhook={webhook} />
      <div className="record-columns">
        <div className="record-main">
          <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="deliveries">{t`Deliveries`}</Tabs.Tab>
              <Tabs.Tab value="verification">{t`Verify a delivery`}</Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="deliveries">
              <Deliveries webhookId={webhookId} search={search} />
            </Tabs.Panel>
            <Tabs.Panel value="verification">
              <Verification webhook={webhook} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <Trail recordId={webhookId} />
            </Tabs.Panel>
          </Tabs>
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <WebhookFacts webhook={webhook} />
        </aside>
      </div>
    </article>
  );
};

export const Route = createLazyRoute('/webhooks/$webhookId/')({ component: WebhookPage });
