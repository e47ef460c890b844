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

  const given: GivenConflict = (...asked) => givenConflict(program, ...asked);

  const linkNow = async (orgId: string, id: string) => {
    const link = await program.links.find(orgId, id);
    if (!link) throw new Error('The link is gone.');
    return link;
  };

  it('become what stands there by "external", here at once and with the reason', async () => {
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
    const write = program.records.write;
    program.records.write = async (call, writes) => {
      const results = await write(call, writes);
      await program.review(subject, []);
      return results;
    };
    const { status, body } = await resolve({ resolution: 'external', reason: REASON }).finally(() => {
      program.records.write = write;
    });
    expect([status, body.data.status, body.data.version]).to.deep.equal([200, 'resolved', 3]);
    expect(program.records.get(link.entity_id).attributes).to.deep.equal({ country: 'CH' });
  });

  it('are carried out when asked again after a kill between the record and the decision', async () => {
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
    const read = program.records.read;
    program.records.read = async (...asked) => {
      const found = await read(...asked);
      program.records.put(link.org_id, { id: link.entity_id, version: 3, attributes: { country: 'BE' } });
      return found;
    };
    const { status } = await resolve({ resolution: 'external', reason: REASON }).finally(() => {
      program.records.read = read;
    });
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

    it('keep it here by "service", and the link is settled', async () => {
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
