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
import { recordStateOf } from '@qsc/service-kit/pure';
import type { z } from 'zod';
import type { ReactionEvent } from '../definition/definition.ts';
import type { Heard } from './reaction.ts';

/** A row of the table: an event of the mesh, and what states hear of it; null for what is none of theirs. */
export type HeardSource = { definition: EventDefinition; heardOf: (event: Envelope, record: unknown) => Heard | null };

const source = <Type extends string, Payload extends z.ZodType>(
  definition: EventDefinition<Type, Payload>,
  heardOf: (event: Envelope, record: z.infer<Payload>) => Heard | null,
): HeardSource => ({ definition, heardOf: heardOf as HeardSource['heardOf'] });

const changesOf = ({ data }: Envelope): Heard['changes'] => data.audit?.changes ?? {};

const ids = (...some: (string | null)[]): string[] => some.filter((id) => id !== null);

/** A CAPA is of interest to the event that it was opened for. */
const qualityEvent =
  (name: ReactionEvent) =>
  (event: Envelope, record: QualityEventSnapshot): Heard => ({
    name,
    subjects: ids(record.id, record.source_event_id),
    event: record,
    changes: changesOf(event),
  });

const certificate =
  (name: ReactionEvent) =>
  (event: Envelope, record: CertificateSnapshot): Heard => ({
    name,
    subjects: ids(record.id, record.supplier_id, record.component_id),
    event: record,
    changes: changesOf(event),
  });

/** One event tells of both outcomes of a validation, and of a revocation. */
const judged = (event: Envelope, record: CertificateSnapshot): Heard =>
  certificate(record.status === 'rejected' ? 'certificate.rejected' : 'certificate.validated')(event, record);

const QUALIFICATION = 'supplier.qualification';

const table = RECORD_STATES.supplier;
if (!table) throw new Error('Suppliers have no table of states.');

const statusOf = (status: unknown): string => recordStateOf(table, { [table.attribute]: status });

/**
 * A qualification is a transition of the supplier that brings the supplier service's companion, or that changes the status at
 * the generic door. A requalification changes no status and has the companion.
 */
const qualification = (event: Envelope, supplier: EntitySnapshot): Heard | null => {
  const moved = changesOf(event)[`attributes.${table.attribute}`];
  const isQualification = supplier.companion?.kind === QUALIFICATION || moved !== undefined;
  if (supplier.type !== 'supplier' || event.data.audit?.action !== 'transition' || !isQualification) return null;
  const { id, name, version, attributes } = supplier;
  const status = statusOf(attributes[table.attribute]);
  return {
    name: 'supplier.qualification_changed',
    subjects: [id],
    event: { id, name, version, attributes, status, previous_status: moved ? statusOf(moved.from) : status },
    changes: changesOf(event),
  };
};

/** What states may react to, and where it comes from. */
export const HEARD_SOURCES: readonly HeardSource[] = [
  source(qualityEvents.created, qualityEvent('quality_event.created')),
  source(qualityEvents.updated, qualityEvent('quality_event.updated')),
  source(qualityEvents.overdue, qualityEvent('quality_event.overdue')),
  source(entityEvents.updated, qualification),
  source(certificateEvents.validated, judged),
  source(certificateEvents.expired, certificate('certificate.expired')),
  source(certificateEvents.superseded, certificate('certificate.superseded')),
];
