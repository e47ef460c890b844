import { type Call, type Clock, conflict, type UnitOfWork } from '@qsc/service-kit';
import { makeRecordEvent } from '../quality-event/event-change.ts';
import { type QualityEventStore, requireEvent } from '../quality-event/quality-event.store.ts';
import type { QualityEvent } from '../quality-event/quality-event.ts';
import { type LinkedEntity, type Walked, walk } from './graph.ts';
import type { ReadBatches, ReadLevel } from './impact.client.ts';
import { assessImpact, type Impact } from './impact.ts';

export type ImpactService = {
  /**
   * Throws `not_found`, `conflict` where too much is linked, `service_unavailable` where a service that owns the data is not
   * reachable.
   */
  analyze(eventId: string, call: Call): Promise<Impact>;
};

type Parts = {
  store: Pick<QualityEventStore, 'find'>;
  readLevel: ReadLevel;
  readBatches: ReadBatches;
  unitOfWork: UnitOfWork;
  clock: Clock;
  /** The largest number of entities of an analysis; tests set another one. */
  limit?: number;
};

const LIMIT = 100_000;
/** The most characters of attributes, as JSON, that an analysis holds in memory. */
const CHARACTERS = 32 * 1024 * 1024;

const ENTITY_ID = /^ent_/;

/** The entities where the walk starts: those that the event relates to, and those that its impact assessment names by id. */
const startingEntities = ({ related_entities, impact_assessment }: QualityEvent): LinkedEntity[] => {
  const named = (impact_assessment?.products_affected ?? []).filter((text) => ENTITY_ID.test(text));
  const related = related_entities.map(({ id, type, name }) => ({ id, type, name, attributes: {} }));
  const known = new Set(related.map(({ id }) => id));
  return [
    ...related,
    ...named.filter((id) => !known.has(id)).map((id) => ({ id, type: 'unknown', name: id, attributes: {} })),
  ];
};

/** The entities whose certificates name affected batches: items, and suppliers from which the walk continued. */
const selectCertified = (walked: Walked): { componentIds: string[]; supplierIds: string[] } => {
  const met = [...walked.values()];
  const selectIds = (fits: (one: (typeof met)[number]) => boolean) => met.filter(fits).map(({ entity }) => entity.id);
  return {
    componentIds: selectIds(({ entity }) => entity.type === 'component' || entity.type === 'product'),
    supplierIds: selectIds(({ entity, goesOn }) => entity.type === 'supplier' && goesOn),
  };
};

const tooMany = (limit: number) => () =>
  conflict(
    `More than ${limit} entities, or very many batches and markets, are linked to this event. Relate it to fewer of them, or to narrower ones.`,
  );

/** What the audit entry records of an analysis, since a decision may rest on it. */
const toAuditDetails = ({ products_affected, batches_affected, regulatory_impact }: Impact) => ({
  impact_analysis: {
    products_affected: products_affected.length,
    batches_affected: batches_affected.length,
    ...regulatory_impact,
  },
});

/** The impact analysis of quality events (specification, "Quality events"). */
export const makeImpactService = (parts: Parts): ImpactService => {
  const { store, readLevel, readBatches, unitOfWork, clock, limit = LIMIT } = parts;

  const analyze = async (event: QualityEvent): Promise<Impact> => {
    let isFirst = true;
    let characters = 0;
    const counted = new Set<string>();
    const take = (id: string, more: number): void => {
      if (counted.has(id)) return;
      counted.add(id);
      characters += more;
      if (characters > CHARACTERS) throw tooMany(limit)();
    };
    const walked = await walk(startingEntities(event), {
      readLevel(ids) {
        const level = readLevel(event.org_id, ids, { isFirst, take });
        isFirst = false;
        return level;
      },
      limit,
      tooMany: tooMany(limit),
    });
    const certified = await readBatches(event.org_id, selectCertified(walked));
    return assessImpact(event, { walked, certified, now: clock() });
  };

  return {
    async analyze(eventId, call) {
      const event = await requireEvent(store, call.actor.org_id, eventId);
      const impact = await analyze(event);
      return unitOfWork.decide(call, {}, () => ({
        changes: [],
        events: [
          makeRecordEvent('analyzed', event, { call, audit: { action: 'read', details: toAuditDetails(impact) } }),
        ],
        answer: impact,
      }));
    },
  };
};
