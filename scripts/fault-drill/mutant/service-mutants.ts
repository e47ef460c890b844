import type { Mutant } from './mutant.ts';

/** Mistakes in what services do together, in work of minutes, and in what goes to receivers and partners. */
export const SERVICE_MUTANTS: readonly Mutant[] = [
  {
    name: 'a command goes without the id by which its repetition is known',
    service: 'supplier',
    edits: [
      {
        file: 'packages/service-kit/src/grpc/command.ts',
        find: 'id: id ?? call.idempotency?.id ?? randomUUID(),',
        replace: 'id: id ?? randomUUID(),',
      },
    ],
    scenario: 'the supplier service dies when entity has answered it, and is asked again',
    breaks: ['applied', 'assessed'],
  },
  {
    name: 'a qualification is written for its caller alone, and not from its event',
    service: 'supplier',
    edits: [
      {
        file: 'services/supplier/src/companion.subscription.ts',
        find: 'qualification ? await takeEffect(qualification, supplier) : { changes: [], events: [] }',
        replace: '{ changes: [], events: [] }',
      },
    ],
    scenario: 'the supplier service dies when entity has answered it, and is not asked again',
    breaks: ['qualified'],
  },
  {
    name: 'a task is acknowledged before it is done',
    service: 'certificate-worker',
    edits: [
      {
        file: 'packages/service-kit/src/broker/task.ts',
        find: 'await (begun ?? begin(known));',
        replace: 'void (begun ?? begin(known));',
      },
    ],
    scenario: 'a certificate worker dies before its commit',
    breaks: ['extracted'],
  },
  {
    name: 'the commit of an upload does not keep its file',
    service: 'certificate',
    edits: [
      {
        file: 'services/certificate/src/certificate/certificate.service.ts',
        find: ' files.confirm(document),',
        replace: '',
      },
    ],
    scenario: 'a certificate worker dies before its commit',
    breaks: ['left'],
  },
  {
    name: 'workflow answers before its commit',
    service: 'workflow',
    edits: [
      {
        file: 'packages/service-kit/src/mongo/unit-of-work.ts',
        find: 'await commit([...changes, ...replay], events);',
        replace: 'void commit([...changes, ...replay], events).catch(() => {});',
      },
    ],
    scenario: 'workflow dies before its commit',
    breaks: ['moved'],
  },
  {
    name: 'quality applies a transition twice',
    service: 'quality',
    edits: [
      {
        file: 'packages/service-kit/src/move/move-order.ts',
        find: 'if (number === null || number <= taken) return [];',
        replace: `if (number === null) return [];
  if (number <= taken) return [move];`,
      },
      {
        file: 'services/quality/src/quality-event/applied-move.ts',
        find: 'if (move.record_move !== before.record_moves + 1)',
        replace: 'if (move.record_move === null)',
      },
    ],
    scenario: 'quality dies between a move and its ack',
    breaks: ['moved'],
  },
  {
    name: 'a delivery is marked as succeeded before the answer',
    service: 'webhook',
    edits: [
      {
        file: 'services/webhook/src/sending/hand.ts',
        find: '    const outcome = afterAttempt(delivery, await attempt(delivery, content), rules);',
        replace: `    const hoped = { at: clock(), durationMs: 0, url: null, answer: { status: 204, body: '', retryAfter: null }, error: null };
    await recorder.record(afterAttempt(delivery, hoped, rules).delivery);
    const outcome = afterAttempt(delivery, await attempt(delivery, content), rules);`,
      },
    ],
    scenario: 'the webhook service dies before a receiver has answered',
    breaks: ['delivered'],
  },
  {
    name: 'an event is acknowledged before its deliveries are inserted',
    service: 'webhook',
    edits: [
      {
        file: 'packages/service-kit/src/broker/batch.ts',
        find: 'if (await writePatiently(batch.map(({ item }) => item))) for (const { delivery } of batch) delivery.ack();',
        replace: `for (const { delivery } of batch) delivery.ack();
      await writePatiently(batch.map(({ item }) => item));`,
      },
    ],
    scenario: 'the webhook service dies before it has inserted deliveries',
    breaks: ['delivered'],
  },
  {
    name: 'the cursor is saved before its page is applied',
    service: 'integration',
    edits: [
      {
        file: 'services/integration/src/sync/inbound.ts',
        find: '    const { settled } = await reconcile(run, records.map(pairOf), { skipsSame: !full, behind });',
        replace: `    await run.ledger.commit(behind().changes);
    const { settled } = await reconcile(run, records.map(pairOf), { skipsSame: !full });`,
      },
    ],
    scenario: 'the integration service dies before it has committed a page',
    breaks: ['synchronised'],
  },
  {
    name: 'the fencing token is not checked',
    service: 'integration',
    edits: [
      {
        file: 'services/integration/src/sync/ledger.ts',
        find: 'await unitOfWork.commit([...changes, syncs.update(next), lease.fence()], events);',
        replace: 'await unitOfWork.commit([...changes, syncs.update(next)], events);',
      },
    ],
    scenario: 'a replica of the integration service loses its lease while it commits',
    breaks: ['fenced'],
  },
];
