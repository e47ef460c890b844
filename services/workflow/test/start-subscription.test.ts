import { newId } from '@qsc/contracts';
import { qualityEvents } from '@qsc/contracts/events';
import { makeNotice, systemCall } from '@qsc/service-kit';
import { expect } from 'chai';
import { startInstance } from '../src/instance/instance.ts';
import { startSubscriptions } from '../src/start.subscription.ts';
import { SNAPSHOT } from './quality-event-snapshot.ts';

const ORG = newId('organization');
const NOW = new Date('2026-03-01T00:00:00Z');

const DEVIATION = { ...SNAPSHOT, id: newId('qualityEvent'), created_by: newId('user') };

/** A stand-in of the store for the moment between two looks: the creation begins the instance after the first one. */
const startedAfterFirstRead = () => {
  const { id, type, title: name, version, created_by } = DEVIATION;
  const started = startInstance({
    ...{ orgId: ORG, former: null, by: 'system', at: NOW },
    record: { id, type, name, version, created_by, related_ids: [] },
    workflow: {
      ...{ id: newId('workflow'), org_id: ORG, name: 'Deviation', description: '', entity_types: ['deviation'] },
      states: [{ id: 'draft', name: 'Draft', type: 'initial' }],
      ...{ is_active: true, version: 1, created_at: NOW, updated_at: NOW, created_by: 'system' },
    },
  });
  let looks = 0;
  const never = () => Promise.reject(new Error('Nothing else is asked.'));
  return startSubscriptions({
    store: {
      current: async () => {
        looks += 1;
        return looks === 1 ? null : started;
      },
      write: (instance) => instance as never,
    },
    starter: { toEffect: async () => null },
    approvalStore: { find: never, pending: never, update: () => never() as never },
    isBlocked: never,
    ensureShipped: never,
  });
};

describe('starting and mirroring instances', () => {
  it('mirrors a change even if the creation starts the instance while the change is handled', async () => {
    const updated = startedAfterFirstRead().find(({ definition }) => definition === qualityEvents.updated);
    const record = { ...DEVIATION, title: 'Changed at once', version: 2 };
    const reported = makeNotice(qualityEvents.updated, systemCall(ORG, NOW), { subject: record.id, record });
    const effect = await updated?.handle(reported, record);
    expect(effect?.changes).to.have.length(1);
    expect(effect?.changes[0]).to.include({ record_name: 'Changed at once', record_version: 2, version: 2 });
  });
});
