import { newId } from '@qsc/contracts';
import { defineEvent, type Envelope } from '@qsc/contracts/events';
import { actDefinition, type Call, makeEvent, makeGrpcClient, makeNotice, systemCall } from '@qsc/service-kit';
import { expect } from 'chai';
import type { OutboxRow } from '../src/mongo/system-collections.ts';
import { useNoteService } from './note-fixture.ts';
import { NoteRecord } from './note-service.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const noteMade = defineEvent('note.act.v1', 'A note was made', NoteRecord);

const actAt = (orgId: string, at: Date): Envelope => {
  const id = newId('event');
  const call: Call = systemCall(orgId, at);
  return makeEvent(noteMade, call, {
    audit: {
      action: 'create',
      entity_type: 'note',
      entity_id: id,
      entity_name: 'Note',
      entity_version: 1,
      changes: {},
    },
    record: { id, title: 'Note' },
  });
};

describe('the acts that a service tells of', () => {
  const now = new Date();
  const ago = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE_MS);
  const { identity, service, kit } = useNoteService();

  type Part = { complete_since: string; acts: { event_id: string; confirmed_at: string }[] };

  const toParts = async (org_id: string, from: Date, to: Date): Promise<Part[]> => {
    const mesh = { name: 'audit', secret: identity().meshSecret };
    const target = { address: `127.0.0.1:${service().grpcPort}`, name: 'note', definition: actDefinition() };
    const client = makeGrpcClient(target, mesh);
    const parts: Part[] = [];
    try {
      const request = { org_id, from: from.toISOString(), to: to.toISOString() };
      for await (const part of client.stream<object, Part>('ListActs', request, MINUTE_MS)) parts.push(part);
    } finally {
      client.close();
    }
    return parts;
  };

  const reported = async (org_id: string, from: Date, to: Date): Promise<string[]> =>
    (await toParts(org_id, from, to)).flatMap(({ acts }) => acts.map(({ event_id }) => event_id));

  const outboxRows = () => {
    const { connection } = kit();
    return connection.getClient().db(connection.name).collection<OutboxRow>('outbox');
  };

  it('are those of the organisation and the period, both ends included, the oldest first, and no notice or task', async () => {
    const org = newId('organization');
    const acts = [actAt(org, ago(40)), actAt(org, ago(30)), actAt(org, ago(20)), actAt(org, ago(10))];
    const notice = makeNotice(noteMade, systemCall(org, ago(25)), { subject: 'x', record: { id: 'x', title: 'Due' } });
    const other = actAt(newId('organization'), ago(25));
    await kit().unitOfWork.commit([], [...acts.toReversed(), notice, other]);
    expect(await reported(org, ago(30), ago(20))).to.deep.equal([acts[1]?.id, acts[2]?.id]);
    expect(await reported(org, ago(60), now)).to.deep.equal(acts.map(({ id }) => id));
    expect(await reported(newId('organization'), ago(60), now)).to.deep.equal([]);
  });

  it('come whole where there are more than fit into a part', async () => {
    const org = newId('organization');
    const acts = Array.from({ length: 1_201 }, () => actAt(org, ago(1)));
    await kit().unitOfWork.commit([], acts);
    expect(await reported(org, ago(60), now)).to.have.members(acts.map(({ id }) => id));
  });

  it('tell when the broker took them, and nothing of that before', async () => {
    const org = newId('organization');
    const [taken, waiting] = [actAt(org, ago(3)), actAt(org, ago(2))];
    const toRow = ({ id, type, time }: Envelope): OutboxRow => {
      // Claimed by nobody, so that no relay takes it.
      return { _id: id, org_id: org, type, body: '{}', created_at: now, acted_at: new Date(time) };
    };
    await outboxRows().insertMany([{ ...toRow(taken), confirmed_at: ago(1) }, toRow(waiting)]);
    const [part] = await toParts(org, ago(60), now);
    expect(part?.acts.map(({ event_id }) => event_id)).to.deep.equal([taken.id, waiting.id]);
    expect(part?.acts.map(({ confirmed_at }) => confirmed_at)).to.deep.equal([ago(1).toISOString(), '']);
  });

  it('are complete for the last day', async () => {
    const before = Date.now();
    const [part] = await toParts(newId('organization'), ago(60), now);
    expect(Date.parse(part?.complete_since ?? '')).to.be.within(before - DAY_MS, Date.now() - DAY_MS);
  });

  it('are read out of an index alone', async () => {
    const plan = await outboxRows()
      .find(
        { org_id: 'org_1', acted_at: { $gte: ago(60), $lte: now } },
        { projection: { acted_at: 1, confirmed_at: 1 } },
      )
      .sort({ acted_at: 1, _id: 1 })
      .explain('queryPlanner');
    expect(JSON.stringify(plan.queryPlanner.winningPlan))
      .to.contain('IXSCAN')
      .and.not.match(/"(FETCH|SORT|COLLSCAN)"/);
  });
});
