import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { choices } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import type { FieldSpec } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useVersionedForm } from '../ui/use-versioned-form.tsx';
import {
  type Connection,
  connect,
  connectionQuery,
  refreshIntegrations,
  updateConnection,
} from './connection.queries.ts';
import {
  type ConnectionContent,
  loginText,
  toContent,
  toPatch,
  withoutSecrets,
  withSecretsOf,
} from './connection-content.ts';
import { ConnectionForm } from './connection-form.tsx';
import { DIRECTIONS, STRATEGIES } from './words.ts';

const ChangeConnectionPage = () => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  if (mayWrite) return <ChangeConnection />;
  return (
    <Page title={t`Change the connection`}>
      <Empty title={t`Your role does not change integrations`} />
    </Page>
  );
};

const useSpecs = (): FieldSpec[] => {
  const { t } = useLingui();
  return [
    { path: 'name', label: t`Name`, kind: 'text' },
    { path: 'api_base', label: t`Address of the API`, kind: 'text' },
    { path: 'api_version', label: t`Version of the API`, kind: 'text' },
    { path: 'authentication', label: t`Login`, kind: 'text' },
    { path: 'direction', label: t`Direction`, kind: 'choice', choices: choices(DIRECTIONS) },
    { path: 'interval_minutes', label: t`Every so many minutes`, kind: 'number' },
    { path: 'batch_size', label: t`Records in one page`, kind: 'number' },
    { path: 'change_field', label: t`Field with the time of the last change`, kind: 'text' },
    { path: 'realtime', label: t`The Vault also sends messages (Spark)`, kind: 'yes_no' },
    {
      path: 'default_strategy',
      label: t`Where both sides changed a field, this wins`,
      kind: 'choice',
      choices: choices(STRATEGIES),
    },
    { path: 'manual_review_fields', label: t`Fields that a user decides`, kind: 'tags' },
  ];
};

const ChangeConnection = () => {
  const { t } = useLingui();
  const { connectionId } = Route.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: connection } = useSuspenseQuery(connectionQuery(connectionId));
  const close = () => navigate({ to: '/integrations/$connectionId', params: { connectionId }, ignoreBlocker: true });
  const { form, fault, submit, discard, conflict } = useVersionedForm<Connection, ConnectionContent>({
    name: `${connectionId}:content`,
    record: connection,
    specs: useSpecs(),
    toValues: toContent,
    toReadable: (content) => ({ ...content, authentication: loginText(content, t`a new secret`) }),
    toStored: withoutSecrets,
    fromStored: (stored, base) => withSecretsOf(base, stored),
    reload: () => queries.fetchQuery({ ...connectionQuery(connectionId), staleTime: 0 }),
    save: async (content, from) => {
      const changed = await updateConnection(connectionId, toPatch(content, from), from.version);
      if (changed.status === 'pending_authorization') await connect(queries, connectionId);
      await refreshIntegrations(queries);
      await close();
    },
  });

  return (
    <Page title={t`Change the connection`}>
      <LeaveGuard when={form.formState.isDirty} onLeave={discard} />
      <ConnectionForm
        form={form}
        verb={t`Save`}
        fault={fault}
        onSubmit={submit}
        onCancel={() => {
          discard();
          void close();
        }}
      />
      {conflict}
    </Page>
  );
};

export const Route = createLazyRoute('/integrations/$connectionId/change')({ component: ChangeConnectionPage });
