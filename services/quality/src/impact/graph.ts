/** An entity with the attributes that an analysis reads. */
export type LinkedEntity = { id: string; type: string; name: string; attributes: Record<string, unknown> };

/** A relationship, which is the source's. */
export type Link = { source_id: string; target_id: string; type: string };

/** The links of some entities. The entities themselves are included where the request says so. */
export type Level = { entities: LinkedEntity[]; links: Link[] };

/** An entity that was met, and how: `from` is the one before it, null where it is related to the event itself. */
export type Met = {
  entity: LinkedEntity;
  distance: number;
  from: Met | null;
  /** Whether the walk continues from it. It does not from a supplier that was reached upwards. */
  goesOn: boolean;
};

/** All entities that were met, by id, in that order. */
export type Walked = ReadonlyMap<string, Met>;

const DOWN_TO_TARGET = 'supplies';
const DOWN_TO_SOURCE = 'supplied_by';

const isDownTo = (id: string, { source_id, target_id, type }: Link): boolean =>
  (type === DOWN_TO_TARGET && target_id === id) || (type === DOWN_TO_SOURCE && source_id === id);

/**
 * Whether the walk continues from an entity that was reached over a link. It stops at a supplier that was reached upwards, from
 * what it supplies: the other items of that supplier are not affected (decisions §4, "Quality events").
 */
const goesOnAt = (entity: LinkedEntity, before: Met, link: Link): boolean =>
  entity.type !== 'supplier' || (before.entity.type === 'supplier' && isDownTo(entity.id, link));

const directions = ({ source_id, target_id }: Link): readonly (readonly [string, string])[] => [
  [source_id, target_id],
  [target_id, source_id],
];

/**
 * One step of the walk. Returns the next frontier: each entity once, and again where a supplier that was reached upwards turns
 * out to be supplied as well.
 */
const takeStep = (walked: Map<string, Met>, frontier: ReadonlySet<string>, level: Level): Set<string> => {
  const entities = new Map(level.entities.map((entity) => [entity.id, entity]));
  const next = new Set<string>();
  for (const link of level.links)
    for (const [from, to] of directions(link)) {
      const [before, entity] = [walked.get(from), entities.get(to)];
      if (!frontier.has(from) || !before || !entity) continue;
      const known = walked.get(to);
      const goesOn = goesOnAt(entity, before, link);
      if (known && (known.goesOn || !goesOn)) continue;
      walked.set(to, known ? { ...known, goesOn } : { entity, distance: before.distance + 1, from: before, goesOn });
      if (goesOn) next.add(to);
    }
  return next;
};

export type WalkParts = {
  /** One call for a level. */
  readLevel: (ids: readonly string[]) => Promise<Level>;
  /** The largest number of entities. Beyond it, what `tooMany` makes is thrown. */
  limit: number;
  tooMany: () => Error;
};

/**
 * Walks the relationships of some entities in both directions, level by level. Cycles end, since no entity is visited twice.
 * @param related the entities to start with, as they are known without the walk.
 */
export const walk = async (related: readonly LinkedEntity[], parts: WalkParts): Promise<Walked> => {
  const walked = new Map<string, Met>(
    related.map((entity) => [entity.id, { entity, distance: 0, from: null, goesOn: true }]),
  );
  for (let frontier = new Set(walked.keys()); frontier.size > 0; ) {
    const level = await parts.readLevel([...frontier]);
    for (const entity of level.entities) {
      const known = walked.get(entity.id);
      if (known?.distance === 0) walked.set(entity.id, { ...known, entity });
    }
    frontier = takeStep(walked, frontier, level);
    if (walked.size > parts.limit) throw parts.tooMany();
  }
  return walked;
};
