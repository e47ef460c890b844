import type { MongoClient } from 'mongodb';
import { qualityEventDefinition } from '../../../services/quality/src/quality-event/quality-event.store.ts';
import { fillCollection } from '../bulk-fill.ts';
import type { Measured, Shape, Target } from '../load.ts';
import { databaseOf } from '../straight.ts';
import { createLinked } from './impact-fill.ts';
import { type Pool, poolOf } from './pool.ts';
import { openLinkedFloor, openPasswordFloor, openQualityFloors, type QualityFloors } from './quality-floor.ts';
import { storedEventAt } from './quality-record.ts';
import { createEvents, createPatched, openRounds } from './workflow-fill.ts';

/** What rows of quality events and workflows need a mesh to be filled with. */
export const QUALITY_MATERIALS = ['quality', 'transition', 'signed decision', 'impact analysis'] as const;

export type QualityMaterial = (typeof QUALITY_MATERIALS)[number];

type Floor = (shape: Shape) => Promise<Measured>;

/** What of it is there; null is what no row needs. */
export type QualityFilling = {
  quality: { floors: QualityFloors } | null;
  /** New events in their first state, and entities to be patched. */
  transition: { events: Pool<string>; patched: readonly string[] } | null;
  /** Rounds that wait for a quality manager, who signs by the password. */
  'signed decision': { rounds: Pool<string>; signer: Target; password: string; floor: Floor } | null;
  'impact analysis': { eventId: string; floor: Floor } | null;
};

/** The part of a mesh's demo that is needed. */
export type QualityDemo = { org_id: string; quality_api_key: string; users: { role: string; password: string }[] };

type Asked = { demo: QualityDemo; wanted: (material: QualityMaterial) => boolean; seconds: number };

/** How many quality events there are, whatever else the mesh is filled with. */
export const EVENTS = 200_000;
/** More than a small machine does in a second, so that a pool lasts. */
const TRANSITIONS_PER_SECOND = 150;
const DECISIONS_PER_SECOND = 25;
/** What a row takes beside its own seconds: the warm-up, and slices that last longer. */
const MORE_SECONDS = 3;

const fillEvents = async (client: MongoClient, orgId: string) => {
  const now = new Date();
  const rowAt = (index: number) => storedEventAt(index, EVENTS, { orgId, now });
  await fillCollection(client.db(databaseOf('quality')), qualityEventDefinition.name, { count: EVENTS, rowAt });
  return { floors: openQualityFloors(client, orgId) };
};

const fillTransitions = async (target: Target, seconds: number) => {
  const events = await createEvents(target, TRANSITIONS_PER_SECOND * (seconds + MORE_SECONDS));
  return { events: poolOf(events, 'transition'), patched: await createPatched(target) };
};

const fillDecisions = async (target: Target, { quality_api_key, users }: QualityDemo, seconds: number) => {
  const password = users.find(({ role }) => role === 'quality_manager')?.password;
  if (password === undefined) throw new Error('The demo has no quality manager.');
  const rounds = await openRounds(target, DECISIONS_PER_SECOND * (seconds + MORE_SECONDS));
  const signer = { url: target.url, token: quality_api_key };
  return { rounds: poolOf(rounds, 'signed decision'), signer, password, floor: await openPasswordFloor(password) };
};

const fillImpact = async (target: Target, client: MongoClient, orgId: string) => {
  const { eventId, supplierId } = await createLinked(target);
  return { eventId, floor: openLinkedFloor(client, orgId, supplierId) };
};

/** Fills a mesh with what is wanted for `seconds` of each row; the quality events last, so that no index waits for them. */
export const fillQuality = async (target: Target, client: MongoClient, asked: Asked): Promise<QualityFilling> => {
  const { demo, wanted, seconds } = asked;
  return {
    'impact analysis': wanted('impact analysis') ? await fillImpact(target, client, demo.org_id) : null,
    transition: wanted('transition') ? await fillTransitions(target, seconds) : null,
    'signed decision': wanted('signed decision') ? await fillDecisions(target, demo, seconds) : null,
    quality: wanted('quality') ? await fillEvents(client, demo.org_id) : null,
  };
};
