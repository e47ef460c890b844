import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRight } from '../session/session.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { type Connection, connect, enableConnection, refreshIntegrations } from './connection.queries.ts';
import { mappingsQuery } from './mapping.queries.ts';

type Props = { connection: Connection };

/** What has to be done before the connection is synchronised; nothing where it is. */
export const NextStep = ({ connection }: Props) => {
  const { status } = connection;
  const mayWrite = useRight('admin:write');
  const { data: mappings } = useQuery(mappingsQuery(connection.id));
  if (status === 'active' || !mayWrite) return null;
  if (status === 'pending_authorization' || status === 'error') return <Authorize connection={connection} />;
  if (mappings === undefined) return null;
  return mappings.length === 0 ? <MapFields connection={connection} /> : <Enable connection={connection} />;
};

const Authorize = ({ connection: { id, problem } }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({ mutationFn: () => connect(queries, id) });
  return (
    <Step
      title={problem ? t`The external system refuses the login` : t`Authorize the connection`}
      note={problem?.message ?? t`The login is tried at the external system, and tested at once.`}
      error={error}
    >
      <Button onClick={() => mutate()} loading={isPending}>
        <Trans>Authorize</Trans>
      </Button>
    </Step>
  );
};

const MapFields = ({ connection: { id } }: Props) => {
  const { t } = useLingui();
  return (
    <Step title={t`Map the fields`} note={t`Say which records there become which records here, field by field.`}>
      <Button
        renderRoot={(props) => (
          <Link
            to="/integrations/$connectionId/mappings/$mappingId"
            params={{ connectionId: id, mappingId: 'new' }}
            {...props}
          />
        )}
      >
        <Trans>Map fields</Trans>
      </Button>
    </Step>
  );
};

const Enable = ({ connection: { id, status } }: Props) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => enableConnection(id),
    onSettled: () => refreshIntegrations(queries),
  });
  return (
    <Step
      title={status === 'disabled' ? t`The connection is disabled` : t`Enable the connection`}
      note={t`The first synchronisation starts at once. To begin with few records, restrict the mapping by filters.`}
      error={error}
    >
      <Button onClick={() => mutate()} loading={isPending}>
        <Trans>Enable</Trans>
      </Button>
    </Step>
  );
};

type StepProps = { title: string; note: string; error?: unknown; children: ReactNode };

const Step = ({ title, note, error, children }: StepProps) => (
  <>
    <div className="banner">
      <div className="banner-text">
        <strong>{title}</strong>
        <span className="none">{note}</span>
      </div>
      {children}
    </div>
    {error ? <ErrorNotice error={error} /> : null}
  </>
);
