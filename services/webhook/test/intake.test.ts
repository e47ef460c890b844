import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import type { Delivery } from '../src/delivery/delivery.ts';
import { makeIntake } from '../src/intake/intake.subscription.ts';
import { createWebhook, type Webhook } from '../src/webhook/webhook.ts';
import { makeEntityEvent } from './webhook-mesh.ts';

const EVENTS = 120;
const WEBHOOKS = 100;
const MAX_DELIVERIES = 5_000;

describe('the intake of a full batch of events, for the most webhooks of an organisation', () => {
  const orgId = newId('organization');
  const log = { info: () => {}, warn: () => {}, error: () => {} } as never;

  const aWebhook = (): Webhook => {
    const content = { url: 'https://hooks.example.com/', events: ['audit.create' as const] };
    const call = { actor: { id: 'usr_1', org_id: orgId }, now: new Date(), client: {}, requestId: newId('request') };
    const given = { id: newId('webhook'), sealed: '' };
    return createWebhook({ ...content, filters: { entity_types: [], actions: [] } }, given, call as never).webhook;
  };

  it('stores every delivery, in inserts of limited size', async () => {
    const webhooks = Array.from({ length: WEBHOOKS }, aWebhook);
    const inserts: (readonly Delivery[])[] = [];
    const storedIds = new Set<string>();
    const intake = makeIntake({
      queue: 'test',
      store: {
        async save(messages, deliveries) {
          for (const { id } of messages) storedIds.add(id);
          expect(
            deliveries.every(({ message_id }) => storedIds.has(message_id)),
            'before its message',
          ).to.equal(true);
          inserts.push(deliveries);
        },
      },
      webhooks: { listByOrganizations: async () => webhooks },
      announce: async () => {},
      bodies: { cache: () => {} },
      onDue: () => {},
      clock: () => new Date(),
      log,
    });
    const acknowledged = Promise.withResolvers<void>();
    let left = EVENTS;
    const ack = (): void => {
      left -= 1;
      if (left === 0) acknowledged.resolve();
    };
    for (let index = 0; index < EVENTS; index += 1) {
      const body = Buffer.from(JSON.stringify(makeEntityEvent(orgId)));
      intake.consumer.onDelivery({ body, orgId, returned: 0, isOpen: () => true, ack, park: ack, retry: ack });
    }
    await acknowledged.promise;
    await intake.stop();
    expect(new Set(inserts.flat().map(({ id }) => id)).size).to.equal(EVENTS * WEBHOOKS);
    expect(Math.max(...inserts.map(({ length }) => length))).to.be.at.most(MAX_DELIVERIES);
  });
});
