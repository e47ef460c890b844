import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CERTIFICATE_TYPES, plain, wordFor } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { Part } from '../ui/part.tsx';
import { Status } from '../ui/status.tsx';
import { Day, Due } from '../ui/time.tsx';
import { certificatesQuery, componentsQuery, type SupplierRecord, supplierEventsQuery } from './supplier.queries.ts';

/** The figures of a supplier; what nobody knows is said to be unknown. */
export const SupplierMetrics = ({ query }: { query: UseQueryResult<SupplierRecord> }) => {
  const { t, i18n } = useLingui();
  const number = (value: number | null | undefined) =>
    typeof value === 'number' ? value.toLocaleString(i18n.locale) : t`unknown`;
  return (
    <section className="section" aria-label={t`Figures`}>
      <h2 className="section-title">
        <Trans>Figures</Trans>
      </h2>
      <Part query={query}>
        {({ metrics }) => (
          <dl className="fields">
            <div>
              <dt>{t`Components`}</dt>
              <dd>{number(metrics?.total_components)}</dd>
            </div>
            <div>
              <dt>{t`Valid certificates`}</dt>
              <dd>{number(metrics?.active_certificates)}</dd>
            </div>
            <div>
              <dt>{t`Expire soon`}</dt>
              <dd>{number(metrics?.expiring_certificates)}</dd>
            </div>
            <div>
              <dt>{t`Open deviations`}</dt>
              <dd>{number(metrics?.open_deviations)}</dd>
            </div>
            <div>
              <dt>{t`On time`}</dt>
              <dd>
                {typeof metrics?.on_time_delivery_rate === 'number'
                  ? `${number(metrics.on_time_delivery_rate)} %`
                  : t`unknown`}
              </dd>
            </div>
          </dl>
        )}
      </Part>
    </section>
  );
};

export const SupplierComponents = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const query = useQuery(componentsQuery(id));
  return (
    <Part query={query} lines={4}>
      {({ components = [] }) =>
        components.length === 0 ? (
          <Empty title={t`Nothing is supplied yet`}>
            <Trans>Components stand here once a relationship says that this supplier supplies them.</Trans>
          </Empty>
        ) : (
          <table className="plain">
            <thead>
              <tr>
                <th>{t`Component`}</th>
                <th>{t`Code`}</th>
                <th>{t`State`}</th>
                <th className="number">{t`Valid certificates`}</th>
                <th className="number">{t`Last delivery`}</th>
              </tr>
            </thead>
            <tbody>
              {components.map(
                ({
                  id: component,
                  name,
                  component_code,
                  is_primary_supplier,
                  status,
                  active_certificates,
                  last_delivery,
                }) => (
                  <tr key={component}>
                    <td>
                      {name} {is_primary_supplier && <span className="none">{t`primary supplier`}</span>}
                    </td>
                    <td className="mono">{component_code ?? '–'}</td>
                    <td>{status ? plain(status) : '–'}</td>
                    <td className="number">{active_certificates}</td>
                    <td className="number">
                      <Day value={last_delivery} />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        )
      }
    </Part>
  );
};

export const SupplierCertificates = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const query = useQuery(certificatesQuery(id));
  const mayUpload = useRight('certificates:write');
  const upload = mayUpload && (
    <Button
      variant="default"
      mb="sm"
      leftSection={<IconUpload size={15} aria-hidden />}
      renderRoot={(props) => <Link to="/certificates/upload" search={{ supplier: id }} {...props} />}
    >
      <Trans>Upload certificates</Trans>
    </Button>
  );
  return (
    <Part query={query} lines={4}>
      {({ certificates = [] }) =>
        certificates.length === 0 ? (
          <Empty title={t`No certificates`} action={upload} />
        ) : (
          <>
            {upload}
            <table className="plain">
              <thead>
                <tr>
                  <th>{t`Certificate`}</th>
                  <th>{t`Type`}</th>
                  <th>{t`State`}</th>
                  <th>{t`Batch`}</th>
                  <th className="number">{t`Expires`}</th>
                </tr>
              </thead>
              <tbody>
                {certificates.map(({ id: certificate, name, type, status, batch_number, expiry_date }) => (
                  <tr key={certificate}>
                    <td>
                      <Link to="/certificates/$certificateId" params={{ certificateId: certificate }} preload={false}>
                        {name}
                      </Link>
                    </td>
                    <td>{wordFor(CERTIFICATE_TYPES, type)}</td>
                    <td>
                      <Status state={status} />
                    </td>
                    <td className="mono">{batch_number ?? '–'}</td>
                    <td className="number">
                      <Due value={expiry_date} isDone={status === 'superseded' || status === 'rejected'} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )
      }
    </Part>
  );
};

export const SupplierEvents = ({ id }: { id: string }) => {
  const { t } = useLingui();
  const mayRead = useRight('quality-events:read');
  const query = useQuery({ ...supplierEventsQuery(id), enabled: mayRead });
  if (!mayRead) return <Empty title={t`Your role does not read quality events`} />;
  return (
    <Part query={query} lines={4}>
      {({ quality_events: events = [] }) =>
        events.length === 0 ? (
          <Empty title={t`No quality events`} />
        ) : (
          <ul className="work-list">
            {events.map(({ id: event, number, title, status, due_date }) => (
              <li key={event}>
                <span className="mono work-kind">{number}</span>
                <Link to="/quality-events/$eventId" params={{ eventId: event }} preload={false} className="ellipsis">
                  {title}
                </Link>
                <Status state={status} />
                <Due value={due_date as string | null} isDone={status === 'closed' || status === 'rejected'} />
              </li>
            ))}
          </ul>
        )
      }
    </Part>
  );
};
