import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { LeaveGuard } from '../ui/leave-guard.tsx';
import { Page } from '../ui/page.tsx';
import { useFormDraft, useStoredDraft } from '../ui/use-draft.ts';
import { connect, createConnection } from './connection.queries.ts';
import { type ConnectionContent, EMPTY_CONNECTION, toBody, withoutSecrets } from './connection-content.ts';
import { ConnectionForm } from './connection-form.tsx';

const DRAFT = 'new-connection';

const NewConnectionPage = () => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  if (mayWrite) return <NewConnection />;
  return (
    <Page title={t`Connect a system`}>
      <Empty title={t`Your role does not change integrations`} />
    </Page>
  );
};

const NewConnection = () => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const draft = useStoredDraft<ConnectionContent>(DRAFT);
  const [restored] = useState(draft.read);
  const [fault, setFault] = useState<unknown>(null);
  const form = useForm<ConnectionContent>({
    defaultValues: EMPTY_CONNECTION,
    ...(restored ? { values: restored } : {}),
  });
  useFormDraft(DRAFT, form, withoutSecrets);

  const submit = async (content: ConnectionContent) => {
    setFault(null);
    try {
      const { id } = await createConnection(toBody(content));
      await connect(queries, id);
      draft.erase();
      await navigate({ to: '/integrations/$connectionId', params: { connectionId: id }, ignoreBlocker: true });
    } catch (error) {
      setFault(error);
    }
  };

  return (
    <Page title={t`Connect a system`}>
      <LeaveGuard when={form.formState.isDirty || restored !== null} onLeave={draft.erase} />
      <ConnectionForm
        form={form}
        verb={t`Connect and test`}
        isNew
        fault={fault}
        onSubmit={submit}
        onCancel={() => void navigate({ to: '/integrations' })}
      />
    </Page>
  );
};

export const Route = createLazyRoute('/integrations/new')({ component: NewConnectionPage });
