import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { fieldName } from '../i18n/vocabulary.ts';
import { Empty } from '../ui/empty.tsx';
import { Status } from '../ui/status.tsx';
import { Day } from '../ui/time.tsx';
import type { Certificate, CertificateData } from './certificate.queries.ts';
import { isBeingRead } from './certificate-filters.ts';
import { FIELD_NAMES, isDay, type Row } from './data-fields.ts';

/** What the document says, with the corrections of people in their places. */
export const CertificateValues = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const { extracted_data: data } = certificate;
  if (!data)
    return isBeingRead(certificate) ? (
      <Empty title={t`The document is being read`}>
        <Trans>What it says stands here in a moment.</Trans>
      </Empty>
    ) : (
      <Empty title={t`Nothing was read`}>
        <Trans>Look at the document itself, or have it read again.</Trans>
      </Empty>
    );
  return (
    <>
      <Warnings warnings={data.warnings} />
      {data.test_results.length > 0 && <ResultTable data={data} />}
      <section className="section" aria-label={t`Further values`}>
        <h2 className="section-title">
          <Trans>Further values</Trans>
        </h2>
        <dl className="fields">
          {FIELD_NAMES.filter((name) => data[name] !== null).map((name) => (
            <div key={name}>
              <dt>{fieldName(name)}</dt>
              <dd>
                {isDay(name) ? <Day value={data[name]} /> : data[name]} <Corrected data={data} path={name} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
};

/** What a reviewer should look at. */
export const Warnings = ({ warnings }: { warnings: readonly string[] }) => {
  const { t } = useLingui();
  if (warnings.length === 0) return null;
  return (
    <details className="warnings" open={warnings.length < 4} aria-label={t`Warnings`}>
      <summary>
        <Plural value={warnings.length} one="# thing to look at" other="# things to look at" />
      </summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning} lang="en">
            {warning}
          </li>
        ))}
      </ul>
    </details>
  );
};

/** The first value of a corrected one, as it was read. */
const Corrected = ({ data, path }: { data: CertificateData; path: string }) => {
  const first = data.overrides.find((override) => override.path === path);
  if (!first) return null;
  const { from, reason } = first;
  return (
    <span className="corrected" title={reason ?? undefined}>
      {typeof from === 'string' ? <s>{from}</s> : <Trans>added</Trans>}
    </span>
  );
};

/** Whether a row passes: a word with the same icon everywhere. */
export const RowStatus = ({ status }: { status: Row['status'] }) => {
  const { t } = useLingui();
  if (status === 'pass') return <Status state="valid" label={t`Passes`} />;
  if (status === 'fail') return <Status state="invalid" label={t`Fails`} />;
  return <Status state="stale" label={t`No status`} />;
};

const ResultTable = ({ data }: { data: CertificateData }) => {
  const { t } = useLingui();
  return (
    <section className="section" aria-label={t`Test results`}>
      <h2 className="section-title">
        <Trans>Test results</Trans>
      </h2>
      <table className="plain results-table">
        <thead>
          <tr>
            <th>{t`Test`}</th>
            <th>{t`Specification`}</th>
            <th>{t`Result`}</th>
            <th>{t`State`}</th>
          </tr>
        </thead>
        <tbody>
          {data.test_results.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is named by its place, as the API names it.
            <tr key={index}>
              <td>
                {row.parameter}
                {(row.sample || row.section) && (
                  <span className="row-more">{[row.section, row.sample].filter(Boolean).join(' · ')}</span>
                )}
              </td>
              <td>
                {row.specification ?? '–'} <Corrected data={data} path={`test_results.${index}.specification`} />
              </td>
              <td>
                {row.result ?? '–'} {row.unit} <Corrected data={data} path={`test_results.${index}.result`} />
              </td>
              <td>
                <RowStatus status={row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
