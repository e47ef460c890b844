import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Part } from '../ui/part.tsx';
import { Instant } from '../ui/time.tsx';
import { CodeBlock } from './code-block.tsx';
import { DeliveryStatus } from './deliveries.tsx';
import { type DeliveryDetail, deliveryQuery, redeliver, type Webhook, webhookQuery } from './webhook.queries.ts';
import { useHindrance } from './webhook-header.tsx';
import { answerWord } from './webhook-words.ts';

const DeliveryPage = () => {
  const { webhookId, deliveryId } = Route.useParams();
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookId));
  const query = useQuery(deliveryQuery(webhookId, deliveryId));
  return (
    <article className="page record">
      <Part query={query} lines={8}>
        {(delivery) => <DeliveryContent webhook={webhook} delivery={delivery} />}
      </Part>
    </article>
  );
};

type Props = { webhook: Webhook; delivery: DeliveryDetail };

const DeliveryContent = ({ webhook, delivery }: Props) => {
  const { t } = useLingui();
  const { id, event, attempts, request_body, response_body, response_status } = delivery;
  const hindrance = useHindrance(webhook);
  useWindowTitle(event);
  const noBody =
    attempts === 0
      ? t`Nothing was sent yet.`
      : response_status === null
        ? t`There was no answer.`
        : t`The answer has no body.`;
  const again = useMutation({ mutationFn: async () => void (await redeliver(webhook.id, id)) });
  return (
    <>
      <header className="record-head">
        <div className="record-number">
          <span className="mono">{id}</span>
          <span>{t`Delivery`}</span>
        </div>
        <Title order={1} className="record-title">
          {event}
        </Title>
        <div className="record-line" aria-live="polite">
          <DeliveryStatus delivery={delivery} />
          {answerWord(delivery) && (
            <span className="fact">
              <span className="fact-name">{t`Answer`}</span> {answerWord(delivery)}
            </span>
          )}
          {delivery.next_attempt_at && (
            <span className="fact">
              <span className="fact-name">{t`Next attempt`}</span>{' '}
              <Instant value={delivery.next_attempt_at} exact seconds />
            </span>
          )}
          <div className="next-step">
            <ActionButton hindrance={hindrance} loading={again.isPending} onClick={() => again.mutate()}>
              <Trans>Redeliver</Trans>
            </ActionButton>
          </div>
        </div>
        {again.isSuccess && (
          <p className="none" role="status">
            <Trans>The redelivery is requested. Its outcome appears here.</Trans>
          </p>
        )}
        {again.error && <ErrorNotice error={again.error} />}
      </header>
      <div className="record-columns">
        <div className="record-main">
          <Block title={t`Answer`}>
            {response_body ? (
              <CodeBlock label={t`Body of the answer`} code={response_body} isWrapped />
            ) : (
              <span className="none">{noBody}</span>
            )}
          </Block>
          <Block title={t`Request`}>
            {request_body === null ? (
              <span className="none">
                <Trans>The body is not stored any more.</Trans>
              </span>
            ) : (
              <CodeBlock label={t`Body of the request`} code={request_body} isWrapped />
            )}
          </Block>
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <DeliveryFacts delivery={delivery} />
        </aside>
      </div>
    </>
  );
};

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="section" aria-label={title}>
    <h2 className="section-title">{title}</h2>
    {children}
  </section>
);

const DeliveryFacts = ({ delivery }: { delivery: DeliveryDetail }) => {
  const { t, i18n } = useLingui();
  const { attempts, duration_ms: ms, request_url, message_id, created_at, last_attempt_at } = delivery;
  const facts: [string, ReactNode][] = [
    [t`Attempts`, attempts],
    [t`Latest attempt`, <Instant key="last" value={last_attempt_at} exact seconds />],
    [t`Duration`, ms === null ? null : t`${ms.toLocaleString(i18n.locale)} ms`],
    [t`Sent to`, request_url],
    [t`Created`, <Instant key="created" value={created_at} exact seconds />],
    [
      'webhook-id',
      <span key="id" className="mono webhook-id">
        {message_id}
      </span>,
    ],
  ];
  return (
    <Block title={t`Latest attempt`}>
      <dl className="fields">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <span className="none">–</span>}</dd>
          </div>
        ))}
      </dl>
    </Block>
  );
};

export const Route = createLazyRoute('/webhooks/$webhookId/deliveries/$deliveryId')({ component: DeliveryPage });
