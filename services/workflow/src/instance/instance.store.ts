import { TransitionSnapshot } from '@qsc/contracts/events';
import {
  type Change,
  type Collection,
  defineCollection,
  insert,
  makeReadByKey,
  replace,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import { STATE_TYPES } from '../definition/definition.ts';
import type { Instance, TransitionRecord } from './instance.ts';

/** The indexes that the metrics of a workflow are computed from. They cover them, so that nothing is fetched. */
export const METRIC_INDEX = {
  started: { org_id: 1, workflow_id: 1, started_at: 1, 'state.id': 1, completed_at: 1 },
  waiting: {
    org_id: 1,
    workflow_id: 1,
    current: 1,
    'state.type': 1,
    'state.id': 1,
    state_due_at: 1,
    workflow_version: 1,
  },
  left: { org_id: 1, workflow_id: 1, at: 1, from_state: 1, 'left.entered_at': 1, 'left.due_at': 1 },
} as const;

export const instanceDefinition = defineCollection({
  name: 'workflow_instance',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    record_id: z.string(),
    record_type: z.string(),
    record_name: z.string(),
    record_version: z.number().int(),
    record_creator: z.string(),
    workflow_id: z.string(),
    workflow_version: z.number().int(),
    workflow_name: z.string(),
    state: z.object({
      id: z.string(),
      name: z.string(),
      type: z.enum(STATE_TYPES),
      entered_at: z.date(),
      entered_by: z.string(),
    }),
    approval_id: z.string().nullable(),
    watched_ids: z.array(z.string()),
    transitions: z.number().int(),
    last_transition_id: z.string().nullable(),
    current: z.boolean(),
    started_at: z.date(),
    completed_at: z.date().nullable(),
    state_due_at: z.date().nullable(),
    version: z.number().int(),
  }),
  indexes: [
    // A record has one current instance.
    { keys: { org_id: 1, record_id: 1 }, unique: true, partial: { current: true } },
    { keys: { org_id: 1, record_id: 1, started_at: 1 } },
    // Instances that may react to an event of a record.
    { keys: { org_id: 1, watched_ids: 1, completed_at: 1 }, partial: { current: true } },
    { keys: METRIC_INDEX.started },
    { keys: METRIC_INDEX.waiting },
  ],
});

export type StoredInstance = z.infer<typeof instanceDefinition.shape>;

/** The transitions of all instances: their history, and the duration of each state. */
export const transitionDefinition = defineCollection({
  name: 'workflow_transition',
  shape: TransitionSnapshot.omit({ id: true }).extend({
    _id: z.string(),
    org_id: z.string(),
    at: z.date(),
    left: z.object({ entered_at: z.date(), due_at: z.date().nullable() }).nullable(),
  }),
  indexes: [{ keys: { org_id: 1, instance_id: 1, number: -1 }, unique: true }, { keys: METRIC_INDEX.left }],
});

export type StoredTransition = z.infer<typeof transitionDefinition.shape>;

export type InstanceStore = {
  /** The current instance of a record; null where it has none, or the organisation has no such record. */
  current(orgId: string, recordId: string): Promise<Instance | null>;
  /** All instances of a record, oldest first. */
  listForRecord(orgId: string, recordId: string): Promise<Instance[]>;
  /** The transitions of an instance, newest first, without its start; at most a thousand. */
  history(orgId: string, instanceId: string): Promise<TransitionRecord[]>;
  transition(orgId: string, id: string): Promise<TransitionRecord | null>;
  /** The instance at its new version. */
  write(instance: Instance): Change;
  /** The writes of a planned transition or start: the instance at its new version, and the row. */
  changes(planned: { instance: Instance; transition: TransitionRecord }): Change[];
};

const HISTORY_LIMIT = 1_000;

/** The stored form of an instance. */
export const toStored = ({ id, ...instance }: Instance): StoredInstance => ({ _id: id, ...instance });

/** The domain's instance out of a stored one. */
export const toInstance = ({ _id, ...stored }: StoredInstance): Instance => ({ id: _id, ...stored });

const toTransition = ({ _id, ...stored }: StoredTransition): TransitionRecord => ({ id: _id, ...stored });

type Collections = { instances: Collection<StoredInstance>; transitions: Collection<StoredTransition> };

/** The store of instances and their transitions in MongoDB. */
export const makeInstanceStore = ({ instances, transitions }: Collections): InstanceStore => {
  const write: InstanceStore['write'] = (instance) =>
    instance.version === 1
      ? insert(instances, toStored(instance))
      : replace(instances, toStored(instance), instance.version - 1);
  const readCurrent = makeReadByKey<StoredInstance>(
    (org_id, recordIds) => instances.find({ org_id, record_id: trusted({ $in: recordIds }), current: true }),
    ({ record_id }) => [record_id],
  );
  return {
    async current(orgId, recordId) {
      const stored = await readCurrent(orgId, recordId);
      return stored && toInstance(stored);
    },
    listForRecord: async (org_id, record_id) =>
      (await instances.find({ org_id, record_id }, { sort: { started_at: 1 } })).map(toInstance),
    async history(org_id, instance_id) {
      const filter = { org_id, instance_id, number: trusted({ $gt: 0 }) };
      return (await transitions.find(filter, { sort: { number: -1 }, limit: HISTORY_LIMIT })).map(toTransition);
    },
    async transition(org_id, _id) {
      const stored = await transitions.findOne({ org_id, _id });
      return stored && toTransition(stored);
    },
    write,
    changes: ({ instance, transition: { id, ...row } }) => [write(instance), insert(transitions, { _id: id, ...row })],
  };
};
