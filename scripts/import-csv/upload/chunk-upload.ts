import type { ItemResult } from '../api/answer.ts';
import type { EntityApi, KnownEntity, NewEntity, Target } from '../api/entity-api.ts';
import type { Progress } from '../progress.ts';
import { makeAttributes, relationshipChanges, toPatch } from '../record/difference.ts';
import type { Wanted } from '../record/wanted.ts';
import type { ReportLine } from '../report.ts';
import { intoPieces } from './chunk.ts';
import type { Counts, KindCounts } from './counts.ts';

const KEYS_AT_ONCE = 100;

export type UploadParts = {
  api: EntityApi;
  /** The name of the mapping; it goes into the attribute `source` of all that is created. */
  source: string;
  counts: Counts;
  reject: (line: ReportLine) => void;
  progress: Pick<Progress, 'begin' | 'advance'>;
};

/** An entity with the targets of its relationships found, and what the API knows of it. */
type Task = { wanted: Wanted; targets: Target[]; known: KnownEntity | undefined };
type KnownTask = Task & { known: KnownEntity };

/**
 * Uploads pieces of one kind: looks up what is there, creates what is missing, changes what differs.
 * @param ids the ids by key of what is uploaded; those of this kind are added.
 */
export const makeChunkUpload = (kind: string, ids: Map<string, string>, parts: UploadParts) => {
  const { api, source, counts, progress } = parts;
  const counted: KindCounts = { created: 0, updated: 0, unchanged: 0 };
  counts.kinds.set(kind, counted);

  const refuse = ({ lines }: Wanted, refused: { field: string; message: string }) =>
    parts.reject({ line: lines[0] ?? 0, outcome: 'rejected', ...refused });

  const settle = ({ wanted }: Task, result: ItemResult, outcome: keyof KindCounts): boolean => {
    if ('refused' in result) refuse(wanted, result.refused);
    else {
      ids.set(wanted.key, result.id);
      counted[outcome] += 1;
    }
    return 'id' in result;
  };

  const create = async (tasks: readonly Task[], again = false): Promise<void> => {
    if (tasks.length === 0) return;
    const sent = tasks.map((task) => newEntity(task, source));
    const { items, replayed } = await api.createMany(sent, again);
    const results = tasks.map((task, index) => ({ task, result: items[index] as ItemResult }));
    const lost = replayed ? await deletedSince(api, results) : new Set<Task>();
    for (const { task, result } of results)
      if (!lost.has(task) && settle(task, result, 'created')) counts.relationships.created += task.targets.length;
    await create([...lost], true);
  };

  const update = async (tasks: readonly KnownTask[]): Promise<void> => {
    for (const { wanted, known } of tasks) ids.set(wanted.key, known.id);
    const patched = tasks.flatMap((task) => {
      const patch = toPatch(task.known, task.wanted, source);
      return patch ? { task, sent: { ...patch, id: task.known.id } } : [];
    });
    const results = patched.length === 0 ? [] : await api.updateMany(patched.map(({ sent }) => sent));
    const resultByTask = new Map(patched.map(({ task }, index) => [task, results[index] as ItemResult]));
    for (const task of tasks) {
      const related = await relate(task);
      const outcome = related || resultByTask.has(task) ? 'updated' : 'unchanged';
      settle(task, resultByTask.get(task) ?? { id: task.known.id }, outcome);
    }
  };

  const relate = async ({ known, wanted, targets }: KnownTask): Promise<boolean> => {
    const types = wanted.rule.relationships.map(({ type }) => type);
    const { missing, surplus } = relationshipChanges(known, targets, { source, types });
    for (const target of missing) await api.addRelationship(known.id, { ...target, attributes: { source } });
    for (const id of surplus) await api.removeRelationship(known.id, id);
    counts.relationships.created += missing.length;
    counts.relationships.removed += surplus.length;
    counts.relationships.unchanged += targets.length - missing.length;
    return missing.length + surplus.length > 0;
  };

  return async (chunk: readonly Wanted[]): Promise<void> => {
    const keys = chunk.map(({ key }) => key);
    const found = await lookUpSettled(api, keys);
    const tasks = chunk.flatMap((wanted) => {
      const targets = listTargets(wanted, ids);
      if (targets) return { wanted, targets, known: found.get(wanted.key) };
      refuse(wanted, { field: '', message: 'The API refuses a record that this one relates to.' });
      return [];
    });
    await create(tasks.filter(({ known }) => known === undefined));
    await update(tasks.filter((task): task is KnownTask => task.known !== undefined));
    progress.advance(chunk.length);
  };
};

const lookUp = async (api: EntityApi, keys: readonly string[]): Promise<Map<string, KnownEntity>> => {
  const found = await Promise.all(intoPieces(keys, KEYS_AT_ONCE).map((piece) => api.findByKeys(piece)));
  return new Map(found.flatMap((one) => [...one]));
};

/**
 * As `lookUp`, for what is to be created when it is missing. A request of a run that was killed may be committed between two
 * pieces of the look-up; so when some are there and some are not, the missing ones are looked up until that changes no more.
 */
const lookUpSettled = async (api: EntityApi, keys: readonly string[]): Promise<Map<string, KnownEntity>> => {
  const found = await lookUp(api, keys);
  let before = 0;
  while (found.size > before && found.size < keys.length) {
    before = found.size;
    const missing = keys.filter((key) => !found.has(key));
    for (const [key, entity] of await lookUp(api, missing)) found.set(key, entity);
  }
  return found;
};

/** Those that a repeated answer calls created, and that are there no more: it may be older than their deletion. */
const deletedSince = async (
  api: EntityApi,
  results: readonly { task: Task; result: ItemResult }[],
): Promise<Set<Task>> => {
  const created = results.filter(({ result }) => 'id' in result).map(({ task }) => task);
  const keys = created.map(({ wanted }) => wanted.key);
  const found = await lookUp(api, keys);
  return new Set(created.filter(({ wanted }) => !found.has(wanted.key)));
};

/** The targets of an entity's relationships; null when the API refused one of them. */
const listTargets = ({ links }: Wanted, ids: ReadonlyMap<string, string>): Target[] | null => {
  const targets = links.map(({ type, key }) => ({ type, target_id: ids.get(key) }));
  return targets.every((target): target is Target => target.target_id !== undefined) ? targets : null;
};

const newEntity = ({ wanted, targets }: Task, source: string): NewEntity => ({
  type: wanted.rule.type,
  name: wanted.name,
  attributes: makeAttributes(wanted, source),
  relationships: targets.map((target) => ({ ...target, attributes: { source } })),
});
