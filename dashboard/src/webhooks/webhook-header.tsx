import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Menu, Title } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRight } from '../session/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Status } from '../ui/status.tsx';
import { Instant } from '../ui/time.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RotateDialog } from './rotate-dialog.tsx';
import { refreshWebhooks, testWebhook, updateWebhook, type Webhook } from './webhook.queries.ts';
import { disabledReasonWord, webhookStatusWord } from './webhook-words.ts';

/** Which webhook it is, whether it is active, and what can be done with it. */
export const WebhookHeader = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayWrite = useRight('admin:write');
  const [dialog, setDialog] = useState<'rotate' | 'recover' | 'remove' | null>(null);
  const { id, url, status } = webhook;
  const close = () => setDialog(null);
  const test = useMutation({
    mutationFn: () => testWebhook(id),
    onSuccess: (deliveryId) =>
      navigate({ to: '/webhooks/$webhookId/deliveries/$deliveryId', params: { webhookId: id, deliveryId } }),
  });
  const setStatus = useMutation({
    mutationFn: (next: Webhook['status']) => updateWebhook(id, { status: next }),
    onSettled: () => refreshWebhooks(queries),
  });
  const hindrance = useHindrance(webhook);
  return (
    <header className="record-head">
      <div className="record-number">
        <span className="mono">{id}</span>
        <span>{t`Webhook`}</span>
      </div>
      <Title order={1} className="record-title">
        {url}
      </Title>
      <div className="record-line">
        <Status state={status} label={webhookStatusWord(status)} />
        {status === 'active' && <CreatedFact webhook={webhook} />}
        <div className="next-step webhook-actions">
          <ActionButton hindrance={hindrance} loading={test.isPending} onClick={() => test.mutate()}>
            <Trans>Send a test</Trans>
          </ActionButton>
          <ActionButton variant="default" hindrance={hindrance} onClick={() => setDialog('recover')}>
            <Trans>Recover a period</Trans>
          </ActionButton>
          {mayWrite && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button variant="default" aria-label={t`More actions`} px={8}>
                  <IconDots size={16} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setDialog('rotate')}>
                  <Trans>Rotate the secret</Trans>
                </Menu.Item>
                {status === 'active' && (
                  <Menu.Item onClick={() => setStatus.mutate('disabled')}>
                    <Trans>Disable</Trans>
                  </Menu.Item>
                )}
                <Menu.Item color="red" onClick={() => setDialog('remove')}>
                  <Trans>Remove</Trans>
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      </div>
      {(test.error ?? setStatus.error) && <ErrorNotice error={test.error ?? setStatus.error} />}
      {status === 'disabled' && (
        <DisabledBanner
          webhook={webhook}
          isBusy={setStatus.isPending}
          onEnable={mayWrite ? () => setStatus.mutate('active') : null}
        />
      )}
      {dialog === 'rotate' && <RotateDialog webhook={webhook} onClose={close} />}
      {dialog === 'recover' && <RecoverDialog webhook={webhook} onClose={close} />}
      {dialog === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
    </header>
  );
};

const CreatedFact = ({ webhook }: { webhook: Webhook }) => {
  const { t } = useLingui();
  return (
    <span className="fact">
      <span className="fact-name">{t`Created`}</span> <Instant value={webhook.created_at} />
    </span>
  );
};

/** Why nothing can be sent by the user at the moment; null where it can. */
export const useHindrance = ({ status }: Webhook): string | null => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  if (!mayWrite) return t`Your role reads webhooks and does not change them.`;
  return status === 'disabled' ? t`The webhook is disabled. Enable it first.` : null;
};

type BannerProps = { webhook: Webhook; isBusy: boolean; onEnable: (() => void) | null };

const DisabledBanner = ({ webhook, isBusy, onEnable }: BannerProps) => {
  const reason = disabledReasonWord(webhook.disabled_reason);
  return (
    <div className="banner webhook-disabled">
      <div className="banner-text">
        <span>
          <Trans>
            Disabled since <Instant value={webhook.disabled_at} exact />, {reason}.
          </Trans>
        </span>
        <span className="none">
          <Trans>
            Events are stored as skipped for 90 days. Repair the receiver, enable the webhook, then recover the period.
          </Trans>
        </span>
      </div>
      {onEnable && (
        <Button onClick={onEnable} loading={isBusy}>
          <Trans>Enable again</Trans>
        </Button>
      )}
    </div>
  );
};
