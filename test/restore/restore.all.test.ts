import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, apiClient, eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { withClient } from '../../scripts/backup-restore/deployment.ts';
import { REPOSITORY } from '../../scripts/runtime/paths.ts';
import { provision, unlimitedOrganization } from '../../scripts/runtime/provision.ts';
import { uploadCertificate } from '../e2e/upload.ts';
import { type CommandEnd, makeRestoreMesh, type RestoreMesh } from './restore-mesh.ts';

const PAPER = readFileSync(join(REPOSITORY, 'examples/certificate-of-analysis.pdf'));
/** So many writes are acknowledged before the log stands still, and so many more before the backup begins. */
const WRITES = 15;
const TIMEOUT_MS = 20 * 60_000;

type Acknowledged = { id: string; at: number };

describe('a mesh that was restored from a backup', function () {
  // Two meshes are started, one after the other, on a machine however busy.
  this.timeout(TIMEOUT_MS);

  const folder = mkdtempSync(join(tmpdir(), 'restore-'));
  const keyed = { QSC_BACKUP_KEY: randomBytes(32).toString('base64') };
  const acknowledged: Acknowledged[] = [];
  let first: RestoreMesh;
  let second: RestoreMesh;
  let api: ApiClient;
  let certificate: string;
  let archive: string;
  let restoredUri: string;
  let moment: number;
  let early: Acknowledged[];
  let late: Acknowledged;
  let key: string;

  const write = async (): Promise<Acknowledged> => {
    const { status, body } = await api.post('/v1/entities', { type: 'component', name: `Part ${acknowledged.length}` });
    if (status !== 201) throw new Error(JSON.stringify(body));
    const one = { id: body.data.id, at: Date.now() };
    acknowledged.push(one);
    return one;
  };

  const succeeded = ({ code, out, err }: CommandEnd): string => {
    expect(code, `${out}${err}`).to.equal(0);
    return out;
  };

  const all = async (path: string): Promise<{ id: string; entity_id: string; action: string }[]> => {
    const found = [];
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { body } = await api.get(`${path}&per_page=100&page=${page}`);
      pages = body.meta.total_pages;
      found.push(...body.data);
    }
    return found;
  };

  const drillInLog = (fits: (changes: Record<'passed' | 'reason', { to: unknown }>) => boolean): Promise<unknown> =>
    eventually('the entry of the drill', async () => {
      const { body } = await api.get('/v1/audit-logs?entity_type=restore_drill');
      return body.data.find(({ changes }: { changes: Parameters<typeof fits>[0] }) => fits(changes));
    });

  const upload = async (): Promise<string> => {
    const supplier = await api.post('/v1/entities', { type: 'supplier', name: 'Mill' });
    const metadata = { type: 'coa', name: 'Lactose', supplier_id: supplier.body.data.id };
    const { status, text, body } = await uploadCertificate({ base_url: first.baseUrl }, { key, file: PAPER, metadata });
    expect(status, text).to.equal(201);
    return body.data.id;
  };

  const isConfirmed = (mongodbUri: string, id: string): Promise<boolean> =>
    withClient(mongodbUri, async (client) => {
      const outbox = client.db('qsc_entity').collection('outbox');
      return (await outbox.countDocuments({ body: { $regex: id }, confirmed_at: { $exists: true } })) > 0;
    });

  /** Runs the work while an entry is not what was recorded, past the application. */
  const whileAltered = (mongodbUri: string, work: () => Promise<string>): Promise<string> =>
    withClient(mongodbUri, async (client) => {
      const entries = client.db('qsc_audit').collection('audit_entry');
      const entry = await entries.findOneAndUpdate({ entity_type: 'component' }, { $set: { entity_name: 'Altered' } });
      if (!entry) throw new Error('There is no entry of a component.');
      try {
        return await work();
      } finally {
        await entries.updateOne({ _id: entry._id }, { $set: { entity_name: entry.entity_name } });
      }
    });

  /** Writes go on; the audit service halts, so that the broker alone has the last events; then the backup is made. */
  const writeAndBackUp = async (mongodbUri: string): Promise<void> => {
    let done = false;
    const writers = Array.from({ length: 2 }, async () => {
      while (!done) await write();
    });
    const going = Promise.all(writers);
    await eventually('writes', () => acknowledged.length >= WRITES);
    first.signal('audit', 'SIGSTOP');
    const last = await eventually('further writes', () => acknowledged[2 * WRITES]);
    await eventually('the broker has the event', () => isConfirmed(mongodbUri, last.id));
    early = [...acknowledged];
    const out = succeeded(await first.command('backup', ['--to', folder], keyed));
    done = true;
    await going;
    late = await write();
    archive = /^(\/\S+\.backup)/m.exec(out)?.[1] ?? '';
    moment = Date.parse(/as they were at (\S+),/.exec(out)?.[1] ?? '');
    first.signal('audit', 'SIGCONT');
  };

  before(async () => {
    first = await makeRestoreMesh(join(folder, 'first'));
    second = await makeRestoreMesh(join(folder, 'second'));
    const { identity, mongodbUri } = await first.start();
    const [organization] = await provision(identity, [unlimitedOrganization('Restore')]);
    key = organization?.api_key ?? '';
    api = apiClient(first.baseUrl, key);
    certificate = await upload();
    await writeAndBackUp(mongodbUri);
    await first.stop();
    succeeded(await second.command('restore', [archive], keyed));
    restoredUri = (await second.start()).mongodbUri;
    api = apiClient(second.baseUrl, key);
  });

  after(async () => {
    await first.stop();
    await second.stop();
    rmSync(folder, { recursive: true });
  });

  it('has every write that was acknowledged before the moment of the backup, and none that came after the backup', async () => {
    const ids = new Set((await all('/v1/entities?type=component')).map(({ id }) => id));
    const due = [...early, ...acknowledged.filter(({ at }) => at < moment)];
    expect(due.filter(({ id }) => !ids.has(id))).to.deep.equal([]);
    expect(ids.has(late.id)).to.equal(false);
  });

  it('completes its audit log with the events that only the broker had, for every record and no other', async () => {
    const ids = (await all('/v1/entities?type=component')).map(({ id }) => id).sort();
    const entries = await eventually('an entry for each record', async () => {
      const found = await all('/v1/audit-logs?entity_type=component&action=create&sort=timestamp');
      // A page that is read while entries come may tell of one twice, and of another not.
      const isRead = new Set(found.map(({ id }) => id)).size === found.length;
      return isRead && found.length >= ids.length && found;
    });
    expect(entries.map(({ entity_id }) => entity_id).sort()).to.deep.equal(ids);
  });

  it('has an unbroken chain', async () => {
    expect((await api.get('/v1/audit-logs/verify')).body.data).to.include({ valid: true, first_broken: null });
  });

  it('hands out its files as they were, and takes new writes', async () => {
    const answer = await fetch(`${second.baseUrl}/v1/certificates/${certificate}/document`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(PAPER)).to.equal(true);
    await write();
  });

  it('passes a restore drill beside it, which is in its audit log', async () => {
    const out = succeeded(await second.command('restore', ['--drill', archive], keyed));
    expect(out).to.include('each chain is unbroken').and.include('drill         passed');
    await drillInLog(({ passed }) => passed.to === true);
  });

  it('does not pass a drill on a backup whose chain was broken by hand: it ends with 1, and the log tells why', async () => {
    const broken = await whileAltered(restoredUri, async () => {
      const out = succeeded(await second.command('backup', ['--to', join(folder, 'broken')], keyed));
      expect(out).to.include('noted         in the audit service');
      return /^(\/\S+\.backup)/m.exec(out)?.[1] ?? '';
    });
    const { code, out, err } = await second.command('restore', ['--drill', broken], keyed);
    expect(code, `${out}${err}`).to.equal(1);
    expect(out).to.include('content_changed').and.include('drill         did not pass: chain_broken');
    expect(out).to.match(/^recorded {6}in the audit logs of \d+ organisations$/m);
    await drillInLog(({ passed, reason }) => passed.to === false && reason.to === 'chain_broken');
  });

  describe('is not made', () => {
    const refused = async (file: string, environment: Record<string, string>, why: string): Promise<void> => {
      const directory = join(folder, 'refused');
      const own = { ...environment, QSC_DATA_DIR: directory };
      const { code, err } = await second.command('restore', [file], own);
      expect(code).to.equal(1);
      expect(err).to.include(why).and.include('Nothing was written');
      expect(existsSync(directory)).to.equal(false);
    };

    it('with another key', () =>
      refused(archive, { QSC_BACKUP_KEY: randomBytes(32).toString('base64') }, 'made with another key'));

    it('from an archive that was altered by one bit', async () => {
      const altered = Buffer.from(readFileSync(archive));
      altered[altered.length >> 1] = (altered[altered.length >> 1] ?? 0) ^ 1;
      writeFileSync(join(folder, 'altered.backup'), altered);
      await refused(join(folder, 'altered.backup'), keyed, 'altered or cut off');
    });

    it('from an archive that was cut off', async () => {
      writeFileSync(join(folder, 'cut.backup'), readFileSync(archive));
      truncateSync(join(folder, 'cut.backup'), statSync(archive).size - 1);
      await refused(join(folder, 'cut.backup'), keyed, 'altered or cut off');
    });

    it('while its mesh runs', async () => {
      const { code, err } = await second.command('restore', [archive], keyed);
      expect([code, err]).to.deep.equal([1, '\nThe mesh runs. Stop it first: ./scripts/down\n']);
    });
  });
});
