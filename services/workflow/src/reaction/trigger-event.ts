import { RECORD_STATES } from '@qsc/contracts';
import {
  type CertificateSnapshot,
  certificateEvents,
  type EntitySnapshot,
  type Envelope,
  type EventDefinition,
  entityEvents,
  type QualityEventSnapshot,
  qualityEvents,
} from '@qsc/contracts/events';
import { getRecordState } from '@qsc/service-kit/pure';
import type { z } from 'zod';
import type { ReactionEvent } from '../definition/definition.ts';
import type { TriggerEvent } from './reaction.ts';

/** A source: an event of the mesh, and its conversion to a trigger; null where states do not react to it. */
export type TriggerSource = {
  definition: EventDefinition;
  toTrigger: (event: Envelope, record: unknown) => TriggerEvent | null;
};

const source = <Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  toTrigger: (event: Envelope, record: z.infer<Payload>) => TriggerEvent | null,
): TriggerSource => ({ definition, toTrigger: toTrigger as TriggerSource['toTrigger'] });

const toChanges = ({ data }: Envelope): TriggerEvent['changes'] => data.audit?.changes ?? {};

const ids = (...some: (string | null)[]): string[] => some.filter((id) => id !== null);

/** An event of a CAPA is also a trigger for its source event. */
const qualityEvent =
  (name: ReactionEvent) =>
  (event: Envelope, record: QualityEventSnapshot): TriggerEvent => ({
    name,
    subjects: ids(record.id, record.source_event_id),
    event: record,
    changes: toChanges(event),
  });

const certificate =
  (name: ReactionEvent) =>
  (event: Envelope, record: CertificateSnapshot): TriggerEvent => ({
    name,
    subjects: ids(record.id, record.supplier_id, record.component_id),
    event: record,
    changes: toChanges(event),
  });

/** One event covers both outcomes of a validation, and a revocation. */
const validation = (event: Envelope, record: CertificateSnapshot): TriggerEvent =>
  certificate(record.status === 'rejected' ? 'certificate.rejected' : 'certificate.validated')(event, record);

const QUALIFICATION = 'supplier.qualification';

const table = RECORD_STATES.supplier;
if (!table) throw new Error('Suppliers have no table of states.');

const toStatus = (status: unknown): string => getRecordState(table, { [table.attribute]: status });

/**
 * A qualification is a transition of the supplier with the supplier service's companion, or a change of the status at
 * `/v1/entities`. A requalification has the companion and changes no status.
 */
const qualification = (event: Envelope, supplier: EntitySnapshot): TriggerEvent | null => {
  const changed = toChanges(event)[`attributes.${table.attribute}`];
  const isQualification = supplier.companion?.kind === QUALIFICATION || changed !== undefined;
  if (supplier.type !== 'supplier' || event.data.audit?.action !== 'transition' || !isQualification) return null;
  const { id, name, version, attributes } = supplier;
  const status = toStatus(attributes[table.attribute]);
  return {
    name: 'supplier.qualification_changed',
    subjects: [id],
    event: { id, name, version, attributes, status, previous_status: changed ? toStatus(changed.from) : status },
    changes: toChanges(event),
  };
};

/** The events that states may react to, and their sources. */
export const TRIGGER_SOURCES: readonly TriggerSource[] = [
  source(qualityEvents.created, qualityEvent('quality_event.created')),
  source(qualityEvents.updated, qualityEvent('quality_event.updated')),
  source(qualityEvents.overdue, qualityEvent('quality_event.overdue')),
  source(entityEvents.updated, qualification),
  source(certificateEvents.validated, validation),
  source(certificateEvents.expired, certificate('certificate.expired')),
  source(certificateEvents.superseded, certificate('certificate.superseded')),
];
