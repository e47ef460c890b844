import { read, send } from '../api.ts';
import type { Target } from '../load.ts';
import { seed } from '../seed.ts';
import { prepare } from './pool.ts';
import { newEvent } from './quality-record.ts';

const PATCHED = 500;

/** The way of a deviation into its approval state. */
const TO_APPROVAL: readonly { to_state: string; data?: object }[] = [
  { to_state: 'submitted' },
  { to_state: 'investigation' },
  { to_state: 'root_cause_identified', data: { root_cause: { category: 'Material', description: 'A mixed-up lot' } } },
  { to_state: 'action_planning' },
  { to_state: 'pending_approval' },
];

const instancePath = (id: string): string => `/v1/workflows/instances/${id}`;

/** An event through the API, once its workflow has begun. */
const createStarted = async (target: Target, index: number): Promise<string> => {
  const { id } = await send<{ id: string }>(target, '/v1/quality-events', newEvent('deviation', index));
  await read(target, instancePath(id));
  return id;
};

/** Events in the first state of their workflow. */
export const createEvents = (target: Target, count: number): Promise<string[]> =>
  prepare(count, (index) => createStarted(target, index));

/** Entities for patches, which transitions are held against. */
export const createPatched = (target: Target): Promise<string[]> => seed(target, PATCHED, () => {});

type Instance = { approval: { approval_id: string } | null };

/** Rounds of approval, each of an event that was moved there by whom the target's credential is of. */
export const openRounds = (target: Target, count: number): Promise<string[]> =>
  prepare(count, async (index) => {
    const id = await createStarted(target, index);
    for (const move of TO_APPROVAL) await send(target, `${instancePath(id)}/transition`, move);
    const { approval } = await read<Instance>(target, instancePath(id));
    if (!approval) throw new Error(`No approval waits for ${id}.`);
    return approval.approval_id;
  });
