import type { Mutant } from './mutant.ts';

/** Mistakes on the way of a write into its commit, of its event to the audit log and to read models. */
export const LOG_MUTANTS: readonly Mutant[] = [
  {
    name: 'the relay takes what it has sent for confirmed',
    service: 'entity',
    edits: [
      {
        file: 'packages/service-kit/src/broker/relay.ts',
        find: "      .then((outcome) => settle(row, outcome === 'confirmed' && resends !== before ? 'failed' : outcome));",
        replace: `      .catch(() => {});
    settle(row, publisher.isReady() && resends === before ? 'confirmed' : 'failed');`,
      },
    ],
    scenario: 'events are cut off on their way to the broker',
    breaks: ['audited'],
  },
  {
    name: 'audit takes an event twice',
    service: 'audit',
    edits: [
      {
        file: 'services/audit/src/entry/entry.store.ts',
        find: '{ keys: { org_id: 1, event_id: 1 }, unique: true },',
        replace: '{ keys: { org_id: 1, event_id: 1 } },',
      },
      {
        file: 'services/audit/src/entry/entry.ts',
        find: 'id: entryIdOf(action.eventId),',
        replace: 'id: crypto.randomUUID(),',
      },
      {
        file: 'services/audit/src/recording/chain-writer.ts',
        find: 'return actions.filter((action) => !recorded.has(action.eventId));',
        replace: 'return recorded.size < 0 ? [] : [...actions];',
      },
    ],
    scenario: 'audit dies between its insert and its ack',
    breaks: ['auditedOnce'],
  },
  {
    name: 'a commit does not wait for the journal',
    service: 'entity',
    edits: [
      {
        file: 'packages/service-kit/src/mongo/group-commit.ts',
        find: "writeConcern: { w: 'majority', j: true },",
        replace: 'writeConcern: { w: 1, j: false },',
      },
    ],
    scenario: 'MongoDB dies as it answers a commit',
    breaks: ['present', 'applied'],
  },
  {
    name: 'audit acknowledges before it inserts',
    service: 'audit',
    edits: [
      {
        file: 'packages/service-kit/src/broker/batch.ts',
        find: 'if (await writePatiently(batch.map(({ item }) => item))) for (const { delivery } of batch) delivery.ack();',
        replace: `for (const { delivery } of batch) delivery.ack();
      await writePatiently(batch.map(({ item }) => item));`,
      },
    ],
    scenario: 'audit dies before its insert',
    breaks: ['audited'],
  },
  {
    name: 'events are published after the commit, without an outbox',
    service: 'entity',
    edits: [
      {
        file: 'packages/service-kit/src/mongo/unit-of-work.ts',
        find: 'await commitChanges([...changes, ...rows.map((row) => insert(outbox, row))]);',
        replace: 'await commitChanges([...changes]);',
      },
    ],
    scenario: 'entity dies as its commit is answered',
    breaks: ['audited'],
  },
  {
    name: 'a commit does not look whether its record was changed meanwhile',
    service: 'entity',
    edits: [
      {
        file: 'packages/service-kit/src/mongo/commit.ts',
        find: 'if (result.matchedCount + result.upsertedCount < replaced || result.deletedCount < removed)',
        replace: 'if (result.deletedCount < removed)',
      },
    ],
    scenario: 'two replicas change a record at the same time',
    breaks: ['applied', 'internal'],
  },
  {
    name: 'the relay takes an event that no queue took for confirmed',
    service: 'entity',
    edits: [
      {
        file: 'packages/service-kit/src/broker/publisher.ts',
        find: "error ? 'failed' : returned.has(id) ? 'unroutable' : 'confirmed'",
        replace: "error ? 'failed' : 'confirmed'",
      },
    ],
    scenario: 'RabbitMQ begins with nothing',
    breaks: ['returned'],
  },
  {
    name: 'nobody is told of a queue that was declared anew',
    service: 'audit',
    edits: [
      {
        file: 'packages/service-kit/src/broker/topology.ts',
        find: '    await beforeAnew();\n',
        replace: '',
      },
    ],
    scenario: 'the queues of audit are deleted with what is in them',
    breaks: ['audited'],
  },
  {
    name: 'a projection applies an event that is older than what it has',
    service: 'projector',
    edits: [
      {
        file: 'packages/service-kit/src/broker/projection-writer.ts',
        find: '!former || isNewer(row, former)',
        replace: '!former || former.version !== row.version',
      },
    ],
    scenario: 'an event is overtaken by a newer one of the same record',
    breaks: ['projected'],
  },
];
