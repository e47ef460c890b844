import { qualityEventDefinition } from '../../services/quality/src/quality-event/quality-event.store.ts';
import { makeClient, type Target } from './api.ts';
import { databaseName } from './bare-driver.ts';
import { createEntities, fillCollection, type Seeding, times } from './fill.ts';
import { openLinkedFloor, openPasswordFloor, openQualityFloors } from './query-floor.ts';
import { newEvent, storedEventAt } from './sample/quality-record.ts';

/** How many quality events there are, whatever else the mesh is filled with. */
export const EVENTS = 200_000;
/** More than a small machine does in a second, so that the prepared records last. */
const TRANSITIONS_PER_SECOND = 150;
const DECISIONS_PER_SECOND = 25;
/** What a row takes beside its own seconds: the warm-up, and slices that last longer. */
const MORE_SECONDS = 3;
const PATCHED = 500;

/** Records that were prepared for a load, each to be taken once. */
export type Pool<Item> = {
  /** The next one. Throws when none is left. */
  take(): Item;
};

/** A pool of what is there. */
export const makePool = <Item>(items: readonly Item[], name: string): Pool<Item> => {
  let taken = 0;
  return {
    take() {
      const item = items[taken++];
      if (item === undefined) throw new Error(`All ${items.length} prepared records are used up (${name}).`);
      return item;
    },
  };
};

/** Quality events of a year, straight in the database. */
export const seedEvents = async ({ client, demo: { org_id: orgId } }: Seeding) => {
  const now = new Date();
  const rowAt = (index: number) => storedEventAt(index, EVENTS, { orgId, now });
  await fillCollection(client.db(databaseName('quality')), qualityEventDefinition.name, { count: EVENTS, rowAt });
  return { floors: openQualityFloors(client, orgId) };
};

/** An event through the API, once its workflow has started. */
const createStarted = async (target: Target, index: number): Promise<string> => {
  const client = makeClient(target);
  const { id } = await client.qualityEvents.create(newEvent('deviation', index));
  await client.workflows.getInstance(id);
  return id;
};

/** New events in their first state, and entities to be patched, which transitions are compared with. */
export const seedTransitions = async ({ target, seconds }: Seeding) => {
  const count = TRANSITIONS_PER_SECOND * (seconds + MORE_SECONDS);
  const events = await times(count, (index) => createStarted(target, index));
  return { events: makePool(events, 'transition'), patched: await createEntities(target, { count: PATCHED }) };
};

/** The way of a deviation into its approval state. */
const TO_APPROVAL: readonly { to_state: string; data?: Record<string, unknown> }[] = [
  { to_state: 'submitted' },
  { to_state: 'investigation' },
  { to_state: 'root_cause_identified', data: { root_cause: { category: 'Material', description: 'A mixed-up lot' } } },
  { to_state: 'action_planning' },
  { to_state: 'pending_approval' },
];

const requestApproval = async (target: Target, index: number): Promise<string> => {
  const id = await createStarted(target, index);
  const { workflows } = makeClient(target);
  for (const transition of TO_APPROVAL) await workflows.transition(id, transition);
  const { approval } = await workflows.getInstance(id);
  if (!approval) throw new Error(`No approval waits for ${id}.`);
  return approval.approval_id;
};

/** Approvals that wait for a quality manager, who signs by the password. */
export const seedDecisions = async ({ target, demo, seconds }: Seeding) => {
  const password = demo.users.find(({ role }) => role === 'quality_manager')?.password;
  if (password === undefined) throw new Error('The demo has no quality manager.');
  const count = DECISIONS_PER_SECOND * (seconds + MORE_SECONDS);
  const approvals = await times(count, (index) => requestApproval(target, index));
  const signer = { url: target.url, token: demo.quality_api_key };
  const checkPassword = await openPasswordFloor(password);
  return { approvals: makePool(approvals, 'signed decision'), signer, password, checkPassword };
};

const LINKED = 10_000;

/** An event about a supplier of 10,000 components. */
export const seedImpact = async ({ target, client, demo: { org_id: orgId } }: Seeding) => {
  const attributes = { supplier_code: `MANY-${Date.now()}` };
  const supplier = { type: 'supplier', name: 'Supplier of many', attributes } as const;
  const { id: supplierId } = await makeClient(target).entities.create(supplier);
  await createEntities(target, {
    count: LINKED,
    atOnce: 1,
    recordAt: (index) => ({
      type: 'component',
      name: `Linked component ${index}`,
      attributes: { component_code: `LINKED-${index}`, status: 'active' },
      relationships: [{ type: 'supplied_by', target_id: supplierId }],
    }),
  });
  const { id: eventId } = await makeClient(target).qualityEvents.create({
    type: 'deviation',
    title: 'Contaminated raw material',
    classification: 'critical',
    description: 'All that the supplier delivers may be affected.',
    related_entities: [{ type: 'supplier', id: supplierId }],
  });
  return { eventId, readLinked: openLinkedFloor(client, orgId, supplierId) };
};
