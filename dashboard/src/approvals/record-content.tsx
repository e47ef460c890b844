import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { EVENT_TYPES, fieldName } from '../i18n/vocabulary.ts';
import { detailSections, propertySpecs } from '../quality-events/event-fields.ts';
import { eventQuery, type QualityEvent } from '../quality-events/quality-event.queries.ts';
import { client } from '../session/client.ts';
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
  const query = useQuery(eventQuery(recordId));
  return (
    <Part query={query} lines={10}>
      {(event) => (
        <>
          {detailSections(event.type).map(({ name, title, specs }) => (
            <Block key={name} title={title} specs={specs} record={event} changes={changes} />
          ))}
          {event.type === 'capa' && <ActionContent capa={event} />}
          <Properties event={event} changes={changes} />
        </>
      )}
    </Part>
  );
};

const Properties = ({ event, changes }: { event: QualityEvent; changes: readonly FieldChange[] }) => {
  const { t } = useLingui();
  return (
    <>
      <Block title={t`Properties`} specs={propertySpecs()} record={event} changes={changes} />
      {event.related_entities.length > 0 && (
        <section className="section" aria-label={t`About`}>
          <h2 className="section-title">
            <Trans>About</Trans>
          </h2>
          <p>{event.related_entities.map(({ name }) => name).join(', ')}</p>
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
              {change && <Before change={change} spec={spec} />}
            </dd>
          </div>
        );
      })}
    </dl>
  </section>
);

const Before = ({ change, spec }: { change: FieldChange; spec: FieldSpec }) => {
  const nested = spec.path.slice(change.path.length + 1);
  const from = nested ? valueAt(change.from, nested) : change.from;
  return (
    <div className="before">
      {isBlank(from) ? (
        <Trans>Added</Trans>
      ) : (
        <Trans>
          Before: <Value value={from} path={spec.path} isOld />
        </Trans>
      )}
    </div>
  );
};

const ActionContent = ({ capa }: { capa: QualityEvent }) => {
  const { t } = useLingui();
  const kinds = [
    { title: t`Corrective actions`, actions: capa.corrective_actions ?? [] },
    { title: t`Preventive actions`, actions: capa.preventive_actions ?? [] },
  ];
  return kinds.map(({ title, actions }) => (
    <section key={title} className="section" aria-label={title}>
      <h2 className="section-title">{title}</h2>
      {actions.length === 0 && (
        <span className="none">
          <Trans>None planned</Trans>
        </span>
      )}
      <ul className="actions">
        {actions.map(({ id, description, status, assigned_to, due_date }) => (
          <li key={id} className="action">
            <span>{description}</span>
            <span className="action-facts">
              <Status state={status} />
              <Person id={assigned_to} />
              <Day value={due_date} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  ));
};

const EntityContent = ({ recordId, changes }: ContentProps) => {
  const query = useQuery({
    queryKey: ['entity', recordId],
    queryFn: ({ signal }) => client.entities.get(recordId, {}, { signal }),
  });
  return (
    <Part query={query} lines={6}>
      {(entity) => (
        <Block
          title={entity.name}
          specs={Object.keys(entity.attributes).map((name) => ({
            path: `attributes.${name}`,
            label: fieldName(`attributes.${name}`),
            kind: Array.isArray(entity.attributes[name]) ? ('tags' as const) : ('text' as const),
          }))}
          record={entity}
          changes={changes}
        />
      )}
    </Part>
  );
};
