import { useLingui } from '@lingui/react/macro';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { hasCode } from '../session/api-error.ts';
import { useRight } from '../session/session.ts';
import { type Clash, ConflictDialog, findClashes } from '../ui/conflict-dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import type { FieldSpec } from '../ui/fields.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import {
  type Connection,
  connect,
  connectionQuery,
  refreshIntegrations,
  updateConnection,
} from './connection.queries.ts';
import { type ConnectionContent, toContent, toPatch, withoutSecrets, withSecretsOf } from './connection-content.ts';
import { ConnectionForm } from './connection-form.tsx';

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
    { path: 'authentication.type', label: t`Login`, kind: 'text' },
    { path: 'direction', label: t`Direction`, kind: 'text' },
    { path: 'interval_minutes', label: t`Every so many minutes`, kind: 'number' },
    { path: 'batch_size', label: t`Records in one page`, kind: 'number' },
    { path: 'change_field', label: t`Field with the time of the last change`, kind: 'text' },
    { path: 'default_strategy', label: t`Where both sides changed a field, this wins`, kind: 'text' },
    { path: 'manual_review_fields', label: t`Fields that a user decides`, kind: 'tags' },
  ];
};

const ChangeConnection = () => {
  const { t } = useLingui();
  const { connectionId } = Route.useParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: connection } = useSuspenseQuery(connectionQuery(connectionId));
  const specs = useSpecs();
  const name = `${connectionId}:content`;
  const draft = useStoredDraft<ConnectionContent>(name);
  const [restored] = useState(() => {
    const found = draft.read();
    return found && withSecretsOf(connection, found);
  });
  /** The connection as it was when editing began. */
  const [base, setBase] = useState(connection);
  const [fault, setFault] = useState<unknown>(null);
  const [clashes, setClashes] = useState<{ found: Clash[]; theirs: Connection } | null>(null);
  const form = useForm<ConnectionContent>({
    defaultValues: toContent(connection),
    ...(restored ? { values: restored } : {}),
  });
  useFormDraft(name, form, withoutSecrets);

  const send = async (content: ConnectionContent, from: Connection) => {
    setFault(null);
    try {
      const changed = await updateConnection(connectionId, toPatch(content, from), from.version);
      if (changed.status === 'pending_authorization') await connect(queries, connectionId);
      draft.erase();
      await refreshIntegrations(queries);
      await close();
    } catch (error) {
      if (!hasCode(error, 'precondition_failed')) return setFault(error);
      const theirs = await queries.fetchQuery({ ...connectionQuery(connectionId), staleTime: 0 });
      setClashes({ found: findClashes(specs, toContent(from), toContent(theirs), content), theirs });
    }
  };
  const settle = async (chosen: ReadonlyMap<string, unknown>) => {
    if (clashes === null) return;
    for (const [path, value] of chosen) form.setValue(path as 'name', value as string, { shouldDirty: true });
    setBase(clashes.theirs);
    setClashes(null);
    await send(form.getValues(), clashes.theirs);
  };
  const close = () => navigate({ to: '/integrations/$connectionId', params: { connectionId }, ignoreBlocker: true });

  return (
    <Page title={t`Change the connection`}>
      <LeaveGuard when={form.formState.isDirty || restored !== null} onLeave={draft.erase} />
      <ConnectionForm
        form={form}
        verb={t`Save`}
        fault={fault}
        onSubmit={(content) => send(content, base)}
        onCancel={() => {
          draft.erase();
          void close();
        }}
      />
      {clashes && <ConflictDialog clashes={clashes.found} onSettle={settle} onCancel={() => setClashes(null)} />}
    </Page>
  );
};

export const Route = createLazyRoute('/integrations/$connectionId/change')({ component: ChangeConnectionPage });
