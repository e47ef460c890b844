import { createPublicKey, verify as verifySignature } from 'node:crypto';
import { canonicalHash } from '@qsc/service-kit';
import { startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import { nativeCollection, type StoredEntry, toEntry, toStored } from '../src/entry/entry.store.ts';
import { EMPTY_CHAIN, entryAfter } from '../src/entry/entry.ts';
import { makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

describe('verification of the chain', () => {
  const audit = startBeforeTests(() => startAudit());

  const START = Date.parse('2026-03-01T10:00:00.000Z');

  const toMoment = (sequence: number): string => new Date(START + sequence * 1_000).toISOString();

  /** An organisation with a chain; entry n happened n seconds after the start. */
  const orgWith = async (entries: number): Promise<string> => {
    const org = newOrg();
    await audit.publish(
      ...Array.from({ length: entries }, (_, index) => makeActEvent(org, { time: toMoment(index + 1) })),
    );
    await audit.recorded(org, entries);
    return org;
  };

  const verify = async (org: string, query: Record<string, string> = {}) => {
    const { status, body } = await audit.api(org).get(`/audit-logs/verify?${new URLSearchParams(query)}`);
    return status === 200 ? body.data : body;
  };

  const stored = () => nativeCollection(audit.entries);

  const tamper = (org: string, sequence: number, change: Record<string, unknown>) =>
    stored().updateOne({ org_id: org, sequence }, { $set: change });

  const readId = async (org: string, sequence: number): Promise<string> =>
    (await stored().findOne({ org_id: org, sequence }))?._id ?? '';

  it('holds for an untouched chain and for an empty one', async () => {
    const org = await orgWith(6);
    const whole = await verify(org);
    expect(whole).to.include({
      valid: true,
      entries_checked: 6,
      first_sequence: 1,
      last_sequence: 6,
      first_broken: null,
    });
    expect(await verify(newOrg())).to.deep.equal({
      valid: true,
      entries_checked: 0,
      entries_vouched: 0,
      compared_with: [],
      first_sequence: null,
      last_sequence: null,
      first_broken: null,
      checkpoint: null,
    });
  });

  it('lets an inspector recompute every hash from the entries as they are shown', async () => {
    const org = await orgWith(4);
    const shown = (await audit.api(org).get('/audit-logs?sort=timestamp')).body.data;
    let previous = '0'.repeat(64);
    for (const { hash, ...content } of shown) {
      expect(content.previous_hash).to.equal(previous);
      expect(canonicalHash(content)).to.equal(hash);
      previous = hash;
    }
  });

  const fields: Record<string, unknown> = {
    action: 'read',
    entity_name: 'Other',
    entity_version: 9,
    timestamp: new Date(0),
    recorded_at: new Date(0),
    'user.id': 'usr_2',
    'user.role': null,
    'client.ip_address': '198.51.100.1',
    changes: '{}',
    'metadata.reason': 'another',
    'metadata.details': '{"a":1}',
    'signature.signed': true,
    event_id: 'evt_other',
    previous_hash: 'f'.repeat(64),
    hash: 'f'.repeat(64),
    note: 'added',
  };
  it('names the entry of which any field was changed', async () => {
    const org = await orgWith(5);
    const original = (await stored().findOne({ org_id: org, sequence: 3 })) as StoredEntry;
    for (const [field, value] of Object.entries(fields)) {
      await tamper(org, 3, { [field]: value });
      const { valid, first_broken, checkpoint } = await verify(org);
      expect([valid, checkpoint], field).to.deep.equal([false, null]);
      const reason = field === 'previous_hash' ? 'out_of_order' : 'content_changed';
      expect(first_broken, field).to.deep.equal({ sequence: 3, id: original._id, reason });
      await stored().replaceOne({ _id: original._id }, original);
    }
    expect(await verify(org)).to.include({ valid: true });
  });

  it('names an entry that was made unreadable', async () => {
    const org = await orgWith(3);
    await tamper(org, 2, { changes: 'not JSON', timestamp: 'never' });
    expect((await verify(org)).first_broken).to.include({ sequence: 2, reason: 'content_changed' });
  });

  it('names a deleted entry', async () => {
    const org = await orgWith(5);
    await stored().deleteOne({ org_id: org, sequence: 2 });
    expect((await verify(org)).first_broken).to.deep.equal({ sequence: 2, id: null, reason: 'missing' });
    const beginning = await orgWith(3);
    await stored().deleteOne({ org_id: beginning, sequence: 1 });
    expect((await verify(beginning)).first_broken).to.deep.equal({ sequence: 1, id: null, reason: 'missing' });
  });

  it('names the first of two entries that changed places', async () => {
    const org = await orgWith(6);
    await tamper(org, 3, { sequence: 1_000 });
    await tamper(org, 4, { sequence: 3 });
    await tamper(org, 1_000, { sequence: 4 });
    expect((await verify(org)).first_broken).to.deep.equal({
      sequence: 3,
      id: await readId(org, 3),
      reason: 'out_of_order',
    });
  });

  it('names an entry that was pushed in between two others', async () => {
    const org = await orgWith(4);
    const doc = (await stored().findOne({ org_id: org, sequence: 2 })) as StoredEntry;
    await stored().insertOne({ ...doc, _id: 'log_between', event_id: `evt_${org}`, sequence: 2.5 });
    expect((await verify(org)).first_broken).to.deep.equal({ sequence: 2, id: 'log_between', reason: 'duplicate' });
  });

  for (const sequence of [0.5, 0, Number.NaN, null, '7', [3.5]])
    it(`names an entry that was pushed in as no. ${JSON.stringify(sequence)}`, async () => {
      const org = await orgWith(4);
      const doc = (await stored().findOne({ org_id: org, sequence: 4 })) as StoredEntry;
      const forged = { ...doc, _id: `log_${org}`, event_id: `evt_${org}`, sequence: sequence as number };
      await stored().insertOne(forged);
      const { valid, first_broken, checkpoint } = await verify(org);
      expect([valid, checkpoint]).to.deep.equal([false, null]);
      expect(first_broken).to.include({ id: forged._id, reason: 'duplicate' });
      if (!Array.isArray(sequence)) expect(await verify(org, { to: toMoment(2) })).to.include({ valid: false });
    });

  for (const sequence of ['7', [9.5], Number.POSITIVE_INFINITY])
    it(`goes on with a chain into which an entry was pushed as no. ${JSON.stringify(sequence)}`, async () => {
      const org = newOrg();
      const doc = (await stored().findOne({ sequence: 1 })) as StoredEntry;
      const first = { ...doc, _id: `log_1_${org}`, org_id: org, event_id: `evt_1_${org}`, sequence: 1 };
      const forged = { ...first, _id: `log_2_${org}`, event_id: `evt_2_${org}`, sequence: sequence as number };
      await stored().insertMany([first, forged]);
      await audit.publish(makeActEvent(org));
      await audit.recorded(org, 3);
      expect(await stored().countDocuments({ org_id: org, sequence: 2 })).to.equal(1);
    });

  it('names an entry in whose place those behind it were moved on', async () => {
    const org = await orgWith(5);
    const doc = (await stored().findOne({ org_id: org, sequence: 3 })) as StoredEntry;
    for (const sequence of [5, 4, 3]) await tamper(org, sequence, { sequence: sequence + 1 });
    const { hash: _hash, ...content } = toEntry({ ...doc, _id: 'log_new', event_id: `evt_${org}`, entity_name: 'New' });
    await stored().insertOne(toStored({ ...content, hash: canonicalHash(content) }));
    expect((await verify(org)).first_broken).to.include({ sequence: 4, reason: 'out_of_order' });
  });

  it('names the entry after one that was replaced with a fitting hash', async () => {
    const org = await orgWith(5);
    const doc = await stored().findOne({ org_id: org, sequence: 3 });
    const { hash: _hash, ...content } = toEntry({ ...(doc as StoredEntry), entity_name: 'Other' });
    await stored().replaceOne({ _id: content.id }, toStored({ ...content, hash: canonicalHash(content) }));
    expect((await verify(org)).first_broken).to.deep.equal({
      sequence: 4,
      id: await readId(org, 4),
      reason: 'link_broken',
    });
  });

  it('checks a period with its links to both neighbours', async () => {
    const org = await orgWith(10);
    const middle = { from: toMoment(4), to: toMoment(7) };
    const part = await verify(org, middle);
    expect(part).to.include({ valid: true, entries_checked: 4, first_sequence: 4, last_sequence: 7 });
    expect(await verify(org, { from: toMoment(8) })).to.include({ valid: true, first_sequence: 8, last_sequence: 10 });
    expect(await verify(org, { to: toMoment(2) })).to.include({ valid: true, first_sequence: 1, last_sequence: 2 });
    expect(await verify(org, { from: toMoment(20) })).to.include({ valid: true, entries_checked: 0 });

    await tamper(org, 10, { entity_name: 'Other' });
    expect(await verify(org, middle)).to.include({ valid: true });
    await stored().deleteOne({ org_id: org, sequence: 7 });
    expect((await verify(org, middle)).first_broken).to.deep.equal({ sequence: 7, id: null, reason: 'missing' });
    await stored().deleteOne({ org_id: org, sequence: 3 });
    expect((await verify(org, middle)).first_broken).to.deep.equal({ sequence: 3, id: null, reason: 'missing' });
  });

  it('names an entry whose timestamp was moved over the edge of a period', async () => {
    const period = { from: toMoment(4), to: toMoment(7) };
    for (const [sequence, moved] of [
      [4, toMoment(3)],
      [7, toMoment(8)],
    ] as const) {
      const org = await orgWith(10);
      await tamper(org, sequence, { timestamp: new Date(moved) });
      const { valid, first_broken } = await verify(org, period);
      expect(valid).to.equal(false);
      expect(first_broken).to.deep.equal({ sequence, id: await readId(org, sequence), reason: 'content_changed' });
    }
  });

  it('names the neighbour of a period that was made unreadable', async () => {
    const org = await orgWith(5);
    await tamper(org, 2, { changes: 'not JSON' });
    const { first_broken } = await verify(org, { from: toMoment(3) });
    expect(first_broken).to.deep.equal({ sequence: 2, id: await readId(org, 2), reason: 'content_changed' });
  });

  it('finds a truncated chain by a checkpoint, and by nothing else', async () => {
    const org = await orgWith(10);
    const { checkpoint } = await verify(org);
    await audit.publish(makeActEvent(org));
    await audit.recorded(org, 11);
    expect(await verify(org, { checkpoint })).to.include({ valid: true, entries_checked: 11 });
    await stored().deleteMany({ org_id: org, sequence: { $gt: 7 } });
    expect(await verify(org)).to.include({ valid: true, entries_checked: 7 });
    const found = await verify(org, { checkpoint });
    expect(found).to.include({ valid: false, checkpoint: null });
    expect(found.first_broken).to.deep.equal({ sequence: 8, id: null, reason: 'truncated' });
  });

  it('finds a rewritten chain by a checkpoint', async () => {
    const org = await orgWith(4);
    const { checkpoint } = await verify(org);
    let previous_hash = '0'.repeat(64);
    for (const doc of await stored().find({ org_id: org }).sort({ sequence: 1 }).toArray()) {
      const { hash: _hash, ...content } = { ...toEntry(doc), entity_name: 'Other', previous_hash };
      previous_hash = canonicalHash(content);
      await stored().replaceOne({ _id: doc._id }, toStored({ ...content, hash: previous_hash }));
    }
    expect(await verify(org)).to.include({ valid: true });
    const { first_broken } = await verify(org, { checkpoint });
    expect(first_broken).to.deep.equal({ sequence: 4, id: await readId(org, 4), reason: 'checkpoint_mismatch' });
  });

  it('signs a checkpoint that anybody can check with the published key', async () => {
    const org = await orgWith(3);
    const { checkpoint } = await verify(org);
    const { body } = await audit.api(org).get('/audit-logs/checkpoint-key');
    expect(body.data).to.include({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    const [header, payload, signature] = checkpoint.split('.');
    const key = createPublicKey({ key: body.data, format: 'jwk' });
    expect(
      verifySignature(null, Buffer.from(`${header}.${payload}`), key, Buffer.from(signature, 'base64url')),
    ).to.equal(true);
    const open = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    expect(open(header)).to.deep.equal({ alg: 'EdDSA', typ: 'audit-checkpoint+jws', kid: body.data.kid });
    const last = await stored().findOne({ org_id: org, sequence: 3 });
    expect(open(payload)).to.include({ org_id: org, sequence: 3, entries: 3, hash: last?.hash });
  });

  it('refuses a checkpoint that was altered, is no checkpoint, or is of another organisation', async () => {
    const org = await orgWith(2);
    const { checkpoint } = await verify(org);
    const [header, payload, signature] = checkpoint.split('.');
    const altered = Buffer.from(
      Buffer.from(payload, 'base64url').toString('utf8').replace('"sequence":2', '"sequence":1'),
    );
    for (const text of ['', 'x', `${header}.${altered.toString('base64url')}.${signature}`, `${checkpoint}.x`]) {
      const { error } = await verify(org, { checkpoint: text });
      expect(error.code).to.equal('validation_failed');
      expect(error.details.fields[0]).to.include({ field: 'checkpoint', code: 'invalid_signature' });
    }
    const { error } = await verify(newOrg(), { checkpoint });
    expect(error.details.fields[0]).to.include({ field: 'checkpoint', code: 'foreign' });
  });

  it('keeps what it found of whole chains, for reports', async () => {
    const org = await orgWith(3);
    await verify(org);
    await verify(org, { from: toMoment(2) });
    await tamper(org, 2, { entity_name: 'Other' });
    await verify(org);
    const rows = await audit.entries.model.db
      .collection('audit_verification')
      .find({ org_id: org })
      .sort({ _id: 1 })
      .toArray();
    const found = rows.map(({ valid, entries, first_broken }) => ({ valid, entries, first_broken }));
    expect(found).to.deep.equal([
      { valid: true, entries: 3, first_broken: null },
      {
        valid: false,
        entries: 2,
        first_broken: { sequence: 2, id: await readId(org, 2), reason: 'content_changed' },
      },
    ]);
  });

  it('has no more than some hundreds of entries in its hands, however long the chain', async () => {
    const [org, total] = [newOrg(), 1_200];
    let head = EMPTY_CHAIN;
    const docs = Array.from({ length: total }, (_, index) => {
      const { id, data } = makeActEvent(org);
      const entry = entryAfter(
        head,
        { eventId: id, orgId: org, time: new Date(START + index), facts: data.audit },
        new Date(),
      );
      head = entry;
      return toStored(entry);
    });
    await stored().insertMany(docs);
    const { db } = audit.entries.model.db;
    await db?.command({
      profile: 2,
      filter: { ns: `${db.databaseName}.audit_entry`, op: { $in: ['query', 'getmore'] } },
    });
    expect(await verify(org)).to.include({ valid: true, entries_checked: total });
    await db?.command({ profile: 0 });
    const reads =
      (await db
        ?.collection('system.profile')
        .find({
          nreturned: { $gt: 1 },
          $or: [{ 'command.filter.org_id': org }, { 'originatingCommand.filter.org_id': org }],
        })
        .toArray()) ?? [];
    const returned = reads.map(({ nreturned }) => nreturned as number);
    expect(returned.reduce((sum, count) => sum + count, 0)).to.equal(total);
    expect(Math.max(...returned)).to.be.at.most(500);
  });

  it('keeps organisations apart', async () => {
    const [mine, others] = [await orgWith(2), await orgWith(3)];
    await stored().deleteOne({ org_id: others, sequence: 1 });
    expect(await verify(mine)).to.include({ valid: true, entries_checked: 2 });
    expect(await verify(others)).to.include({ valid: false });
  });
});
