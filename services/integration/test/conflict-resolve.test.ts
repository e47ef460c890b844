import { unavailable } from '@qsc/service-kit';
import { type EventTap, tapEvents } from '@qsc/test-kit';
import { expect } from 'chai';
import { WHOLE_RECORD } from '../src/merge/merge.ts';
import {
  COUNTRY,
  type ConflictProgram,
  type GivenConflict,
  givenConflict,
  REASON,
  startConflictProgram,
} from './conflict-service.ts';

describe('fields that both sides changed, when somebody decides them,', () => {
  let program: ConflictProgram;
  let tap: EventTap;

  before(async () => {
    program = await startConflictProgram();
    tap = await tapEvents(program.amqpUrl);
  });
  after(async () => {
    await tap.close();
    await program.stop();
  });

  const given: GivenConflict = (...args) => givenConflict(program, ...args);

  const linkNow = async (orgId: string, id: string) => {
    const link = await program.links.find(orgId, id);
    if (!link) throw new Error('The link is gone.');
    return link;
  };

  /** Has that happen when the next record is read or written for a decision, after the act itself. */
  const meanwhile = (act: 'read' | 'write', happens: () => Promise<void>): void => {
    const own = program.records[act] as (...args: unknown[]) => Promise<never>;
    program.records[act] = async (...args: unknown[]) => {
      program.records[act] = own as never;
      const result = await own(...args);
      await happens();
      return result;
    };
  };

  it('get the external value by "external", here at once and with the reason', async () => {
    const { link, resolve, id } = await given();
    const { status, body } = await resolve({ resolution: 'external', reason: REASON });
    expect(status).to.equal(200);
    expect(body.data).to.deep.include({ status: 'resolved', resolution: 'external', resolved_value: 'CH', version: 2 });
    expect(body.data).to.deep.include({ reason: REASON });
    expect(program.records.get(link.entity_id)).to.deep.include({ attributes: { country: 'CH' }, version: 3 });
    const [written] = program.records.written.filter(({ write }) => 'id' in write && write.id === link.entity_id);
    expect(written?.reason).to.equal(REASON);
    const event = await tap.next(`the resolution of ${id}`, ({ subject }) => subject === id);
    expect(event.type).to.equal('integration.conflict.resolved.v1');
    expect(event.data.audit).to.deep.include({
      action: 'update',
      entity_type: 'integration_conflict',
      entity_version: 2,
    });
    expect(event.data.audit.metadata.reason).to.equal(REASON);
    expect(event.data.audit.changes).to.deep.equal({
      status: { from: 'open', to: 'resolved' },
      'attributes.country': { from: 'AT', to: 'CH' },
    });
  });

  it('stay as they are here by "service", and the link waits to send it', async () => {
    const { link, resolve, subject } = await given();
    expect((await resolve({ resolution: 'service', reason: REASON })).body.data).to.include({ resolved_value: 'AT' });
    expect(program.records.get(link.entity_id)).to.deep.include({ attributes: { country: 'AT' }, version: 2 });
    const after = await linkNow(subject.org_id, link.id);
    expect(after).to.deep.include({ dirty: true, shadow: { name: 'Acme', 'attributes.country': 'CH' } });
  });

  it('leave nothing waiting where the mapping sends nothing', async () => {
    const { link, resolve, subject } = await given([COUNTRY], { sends: false });
    expect((await resolve({ resolution: 'service', reason: REASON })).status).to.equal(200);
    const after = await linkNow(subject.org_id, link.id);
    expect(after).to.deep.include({ dirty: false, shadow: { name: 'Acme', 'attributes.country': 'CH' } });
  });

  it('become another value by "value", here at once and there with the next synchronisation', async () => {
    const { link, resolve, subject } = await given();
    const { body } = await resolve({ resolution: 'value', value: 'LI', reason: REASON });
    expect(body.data).to.include({ resolved_value: 'LI', resolution: 'value' });
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'LI' });
    const { shadow, dirty } = await linkNow(subject.org_id, link.id);
    expect([shadow?.['attributes.country'], dirty]).to.deep.equal(['CH', true]);
  });

  it('are refused by the field that lacks or is too much', async () => {
    const { resolve } = await given();
    const refused = [{ resolution: 'value' }, { resolution: 'external', value: 'LI' }, { resolution: 'external' }];
    const answers = await Promise.all(refused.map((decision) => resolve(decision)));
    expect(answers.map(({ body }) => body.error.details.fields[0].field)).to.deep.equal(['value', 'value', 'reason']);
  });

  it('may become nothing', async () => {
    const { link, resolve } = await given();
    expect((await resolve({ resolution: 'value', value: null, reason: REASON })).status).to.equal(200);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({});
  });

  it('are decided once', async () => {
    const { resolve, link } = await given();
    expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(200);
    const again = await resolve({ resolution: 'value', value: 'LI', reason: REASON });
    expect([again.status, again.body.error.code]).to.deep.equal([409, 'conflict']);
    expect(program.records.get(link.entity_id).version).to.equal(3);
  });

  it('are decided once by two who decide at the same time', async () => {
    const { resolve, link } = await given();
    const answers = await Promise.all(
      ['LI', 'FR', 'BE'].map((value) => resolve({ resolution: 'value', value, reason: REASON })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    const won = answers.find(({ status }) => status === 200);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: won?.body.data.resolved_value });
  });

  it('answer a repeated request as the first time', async () => {
    const { resolve } = await given();
    const send = () => resolve({ resolution: 'external', reason: REASON }, { 'idempotency-key': 'once' });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).to.deep.equal([200, 200]);
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
  });

  it('are decided although a synchronisation met what was written for it', async () => {
    const { resolve, subject, link } = await given();
    meanwhile('write', () => program.review(subject, [], { [COUNTRY.target]: 'CH' }));
    const { status, body } = await resolve({ resolution: 'external', reason: REASON });
    expect([status, body.data.status, body.data.version]).to.deep.equal([200, 'resolved', 3]);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'CH' });
  });

  it('are not decided where a synchronisation finds another external value while the record is written', async () => {
    const { resolve, subject, shown } = await given();
    meanwhile('write', () => program.review(subject, [{ ...COUNTRY, remote: 'FR' }]));
    const { status, body } = await resolve({ resolution: 'external', reason: REASON });
    expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
    expect((await shown()).body.data).to.include({ status: 'open', remote_value: 'FR', resolution: null });
  });

  it('are not decided where a synchronisation finds both sides equal by another value meanwhile', async () => {
    const { resolve, subject, link } = await given();
    meanwhile('write', () => program.review(subject, [], { [COUNTRY.target]: 'AT' }));
    expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(409);
    const { shadow } = await linkNow(subject.org_id, link.id);
    expect(shadow).to.deep.equal({ name: 'Acme', 'attributes.country': 'AT' });
  });

  it('are decided by one alone, also where the decision of another leaves the record as it is', async () => {
    const { resolve, link } = await given();
    const others: number[] = [];
    meanwhile('read', async () => {
      others.push((await resolve({ resolution: 'service', reason: REASON })).status);
    });
    const { status } = await resolve({ resolution: 'external', reason: REASON });
    expect([status, ...others]).to.deep.equal([200, 409]);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'CH' });
  });

  it('are locked by an interrupted decision: the same one continues, and no other is carried out', async () => {
    const { resolve, shown, link } = await given();
    meanwhile('write', () => Promise.reject(unavailable('The record could not be reached.')));
    expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(503);
    const other = await resolve({ resolution: 'value', value: 'LI', reason: REASON });
    expect([other.status, other.body.error.details.resolution]).to.deep.equal([409, 'external']);
    expect((await shown()).body.data).to.deep.include({ status: 'open', resolution: null, version: 1 });
    const { status, body } = await resolve({ resolution: 'external', reason: REASON });
    expect([status, body.data.resolved_value]).to.deep.equal([200, 'CH']);
    expect(program.records.get(link.entity_id)).to.deep.include({ attributes: { country: 'CH' }, version: 3 });
  });

  it('can be decided otherwise where a decision was interrupted before anything could be written', async () => {
    const { resolve } = await given();
    meanwhile('read', () => Promise.reject(unavailable('The record could not be reached.')));
    expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(503);
    expect((await resolve({ resolution: 'value', value: 'LI', reason: REASON })).status).to.equal(200);
  });

  it('can be decided otherwise once a decision was refused', async () => {
    const { resolve, link } = await given();
    const refusal = { code: 'validation_failed', message: 'A code has two letters.', field: 'attributes.country' };
    program.records.refuseNext({ ok: false, kind: 'refused', ...refusal });
    expect((await resolve({ resolution: 'value', value: 'x', reason: REASON })).status).to.equal(422);
    expect((await resolve({ resolution: 'value', value: 'LI', reason: REASON })).status).to.equal(200);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'LI' });
  });

  it('are carried out when they are repeated after a crash between the record and the decision', async () => {
    const { resolve, link } = await given();
    const { entity_id: id } = link;
    program.records.put(link.org_id, { id, version: 3, attributes: { country: 'CH' } });
    expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(200);
    expect(program.records.get(id).version).to.equal(3);
  });

  it('are not decided by what the record here has no more', async () => {
    const { resolve, link, shown } = await given();
    program.records.put(link.org_id, { id: link.entity_id, version: 3, attributes: { country: 'BE' } });
    const { status, body } = await resolve({ resolution: 'external', reason: REASON });
    expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
    expect((await shown()).body.data.status).to.equal('open');
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'BE' });
  });

  it('are not decided over a change that comes between the look at the record and its write', async () => {
    const { resolve, link, shown } = await given();
    meanwhile('read', async () => {
      program.records.put(link.org_id, { id: link.entity_id, version: 3, attributes: { country: 'BE' } });
    });
    const { status } = await resolve({ resolution: 'external', reason: REASON });
    expect([status, (await shown()).body.data.status]).to.deep.equal([409, 'open']);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'BE' });
  });

  describe('of a record that is deleted there', () => {
    const local = { name: 'Acme', 'attributes.country': 'AT', 'attributes.city': null };
    const whole = { target: WHOLE_RECORD, base: { name: 'A' }, local, remote: null };

    it('delete it here by "external"', async () => {
      const { resolve, link, subject } = await given([whole as never]);
      expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(200);
      expect(program.records.get(link.entity_id).deleted).to.equal(true);
      expect(await linkNow(subject.org_id, link.id)).to.include({ deleted: true, dirty: false });
    });

    it('do not delete it where it changed here since, unless that is nothing that the conflict shows', async () => {
      const { resolve, link, subject, shown } = await given([whole as never]);
      const changed = { id: link.entity_id, version: 3, attributes: { country: 'AT', city: 'Bern' } };
      program.records.put(subject.org_id, changed);
      const { status, body } = await resolve({ resolution: 'external', reason: REASON });
      expect([status, body.error.code]).to.deep.equal([409, 'conflict']);
      expect(program.records.get(link.entity_id).deleted).to.equal(false);
      expect((await shown()).body.data.status).to.equal('open');
      program.records.put(subject.org_id, { ...changed, version: 4, attributes: { country: 'AT', rating: 3 } });
      expect((await resolve({ resolution: 'external', reason: REASON })).status).to.equal(200);
      expect(program.records.get(link.entity_id).deleted).to.equal(true);
    });

    it('leave it here by "service", and the link is settled', async () => {
      const { resolve, link, subject } = await given([whole as never]);
      expect((await resolve({ resolution: 'service', reason: REASON })).status).to.equal(200);
      expect(program.records.get(link.entity_id).deleted).to.equal(false);
      expect(await linkNow(subject.org_id, link.id)).to.include({ deleted: true, dirty: false });
    });

    it('take no value', async () => {
      const { resolve } = await given([whole as never]);
      const { status, body } = await resolve({ resolution: 'value', value: 'x', reason: REASON });
      expect([status, body.error.details.fields[0].field]).to.deep.equal([422, 'resolution']);
    });
  });
});
