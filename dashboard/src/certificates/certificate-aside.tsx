import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useRight } from '../session/session.ts';
import { Fact } from '../ui/fact.tsx';
import { Person } from '../ui/people.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import { Day, Instant } from '../ui/time.tsx';
import type { Certificate } from './certificate.queries.ts';
import { Supersession } from './supersession.tsx';

/** Whose certificate it is, what it is about, who validated it, and which others it supersedes or is superseded by. */
export const CertificateAside = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const mayReadSuppliers = useRight('suppliers:read');
  const { supplier_id, component_id, batch_number, issue_date, expiry_date, document, validation } = certificate;
  const names = useRecordNames([supplier_id, component_id]);
  const supplier = names(supplier_id);
  return (
    <aside className="record-aside" aria-label={t`Properties`}>
      <section className="section" aria-label={t`Record`}>
        <h2 className="section-title">
          <Trans>Record</Trans>
        </h2>
        <dl className="fields">
          <Fact name={t`Supplier`}>
            {supplier_id === null ? (
              '–'
            ) : mayReadSuppliers ? (
              <Link to="/suppliers/$supplierId" params={{ supplierId: supplier_id }} preload={false}>
                {supplier}
              </Link>
            ) : (
              supplier
            )}
          </Fact>
          <Fact name={t`Component`}>{names(component_id) || '–'}</Fact>
          <Fact name={t`Batch`}>
            <span className="mono">{batch_number ?? '–'}</span>
          </Fact>
          <Fact name={t`Issued`}>
            <Day value={issue_date} />
          </Fact>
          <Fact name={t`Expires`}>{expiry_date === null ? t`never` : <Day value={expiry_date} />}</Fact>
        </dl>
      </section>
      {validation && (
        <section className="section" aria-label={t`Validation`}>
          <h2 className="section-title">
            <Trans>Validation</Trans>
          </h2>
          <dl className="fields">
            <Fact name={t`By`}>
              <Person id={validation.validated_by} />
            </Fact>
            <Fact name={t`On`}>
              <Instant value={validation.validated_at} exact />
            </Fact>
            <Fact name={t`Note`}>
              <span className="prose">{validation.validation_notes ?? '–'}</span>
            </Fact>
          </dl>
        </section>
      )}
      <Supersession certificate={certificate} />
      <section className="section" aria-label={t`File`}>
        <h2 className="section-title">
          <Trans>File</Trans>
        </h2>
        <dl className="fields">
          <Fact name={t`Name`}>{document.filename}</Fact>
          <Fact name={t`Uploaded by`}>
            <Person id={certificate.created_by} />
          </Fact>
          <Fact name={t`On`}>
            <Instant value={certificate.created_at} />
          </Fact>
          <Fact name={t`Checksum`}>
            <code className="checksum">{document.checksum}</code>
          </Fact>
        </dl>
      </section>
    </aside>
  );
};
