import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Files } from '../files/files.tsx';
import { EVENT_TYPES, fieldName } from '../i18n/vocabulary.ts';
import { detailSections, propertySpecs } from '../quality-events/event-fields.ts';
import { eventQuery, type QualityEvent } from '../quality-events/quality-event.queries.ts';
import { DocumentFile } from '../records/document-file.tsx';
import { recordQuery } from '../records/record.queries.ts';
import { type FieldSpec, FieldValue, isBlank, valueAt } from '../ui/fields.tsx';
import { Part } from '../ui/part.tsx';
import { Person } from '../ui/people.tsx';
import { Status } from '../ui/status.tsx';
import { Day } from '../ui/time.tsx';
import { Value } from '../ui/trail-entry.tsx';
import type { FieldChange } from './changes.ts';

type Props = { recordId: string; type: string; changes: readonly FieldChange[] };

/** The record as it will be approved; what changed since the last signature is marked, with what it was before. */
export const RecordContent = ({ recordId, type, changes }: Props) =>
  type in EVENT_TYPES ? (
    <EventContent recordId={recordId} changes={changes} />
  ) : (
    <EntityContent recordId={recordId} changes={changes} />
  );

type ContentProps = Omit<Props, 'type'>;

const EventContent = ({ recordId, changes }: ContentProps) => {
  const { t } = useLingui();
  const query = useQuery(eventQuery(recordId));
  return (
    <Part query={query} lines={10}>
      {(event) => (
        <>
          {detailSections(event.type).map(({ name, title, specs }) => (
            <Block key={name} title={title} specs={specs} record={event} changes={changes} />
          ))}
          {event.type === 'capa' && <ActionContent capa={event} changes={changes} />}
          <Properties event={event} changes={changes} />
          <h2 className="section-title">{t`Files`}</h2>
          <Files
            owner={{ type: 'quality_event', id: recordId }}
            hindrance={t`These files are approved with the record.`}
          />
        </>
      )}
    </Part>
  );
};

const Properties = ({ event, changes }: { event: QualityEvent; changes: readonly FieldChange[] }) => {
  const { t } = useLingui();
  const change = changes.find(({ path }) => path === 'related_entities');
  return (
    <>
      <Block title={t`Properties`} specs={propertySpecs()} record={event} changes={changes} />
      {(change || event.related_entities.length > 0) && (
        <section className="section" aria-label={t`About`}>
          <h2 className="section-title">
            <Trans>About</Trans>
          </h2>
          <div className={change && 'changed'}>
            {event.related_entities.map(({ name }) => name).join(', ')}
            {change && <Before change={change} path={change.path} />}
          </div>
        </section>
      )}
    </>
  );
};

type BlockProps = { title: string; specs: readonly FieldSpec[]; record: unknown; changes: readonly FieldChange[] };

const Block = ({ title, specs, record, changes }: BlockProps) => (
  <section className="section" aria-label={title}>
    <h2 className="section-title">{title}</h2>
    <dl className={specs.length === 1 ? 'fields fields-single' : 'fields'}>
      {specs.map((spec) => {
        const change = changes.find(({ path }) => path === spec.path || spec.path.startsWith(`${path}.`));
        return (
          <div key={spec.path} className={change ? 'changed' : undefined}>
            <dt className={specs.length === 1 ? 'visually-hidden' : undefined}>{spec.label}</dt>
            <dd>
              <FieldValue spec={spec} value={valueAt(record, spec.path)} />
              {change && <Before change={change} path={spec.path} />}
            </dd>
          </div>
        );
      })}
    </dl>
  </section>
);

const Before = ({ change, path, name }: { change: FieldChange; path: string; name?: string }) => {
  const nested = path.slice(change.path.length + 1);
  const from = nested ? valueAt(change.from, nested) : change.from;
  return (
    <div className="before">
      {name && `${name}: `}
      {isBlank(from) ? (
        <Trans>Added</Trans>
      ) : (
        <Trans>
          Before: <Value value={from} path={path} isOld />
        </Trans>
      )}
    </div>
  );
};

const ActionContent = ({ capa, changes }: { capa: QualityEvent; changes: readonly FieldChange[] }) => {
  const { t } = useLingui();
  const kinds = [
    { field: 'corrective_actions', title: t`Corrective actions`, actions: capa.corrective_actions ?? [] },
    { field: 'preventive_actions', title: t`Preventive actions`, actions: capa.preventive_actions ?? [] },
  ];
  return kinds.map(({ field, title, actions }) => (
    <section key={title} className="section" aria-label={title}>
      <h2 className="section-title">{title}</h2>
      {actions.length === 0 && (
        <span className="none">
          <Trans>None planned</Trans>
        </span>
      )}
      <ul className="actions">
        {actions.map(({ id, description, status, assigned_to, due_date }) => {
          const changed = changes.filter(({ path }) => path.startsWith(`${field}.${id}.`));
          return (
            <li key={id} className={changed.length > 0 ? 'action changed' : 'action'}>
              <div>
                <span>{description}</span>
                <ActionChanges changes={changed} />
              </div>
              <span className="action-facts">
                <Status state={status} />
                <Person id={assigned_to} />
                <Day value={due_date} />
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  ));
};

/** What an action was before; of one that is new, all fields changed. */
const ActionChanges = ({ changes }: { changes: readonly FieldChange[] }) => {
  const added = changes.find(({ path, from }) => path.endsWith('.description') && isBlank(from));
  if (added) return <Before change={added} path={added.path} />;
  return changes.map((change) => {
    const field = change.path.slice(change.path.lastIndexOf('.') + 1);
    return <Before key={change.path} change={change} path={change.path} name={fieldName(field)} />;
  });
};

const EntityContent = ({ recordId, changes }: ContentProps) => {
  const { t } = useLingui();
  const query = useQuery(recordQuery(recordId));
  return (
    <Part query={query} lines={6}>
      {(entity) => (
        <>
          <Block
            title={entity.name}
            specs={[
              ...Object.keys(entity.attributes).map((name) => ({
                path: `attributes.${name}`,
                label: fieldName(`attributes.${name}`),
                kind: Array.isArray(entity.attributes[name]) ? ('tags' as const) : ('text' as const),
              })),
              ...(entity.file
                ? [
                    { path: 'file.filename', label: t`File`, kind: 'text' as const },
                    { path: 'file.checksum', label: t`Checksum`, kind: 'text' as const },
                  ]
                : []),
            ]}
            record={entity}
            changes={changes}
          />
          {entity.file && <DocumentFile id={recordId} />}
        </>
      )}
    </Part>
  );
};
