import { Trans, useLingui } from '@lingui/react/macro';
import { Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { typeName } from '../audit/audit-words.ts';
import { fieldName } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { CopyMenu } from '../ui/copy-menu.tsx';
import { Fact } from '../ui/fact.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Signatures } from '../ui/signatures.tsx';
import { Instant } from '../ui/time.tsx';
import { Trail } from '../ui/trail.tsx';
import { Value } from '../ui/trail-entry.tsx';
import { DocumentFile } from './document-file.tsx';
import { copyRecord, recordQuery } from './record.queries.ts';
import { RecordWorkflow } from './record-workflow.tsx';

/** A product, component, document or other record without a page of its own: read, copied and traced. */
const RecordPage = () => {
  const { t } = useLingui();
  const { recordId } = Route.useParams();
  const { data } = useSuspenseQuery(recordQuery(recordId));
  const { id, type, name, attributes, version, created_at, updated_at } = data;
  const mayReadLog = useRight('audit-logs:read');
  useWindowTitle(name);
  return (
    <article className="page record">
      <header className="record-head">
        <div className="record-number">
          <span>{typeName(type)}</span>
          <CopyMenu makeCopy={(format) => copyRecord(id, format)} />
        </div>
        <Title order={1} className="record-title">
          {name}
        </Title>
        <RecordWorkflow record={data} />
      </header>
      <div className="record-columns">
        <div className="record-main">
          <section className="section" aria-label={t`Content`}>
            <h2 className="section-title">{t`Content`}</h2>
            <dl className="fields">
              {Object.entries(attributes).map(([path, value]) => (
                <Fact key={path} name={fieldName(`attributes.${path}`)}>
                  <Value value={value} path={path} isPlain />
                </Fact>
              ))}
            </dl>
            {Object.keys(attributes).length === 0 && (
              <span className="none">
                <Trans>The record has a name alone.</Trans>
              </span>
            )}
          </section>
          {data.file && <DocumentFile id={id} />}
          <Trail recordId={id} />
        </div>
        <aside className="record-aside" aria-label={t`Properties`}>
          <section className="section" aria-label={t`Record`}>
            <h2 className="section-title">{t`Record`}</h2>
            <dl className="fields">
              <Fact name={t`Version`}>{version}</Fact>
              <Fact name={t`Created`}>
                <Instant value={created_at} exact />
              </Fact>
              <Fact name={t`Changed`}>
                <Instant value={updated_at} exact />
              </Fact>
              <Fact name={t`Id`}>
                <span className="mono inspection-id">{id}</span>
              </Fact>
            </dl>
          </section>
          <Signatures recordId={id} />
          {mayReadLog && (
            <Link to="/audit" search={{ entity_id: id }}>
              <Trans>All its entries</Trans>
            </Link>
          )}
        </aside>
      </div>
    </article>
  );
};

export const Route = createLazyRoute('/records/$recordId')({ component: RecordPage });
