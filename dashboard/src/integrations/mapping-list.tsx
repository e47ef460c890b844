import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EVENT_TYPES, fieldName, wordFor } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { Part } from '../ui/part.tsx';
import { TitledSection } from '../ui/titled-section.tsx';
import { OPERATORS } from '../workflows/words.ts';
import type { Connection } from './connection.queries.ts';
import { type Mapping, mappingsQuery } from './mapping.queries.ts';
import { transformationWord } from './transformation.ts';
import { mappedTypeWord } from './words.ts';

/** Which records there become which records here, field by field. */
export const MappingList = ({ connection: { id } }: { connection: Connection }) => {
  const { t } = useLingui();
  const mayWrite = useRight('admin:write');
  const query = useQuery(mappingsQuery(id));
  return (
    <Part query={query} lines={8}>
      {(mappings) => (
        <>
          {mappings.length === 0 && (
            <Empty title={t`Nothing is mapped yet`}>
              <Trans>A mapping says which records there become which records here, field by field.</Trans>
            </Empty>
          )}
          {mappings.map((mapping) => (
            <MappingSection key={mapping.id} connectionId={id} mapping={mapping} mayWrite={mayWrite} />
          ))}
          {mayWrite && (
            <Button
              variant={mappings.length === 0 ? 'filled' : 'default'}
              renderRoot={(props) => (
                <Link
                  to="/integrations/$connectionId/mappings/$mappingId"
                  params={{ connectionId: id, mappingId: 'new' }}
                  {...props}
                />
              )}
            >
              <Trans>Add a mapping</Trans>
            </Button>
          )}
        </>
      )}
    </Part>
  );
};

type Props = { connectionId: string; mapping: Mapping; mayWrite: boolean };

const MappingSection = ({ connectionId, mapping, mayWrite }: Props) => {
  const { t } = useLingui();
  const { id, source_object, entity_type, event_subtype, field_mappings, filters, bidirectional } = mapping;
  const kind = event_subtype ? wordFor(EVENT_TYPES, event_subtype) : mappedTypeWord(entity_type);
  const title = `${source_object} → ${kind}`;
  const sent = new Set(bidirectional?.enabled ? bidirectional.fields : []);
  return (
    <TitledSection
      title={title}
      renderEdit={
        mayWrite &&
        ((props) => (
          <Link
            to="/integrations/$connectionId/mappings/$mappingId"
            params={{ connectionId, mappingId: id }}
            {...props}
          />
        ))
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
      <section className="table-scroll" aria-label={t`Fields of ${title}`} tabIndex={0}>
        <table className="table integration-table">
          <thead>
            <tr>
              <th scope="col">{t`Field there`}</th>
              <th scope="col">{t`Transformation`}</th>
              <th scope="col">{t`Field here`}</th>
              <th scope="col">{t`Required`}</th>
              <th scope="col">{t`Sent back`}</th>
            </tr>
          </thead>
          <tbody>
            {field_mappings.map(({ source, target, required, transformation }) => (
              <tr key={target}>
                <td className="mono">{source}</td>
                <td>{transformationWord(transformation) || <span className="none">–</span>}</td>
                <td title={target}>{fieldName(target)}</td>
                <td>{required ? t`Yes` : <span className="none">–</span>}</td>
                <td>{sent.has(target) ? t`Yes` : <span className="none">–</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {filters.length > 0 && (
        <p className="none mapping-filters">
          <Trans>Only records where</Trans>{' '}
          {filters
            .map(({ field, operator, value }) => `${field} ${wordFor(OPERATORS, operator)} ${JSON.stringify(value)}`)
            .join(' · ')}
        </p>
      )}
    </TitledSection>
  );
};
