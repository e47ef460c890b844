import { inParallel } from '@qsc/service-kit/in-parallel';
import type { NewEvent, QualityApi } from '../api/quality-api.ts';
import type { WantedEvent } from '../record/event-gathering.ts';
import type { ReportLine } from '../report.ts';
import { intoPieces } from './chunk.ts';
import type { UploadParts } from './chunk-upload.ts';

const EVENTS_AT_ONCE = 8;
const PIECE = 100;
/** So many ids fit into the address of a request. */
const IDS_AT_ONCE = 50;
/** The most entities that an event can be about. */
const MOST_RELATED = 100;

type Parts = Pick<UploadParts, 'counts' | 'reject' | 'progress'> & {
  quality: QualityApi;
  /** The types of the mapping's entities by their ids. */
  types: ReadonlyMap<string, string>;
};

/** An event with the entities that it is about, as far as the API has them; those of the last kind tell it from others. */
type Task = { wanted: WantedEvent; related: { type: string; id: string }[]; telling: string[] };

/**
 * Creates the quality events that are not there. One that is there lives on in the system and is left alone: it is found by
 * what it is about, whatever people have written into it since.
 * @param ids the ids of the uploaded entities by their keys.
 */
export const uploadEvents = async (
  kinds: ReadonlyMap<string, readonly WantedEvent[]>,
  ids: ReadonlyMap<string, string>,
  parts: Parts,
): Promise<void> => {
  for (const [kind, all] of kinds) {
    parts.progress.begin(kind, all.length);
    const counted = { created: 0, updated: 0, unchanged: 0 };
    parts.counts.kinds.set(kind, counted);
    for (const piece of intoPieces(all, PIECE)) await uploadPiece(piece, ids, { ...parts, counted });
  }
};

const uploadPiece = async (
  piece: readonly WantedEvent[],
  ids: ReadonlyMap<string, string>,
  { quality, types, reject, progress, counted }: Parts & { counted: { created: number; unchanged: number } },
): Promise<void> => {
  const tasks = piece.map((wanted) => toTask(wanted, ids, types));
  const there = await findThere(quality, tasks);
  await inParallel(tasks, EVENTS_AT_ONCE, async (task) => {
    const { wanted, related, telling } = task;
    const refuse = (message: string, field = ''): void =>
      reject({ line: wanted.line, outcome: 'rejected', field, message } satisfies ReportLine);
    progress.advance(1);
    if (telling.length === 0) return refuse('The API refuses the records that the event is about.');
    if (telling.some((id) => there.has(id))) {
      counted.unchanged += 1;
      return;
    }
    const result = await quality.create(newEvent(wanted, related));
    if ('refused' in result) return refuse(result.refused.message, result.refused.field);
    counted.created += 1;
  });
};

const toTask = (wanted: WantedEvent, ids: ReadonlyMap<string, string>, types: Parts['types']): Task => {
  const listIds = (kind: string) => (wanted.about.get(kind) ?? []).flatMap((key) => ids.get(key) ?? []);
  const { about } = wanted.rule;
  const related = about.flatMap((kind) => listIds(kind).map((id) => ({ type: types.get(kind) ?? '', id })));
  return {
    wanted,
    related: related.slice(0, MOST_RELATED),
    telling: listIds(about.at(-1) ?? '').slice(0, MOST_RELATED),
  };
};

const findThere = async (quality: QualityApi, tasks: readonly Task[]): Promise<Set<string>> => {
  const [first] = tasks;
  if (!first) return new Set();
  const { type, category } = first.wanted.rule;
  const pieces = intoPieces(
    tasks.flatMap(({ telling }) => telling),
    IDS_AT_ONCE,
  );
  const found = await inParallel(pieces, EVENTS_AT_ONCE, (some) =>
    quality.entitiesWithEvents({ type, category }, some),
  );
  return new Set(found.flatMap((one) => [...one]));
};

const newEvent = (
  { rule, title, description, classification }: WantedEvent,
  related_entities: Task['related'],
): NewEvent => ({
  type: rule.type,
  category: rule.category,
  title,
  description,
  related_entities,
  // The mapping lets through what the API has.
  classification: classification as NonNullable<NewEvent['classification']>,
});
