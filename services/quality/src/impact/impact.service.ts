import { type Call, type Clock, conflict, type UnitOfWork } from '@qsc/service-kit';
import { tellEvent } from '../quality-event/event-change.ts';
import { type QualityEventStore, requireEvent } from '../quality-event/quality-event.store.ts';
import type { QualityEvent } from '../quality-event/quality-event.ts';
import { type LinkedEntity, type Walked, walk } from './graph.ts';
import type { ReadBatches, ReadLevel } from './impact.client.ts';
import { type Impact, impactOf } from './impact.ts';

export type ImpactService = {
  /** Throws `not_found`, `conflict` where too much is linked, `service_unavailable` where an owner of what is asked is away. */
  analyze(eventId: string, call: Call): Promise<Impact>;
};

type Parts = {
  store: Pick<QualityEventStore, 'find'>;
  readLevel: ReadLevel;
  readBatches: ReadBatches;
  unitOfWork: UnitOfWork;
  clock: Clock;
  /** The most entities that an analysis walks over; another one for tests. */
  limit?: number;
};

const LIMIT = 100_000;
/** What an analysis holds in memory of the attributes of all entities, as JSON. */
const CHARACTERS = 32 * 1024 * 1024;

const ENTITY_ID = /^ent_/;

/** Where the walk begins: the entities that the event is about, and those that its impact assessment names by their ids. */
const beginningOf = ({ related_entities, impact_assessment }: QualityEvent): LinkedEntity[] => {
  const named = (impact_assessment?.products_affected ?? []).filter((text) => ENTITY_ID.test(text));
  const related = related_entities.map(({ id, type, name }) => ({ id, type, name, attributes: {} }));
  const known = new Set(related.map(({ id }) => id));
  return [
    ...related,
    ...named.filter((id) => !known.has(id)).map((id) => ({ id, type: 'unknown', name: id, attributes: {} })),
  ];
};

/** Whose certificates tell of affected batches: items that were met, and suppliers that the walk went on from. */
const certifiedOf = (walked: Walked): { componentIds: string[]; supplierIds: string[] } => {
  const met = [...walked.values()];
  const idsOf = (fits: (one: (typeof met)[number]) => boolean) => met.filter(fits).map(({ entity }) => entity.id);
  return {
    componentIds: idsOf(({ entity }) => entity.type === 'component' || entity.type === 'product'),
    supplierIds: idsOf(({ entity, goesOn }) => entity.type === 'supplier' && goesOn),
  };
};

const tooMany = (limit: number) => () =>
  conflict(
    `More than ${limit} entities, or very many batches and markets, are linked to this event. Relate it to fewer of them, or to narrower ones.`,
  );

/** What the audit entry keeps of an analysis: a decision may rest on it. */
const detailsOf = ({ products_affected, batches_affected, regulatory_impact }: Impact) => ({
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
    const taken = new Set<string>();
    const take = (id: string, more: number): void => {
      if (taken.has(id)) return;
      taken.add(id);
      characters += more;
      if (characters > CHARACTERS) throw tooMany(limit)();
    };
    const walked = await walk(beginningOf(event), {
      readLevel(ids) {
        const level = readLevel(event.org_id, ids, { isFirst, take });
        isFirst = false;
        return level;
      },
      limit,
      tooMany: tooMany(limit),
    });
    const certified = await readBatches(event.org_id, certifiedOf(walked));
    return impactOf(event, { walked, certified, now: clock() });
  };

  return {
    async analyze(eventId, call) {
      const event = await requireEvent(store, call.actor.org_id, eventId);
      const impact = await analyze(event);
      return unitOfWork.decide(call, {}, () => ({
        changes: [],
        events: [tellEvent('analyzed', event, { call, audit: { action: 'read', details: detailsOf(impact) } })],
        answer: impact,
      }));
    },
  };
};
