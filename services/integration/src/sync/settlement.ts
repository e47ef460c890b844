import type { Change } from '@qsc/service-kit';
import type { LinkStore } from '../link/link.store.ts';
import { changedLink, type Link, linkId } from '../link/link.ts';
import type { NewLinksStore } from '../link/new-links.store.ts';
import { sameValue, type Values } from '../mapping/values.ts';
import type { ParkedStore } from '../parked/parked.store.ts';
import { park } from '../parked/parked.ts';
import { type MappingRun, sendsBack } from './mapping-run.ts';
import { hasNothingToSend } from './nothing-to-send.ts';
import { type Item, isBack, isGone, isUnknown } from './pair.ts';
import { toLocalSide } from './reading.ts';
import type { Progress } from './sync.ts';

type Parts = {
  links: Pick<LinkStore, 'insert' | 'update'>;
  newLinks: Pick<NewLinksStore, 'insert'>;
  parked: Pick<ParkedStore, 'save' | 'remove'>;
};

/** The writes of a page, and the links afterwards. */
export type Settlement = { changes: Change[]; progress: Progress; linked: Map<Item, Link> };

/** Makes the writes of a page: its links, and what is parked or not parked any more. */
export const makeSettle = ({ links, newLinks, parked }: Parts) => {
  const parkedAfter = (run: MappingRun, item: Item, now: Date): Change[] => {
    const { problem, hash, pair, link } = item;
    if (!problem) return item.parked && !item.unsent ? [parked.remove(item.parked)] : [];
    if (!isParkedFor(run, problem.error_code) && !isBack(item, run.rules)) return [];
    const about = { external_id: pair.externalId, entity_id: link?.entity_id ?? pair.entityId, remote_hash: hash };
    const sync_id = run.ledger.sync().id;
    return [parked.save(park(item.parked, run.mappingKey, { problem, sync_id, ...about }, now))];
  };

  /** New links to be checked: a change before the link existed did not set it dirty. */
  const toUncheckedLinks = (run: MappingRun, made: readonly Link[]): Change[] => {
    const quiet = made.filter(({ dirty }) => !dirty);
    if (quiet.length === 0 || !sendsBack(run)) return [];
    const { id, version } = run.ledger.sync();
    return [newLinks.insert(run.mappingKey, `${id}/${version}`, quiet)];
  };

  return (run: MappingRun, items: readonly Item[], now: Date): Settlement => {
    const linked = new Map<Item, Link>();
    const made: Link[] = [];
    const changes = items.flatMap((item): Change[] => {
      const after = linkAfter(run, item, now);
      const link = after ?? item.link;
      if (link) linked.set(item, link);
      if (after && !item.link) made.push(after);
      const linkChanges = after ? [item.link ? links.update(after) : links.insert(after)] : [];
      return [...linkChanges, ...parkedAfter(run, item, now)];
    });
    return { changes: [...changes, ...toUncheckedLinks(run, made)], progress: toProgress(items), linked };
  };
};

/** Where what our checks refuse is not skipped, it is not parked either: it comes again, since the cursor stays. */
const isParkedFor = ({ connection }: MappingRun, code: string): boolean =>
  code !== 'validation_failed' || connection.error_handling.skip_on_validation_error;

/** Whether a record was written, by this attempt or by one whose commit was refused. */
export const isWritten = ({ problem, again, unsent, merged, pair }: Item): boolean =>
  !problem && !again && !unsent && (pair.isWritten === true || (merged?.action ?? 'none') !== 'none');

const toProgress = (items: readonly Item[]): Progress => {
  const problems = items.flatMap(({ problem }) => problem ?? []);
  const succeeded = items.filter(isWritten).length;
  const waiting = items.filter((item) => !item.problem && (item.again || item.unsent)).length;
  return {
    attempted: succeeded + problems.length,
    succeeded,
    problems,
    unchanged: items.length - succeeded - problems.length - waiting,
  };
};

/** The link as it is after an item; null where nothing of it changed. */
const linkAfter = (run: MappingRun, item: Item, now: Date): Link | null => {
  const { link, local, merged, pair } = item;
  if (item.problem && !merged) return link?.dirty ? changedLink(link, { dirty: false }, now) : null;
  if (!merged) return null;
  if (!local) return link && !link.deleted ? changedLink(link, { deleted: true, dirty: false }, now) : null;
  const state = stateAfter(run, item, merged.shadow);
  if (link) return isSameState(link, state) ? null : changedLink(link, state, now);
  if (pair.externalId === null || isGone(pair) || local.deleted) return null;
  const made = newLink(run, { ...state, entity_id: local.id, external_id: pair.externalId }, now);
  // What our record has beside what came goes there like any change.
  return sendsBack(run) && !hasNothingToSend(run, made, local) ? { ...made, dirty: true } : made;
};

/** What both sides have after an item beyond what its link says; none where nothing was merged, or the record here is gone. */
export const agreedBy = (run: MappingRun, item: Item): Values => {
  const { merged, link, local } = item;
  const after = merged && local ? (shadowAfter(run, item, merged.shadow) ?? {}) : {};
  return Object.fromEntries(
    Object.entries(after).filter(([target, value]) => !sameValue(value, link?.shadow?.[target])),
  );
};

type LinkState = Pick<
  Link,
  | 'external_id'
  | 'shadow'
  | 'remote_hash'
  | 'etag'
  | 'remote_modified_at'
  | 'local_version'
  | 'dirty'
  | 'deleted'
  | 'mirrored'
>;

const stateAfter = (run: MappingRun, item: Item, shadow: Values): LinkState => {
  const { link, local, pair } = item;
  const record = pair.remote === 'deleted' ? null : pair.remote;
  const stays = item.unsent || item.problem !== null || item.again;
  const deleted = local?.deleted === true || isGone(pair) || (link?.deleted === true && isUnknown(pair));
  // What cannot be seen there now may be there again.
  const waits = link?.dirty === true && isUnknown(pair) && !deleted;
  return {
    external_id: pair.externalId ?? link?.external_id ?? null,
    shadow: shadowAfter(run, item, shadow),
    remote_hash: stays ? (link?.remote_hash ?? null) : hashAfter(item),
    etag: record?.etag ?? link?.etag ?? null,
    remote_modified_at: record?.modifiedAt ?? link?.remote_modified_at ?? null,
    local_version: local?.version ?? link?.local_version ?? 0,
    dirty: item.unsent || item.again || waits,
    deleted,
    mirrored: item.mirrored ?? link?.mirrored ?? {},
  };
};

/** Null where our record was deleted since it was deleted there, so that it is reported when it is back. */
const hashAfter = ({ merged, hash, link }: Item): string | null =>
  merged?.action === 'delete_local' ? null : (hash ?? link?.remote_hash ?? null);

/** What was not sent is no base: it is a change of ours still. */
const shadowAfter = (
  run: MappingRun,
  { merged, remote, link, local, ...item }: Item,
  shadow: Values,
): Values | null => {
  if (item.again) return againShadow(run, local, shadow);
  const unsent = item.unsent || item.problem !== null ? Object.keys(merged?.toRemote ?? {}) : [];
  if (unsent.length === 0) return shadow;
  if (remote === null || remote === 'deleted') return link?.shadow ?? null;
  return { ...shadow, ...Object.fromEntries(unsent.map((target) => [target, remote[target] ?? null])) };
};

/** What an earlier try of the same command had made is what both sides had then. */
const againShadow = (run: MappingRun, local: Item['local'], shadow: Values): Values => {
  const side = toLocalSide(run, local);
  return side === null || side === 'deleted' ? shadow : side;
};

const isSameState = (link: Link, state: LinkState): boolean =>
  (Object.keys(state) as (keyof LinkState)[]).every((member) => sameValue(link[member], state[member]));

const newLink = (run: MappingRun, state: LinkState & { entity_id: string; external_id: string }, now: Date): Link => ({
  id: linkId(run.mappingKey, state.entity_id),
  org_id: run.mappingKey.orgId,
  connection_id: run.mappingKey.connectionId,
  mapping_id: run.mappingKey.mappingId,
  entity_type: run.mapping.entity_type,
  ...state,
  updated_at: now,
  version: 1,
});
