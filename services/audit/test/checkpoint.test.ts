import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalHash, makeKeyRing, type RunningService } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { ENDS } from '../src/chain/chain.store.ts';
import { makeCheckpoints } from '../src/chain/checkpoint.ts';
import { nativeCollection, toEntry, toStored } from '../src/entry/entry.store.ts';
import { EMPTY_CHAIN } from '../src/entry/entry.ts';
import { withAuditLog } from '../src/operator.ts';
import { type AuditFixture, makeActEvent, newOrg, startAudit } from './audit-fixture.ts';

describe('checkpoints that are signed by themselves', () => {
  let audit: AuditFixture;
  let worker: RunningService;
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
  const clock = { now: new Date('2026-03-02T10:00:00Z') };

  before(async () => {
    audit = await startAudit({ AUDIT_CHECKPOINT_DIRECTORY: folder });
    worker = await audit.startWorker({ AUDIT_CHECKPOINT_ENTRIES: 5 }, { clock: () => clock.now });
  });
  after(async () => {
    await audit.stop();
    rmSync(folder, { recursive: true });
  });

  const add = async (org: string, total: number): Promise<void> => {
    const there = await audit.entries.count({ org_id: org });
    await audit.publish(...Array.from({ length: total - there }, () => makeActEvent(org)));
    await audit.recorded(org, total);
  };

  const rows = () => audit.entries.model.db.collection('audit_checkpoint');
  const listFiles = (org: string): string[] => {
    try {
      return readdirSync(join(folder, org)).filter((name) => name.endsWith('.jws'));
    } catch {
      return [];
    }
  };
  const fileName = (sequence: number): string => `${String(sequence).padStart(16, '0')}.jws`;
  const readRow = (org: string, sequence: number) => rows().findOne({ org_id: org, sequence });
  const signed = (org: string, sequence: number) =>
    eventually(`a checkpoint of entry ${sequence}`, () => readRow(org, sequence));
  const verify = async (org: string) => (await audit.api(org).get('/audit-logs/verify')).body.data;
  /** A new chain whose only checkpoint is at its end. Where the signer came before all was recorded, another one is taken. */
  const withChain = async (entries: number): Promise<string> => {
    for (;;) {
      const org = newOrg();
      await add(org, entries);
      const first = () => rows().findOne({ org_id: org }, { sort: { sequence: 1 } });
      const { sequence } = await eventually('a first checkpoint', first);
      if (sequence === entries) return org;
    }
  };
  const stored = () => nativeCollection(audit.entries);
  /** Somebody with all rights on the database writes every entry of the chain again, with hashes that fit. */
  const rewriteChain = async (org: string): Promise<void> => {
    let previous_hash = EMPTY_CHAIN.hash;
    for (const doc of await stored().find({ org_id: org }).sort({ sequence: 1 }).toArray()) {
      const { hash: _hash, ...content } = { ...toEntry(doc), entity_name: 'Other', previous_hash };
      previous_hash = canonicalHash(content);
      await stored().replaceOne({ _id: doc._id }, toStored({ ...content, hash: previous_hash }));
    }
  };

  it('are in the database and in the folder, the same, and are listed', async () => {
    const org = newOrg();
    await add(org, 3);
    const row = await eventually('a first checkpoint', () => rows().findOne({ org_id: org }));
    expect(readFileSync(join(folder, org, fileName(row.sequence)), 'utf8')).to.equal(row.jws);
    const { body } = await audit.api(org).get('/audit-logs/checkpoints');
    expect(body.data.at(-1)).to.deep.include({ id: row._id, sequence: row.sequence, hash: row.hash, jws: row.jws });
    const oldest = (await audit.api(org).get('/audit-logs/checkpoints?sort=sequence')).body.data;
    expect(oldest?.[0].id).to.equal(row._id);
    const claims = makeCheckpoints(makeKeyRing({ signingKey: audit.config.AUDIT_SIGNING_KEY })).open(row.jws);
    expect(claims).to.include({ org_id: org, sequence: row.sequence, hash: row.hash });
    expect((await audit.api(newOrg()).get('/audit-logs/checkpoints')).body.meta.total).to.equal(0);
  });

  it('come after so many new entries, or after a time for fewer', async () => {
    const org = await withChain(1);
    await add(org, 6);
    await signed(org, 6);
    await add(org, 7);
    const other = await withChain(1);
    expect(other).not.to.equal(org);
    expect(await readRow(org, 7)).to.equal(null);
    clock.now = new Date(clock.now.getTime() + 3_600_000);
    const row = await signed(org, 7);
    expect(row.entries).to.equal(1);
  });

  it('show a chain whose end was cut off, also where the rows of checkpoints were removed', async () => {
    const org = await withChain(6);
    expect((await verify(org)).compared_with.map(({ source }: { source: string }) => source)).to.deep.equal([
      'outside',
      'database',
    ]);
    await stored().deleteMany({ org_id: org, sequence: { $gt: 4 } });
    expect((await verify(org)).first_broken).to.deep.equal({ sequence: 5, id: null, reason: 'truncated' });
    await rows().deleteMany({ org_id: org });
    const found = await verify(org);
    expect(found).to.include({ valid: false, checkpoint: null, entries_checked: 4 });
    expect(found.first_broken).to.deep.equal({ sequence: 5, id: null, reason: 'truncated' });
    // The signer enters it in the database again, at any moment.
    expect(found.compared_with.map(({ holds }: { holds: boolean }) => holds)).to.not.include(true);
    expect(found.compared_with[0]).to.include({ source: 'outside', sequence: 6, holds: false });
  });

  it('show a chain of which nothing is left', async () => {
    const org = await withChain(2);
    await stored().deleteMany({ org_id: org });
    expect((await verify(org)).first_broken).to.deep.equal({ sequence: 1, id: null, reason: 'truncated' });
  });

  it('show a whole chain that was rewritten with valid hashes', async () => {
    const org = await withChain(6);
    await rewriteChain(org);
    await rows().deleteMany({ org_id: org });
    const { valid, first_broken } = await verify(org);
    expect(valid).to.equal(false);
    expect(first_broken).to.include({ sequence: 6, reason: 'checkpoint_mismatch' });
  });

  it('are not signed for a rewritten chain, which stays found', async () => {
    const org = await withChain(3);
    await rewriteChain(org);
    await add(org, 12);
    const witness = await withChain(1);
    await add(witness, 6);
    await signed(witness, 6);
    expect(listFiles(org)).to.deep.equal([fileName(3)]);
    expect((await verify(org)).first_broken).to.include({ sequence: 3, reason: 'checkpoint_mismatch' });
  });

  it('pass over one that somebody forged, in the folder or in the database', async () => {
    const org = await withChain(4);
    const forged = 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl';
    writeFileSync(join(folder, org, fileName(900)), forged);
    await rows().insertOne({ ...(await readRow(org, 4)), _id: 'chk_forged', sequence: 900, jws: forged } as never);
    const { valid, compared_with } = await verify(org);
    expect(valid).to.equal(true);
    expect(compared_with.map(({ sequence }: { sequence: number }) => sequence)).to.deep.equal([4, 4]);
  });

  it('are completed by the next pass after a crash between folder and database', async () => {
    const org = newOrg();
    const ring = makeKeyRing({ signingKey: audit.config.AUDIT_SIGNING_KEY });
    await worker.stop();
    await add(org, 2);
    const last = await stored().findOne({ org_id: org, sequence: 2 });
    const claims = { org_id: org, sequence: 2, hash: last?.hash ?? '', entries: 2, at: clock.now.toISOString() };
    const jws = makeCheckpoints(ring).sign(claims);
    mkdirSync(join(folder, org));
    writeFileSync(join(folder, org, fileName(2)), jws);
    writeFileSync(join(folder, org, `.${fileName(7)}.part`), 'a half');
    worker = await audit.startWorker({ AUDIT_CHECKPOINT_ENTRIES: 5 }, { clock: () => clock.now });
    expect((await signed(org, 2)).jws).to.equal(jws);
    await add(org, 7);
    await signed(org, 7);
    expect(listFiles(org)).to.deep.equal([fileName(2), fileName(7)]);
  });

  it('are signed by one replica, however many run', async () => {
    const another = await audit.startWorker({ AUDIT_CHECKPOINT_ENTRIES: 5 }, { clock: () => clock.now });
    const org = await withChain(3);
    for (const entries of [8, 13, 18]) {
      await add(org, entries);
      await signed(org, entries);
    }
    const stored = await rows().find({ org_id: org }).toArray();
    expect(listFiles(org)).to.have.lengthOf(stored.length);
    await another.stop();
  });

  it('read one key of the index for each chain', async () => {
    const plan = JSON.stringify(
      await stored()
        .aggregate(ENDS, { hint: { org_id: 1, sequence: 1 } })
        .explain(),
    );
    expect(plan).to.include('DISTINCT_SCAN');
  });
});

describe('a chain of which nothing is left', () => {
  let audit: AuditFixture;
  const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));

  afterEach(() => audit.stop());
  after(() => rmSync(folder, { recursive: true }));

  const refusedBy = async ({ httpPort }: RunningService): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${httpPort}/metrics`)).text();
    return Number(/^audit_checkpoints_refused_total(?:\{.*\})? (\d+)/m.exec(text)?.[1]);
  };

  for (const [source, config, removed] of [
    ['the database', {}, ['audit_entry']],
    ['the folder', { AUDIT_CHECKPOINT_DIRECTORY: folder }, ['audit_checkpoint', 'audit_entry']],
  ] as const)
    it(`is met by the next pass and by the operator, by its checkpoint in ${source}`, async () => {
      audit = await startAudit(config);
      const worker = await audit.startWorker();
      const org = newOrg();
      await audit.publish(makeActEvent(org));
      const rows = audit.entries.model.db.collection('audit_checkpoint');
      await eventually('a checkpoint', () => rows.findOne({ org_id: org }));
      expect(await refusedBy(worker)).to.equal(0);
      for (const name of removed) await audit.entries.model.db.collection(name).deleteMany({ org_id: org });
      await eventually('it is refused', async () => (await refusedBy(worker)) > 0);
      const found = await withAuditLog(audit.config, async ({ ends, verify }) => {
        const orgIds: string[] = [];
        for await (const some of ends()) orgIds.push(...some.map(({ orgId }) => orgId));
        return { orgIds, ...(await verify(org)) };
      });
      expect(found.orgIds).to.deep.equal([org]);
      expect(found.first_broken).to.include({ sequence: 1, reason: 'truncated' });
    });
});
