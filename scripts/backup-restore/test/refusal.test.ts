import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteQueue, testEnvironment } from '@qsc/test-kit';
import amqp from 'amqplib';
import { expect } from 'chai';
import { prepareDataDirectory } from '../../runtime/paths.ts';
import { generateSecrets, loadSecrets } from '../../runtime/secrets.ts';
import { loadSettings } from '../../runtime/settings.ts';
import { readBackupKey } from '../backup-key.ts';
import { adoptSettings, requireRestorable } from '../deployment-target.ts';
import { newestArchive } from '../drill.ts';
import { makeDrillFolder } from '../drill-folder.ts';
import { requireChains } from '../restore-here.ts';
import { deploymentSettings } from '../settings-kept.ts';

describe('a restore', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'restore-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const deployment = (variables: NodeJS.ProcessEnv = {}) => ({
    settings: loadSettings({ QSC_DATA_DIR: directory, ...variables }),
    paths: prepareDataDirectory(directory),
  });

  const catchRefusal = async (variables: NodeJS.ProcessEnv, kept: Record<string, string>): Promise<string> => {
    try {
      await requireRestorable(deployment(variables), kept);
      return 'not refused';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('takes the keys of the backup where there are none, and its former keys with them', async () => {
    const kept = { ...generateSecrets(), AUDIT_FORMER_KEYS: '{"keys":[]}', 'demo.json': '{"org_id":"org_1"}' };
    const { settings, paths } = deployment();
    expect(await catchRefusal({}, kept)).to.equal('not refused');
    const { AUDIT_SIGNING_KEY } = adoptSettings(paths, kept);
    expect(AUDIT_SIGNING_KEY).to.equal(kept.AUDIT_SIGNING_KEY);
    const { 'demo.json': demo, ...secrets } = deploymentSettings(settings);
    expect(JSON.parse(demo ?? '')).to.deep.equal({ org_id: 'org_1' });
    const { AUDIT_FORMER_KEYS: _former, 'demo.json': _demo, ...own } = kept;
    expect(secrets).to.deep.equal(own);
  });

  it('is refused where data would be opened by other keys than it was sealed with, which are named', async () => {
    const { paths } = deployment();
    const here = loadSecrets(paths.secrets);
    expect(await catchRefusal({}, { ...here, MONGODB_PASSWORD: 'another' })).to.equal('not refused');
    const said = await catchRefusal({}, { ...here, WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64') });
    expect(said).to.include('other keys than in the backup: WEBHOOK_ENCRYPTION_KEY.');
    expect(await catchRefusal({ AUDIT_SIGNING_KEY: 'another' }, { ...here })).to.include('AUDIT_SIGNING_KEY');
    writeFileSync(join(directory, 'key'), 'another\n');
    const byFile = { WORKFLOW_SIGNING_KEY_FILE: join(directory, 'key') };
    expect(await catchRefusal(byFile, { ...here })).to.include('WORKFLOW_SIGNING_KEY');
  });

  it('has of a MongoDB elsewhere no keys but those of the environment: the data directory may be of another deployment', () => {
    loadSecrets(deployment().paths.secrets);
    writeFileSync(join(directory, 'demo.json'), '{}');
    const elsewhere = { MONGODB_URI: 'mongodb://elsewhere', AUDIT_SIGNING_KEY: 'its own' };
    expect(deploymentSettings(deployment(elsewhere).settings)).to.deep.equal({ AUDIT_SIGNING_KEY: 'its own' });
  });

  it('is refused where RabbitMQ has messages of after the backup: in its data directory', async () => {
    mkdirSync(join(deployment().paths.rabbitmq, 'mnesia', 'node'), { recursive: true });
    expect(await catchRefusal({}, {})).to.include('RabbitMQ has data in');
  });

  it('is refused where RabbitMQ has messages of after the backup: in a queue of a broker elsewhere', async () => {
    const { amqpUrl } = testEnvironment();
    expect(await catchRefusal({ AMQP_URL: amqpUrl }, {})).to.equal('not refused');
    for (const queue of ['audit.p3', 'audit.p3.parking']) {
      const connection = await amqp.connect(amqpUrl);
      await (await connection.createChannel()).assertQueue(queue, { arguments: { 'x-queue-type': 'quorum' } });
      await connection.close();
      const said = await catchRefusal({ AMQP_URL: amqpUrl }, {}).finally(() => deleteQueue(amqpUrl, queue));
      expect(said).to.include(`RabbitMQ has the queue ${queue}:`);
    }
  });

  it('is refused where the broker does not say whether it has a queue', async () => {
    const { amqpUrl } = testEnvironment();
    const connection = await amqp.connect(amqpUrl);
    await (await connection.createChannel()).assertQueue('audit.p3', { exclusive: true, durable: false });
    expect(await catchRefusal({ AMQP_URL: amqpUrl }, {})).to.include(
      'does not say whether it has the queue audit.p3: ',
    );
    await connection.close();
  });

  it('gets its key from a file or the environment, and says how to make one where it is none', () => {
    const key = randomBytes(32);
    const file = join(directory, 'backup.key');
    writeFileSync(file, `${key.toString('base64')}\n`);
    expect(readBackupKey({ QSC_BACKUP_KEY_FILE: file }).equals(key)).to.equal(true);
    expect(readBackupKey({ QSC_BACKUP_KEY: key.toString('base64') }).equals(key)).to.equal(true);
    for (const wrong of [{}, { QSC_BACKUP_KEY: 'a password' }, { QSC_BACKUP_KEY_FILE: `${file}.not` }])
      expect(() => readBackupKey(wrong)).to.throw('openssl rand -base64 32');
  });

  it('drills with the newest archive, and says so where there is none', () => {
    expect(() => newestArchive(join(directory, 'not there'))).to.throw('There is no backup in');
    const names = ['qsc-20260101T000000Z-1.backup', 'qsc-20260301T000000Z-1.backup', 'qsc-20260201T000000Z-9.backup'];
    for (const name of [...names, 'qsc-20260401T000000Z-1.backup.part', 'other.txt'])
      writeFileSync(join(directory, name), '');
    expect(newestArchive(directory)).to.equal(join(directory, names[1] ?? ''));
  });

  it('drills in a folder of its own, and removes what a drill that was killed has left, and nothing else', async () => {
    const dataDir = join(directory, 'not made yet');
    const own = await makeDrillFolder(dataDir, () => {});
    const left = join(dataDir, 'restore-drill-4194999-1-abcdef');
    mkdirSync(join(left, 'mongodb'), { recursive: true });
    mkdirSync(join(dataDir, 'backups'));
    const next = await makeDrillFolder(dataDir, () => {});
    expect(readdirSync(dataDir).map((name) => join(dataDir, name))).to.have.members([
      ...[own, next],
      join(dataDir, 'backups'),
    ]);
    expect(statSync(next).mode & 0o777).to.equal(0o700);
  });

  it('does not pass without any audit log, unless there are no organisations', () => {
    const layout = { options: {}, indexes: [], bytes: 9, sha256: '' };
    const holding = (name: string, documents: number) => ({
      databases: [{ name: 'identity', collections: [{ ...layout, name, documents }] }],
    });
    expect(() => requireChains([], holding('organization', 1))).to.throw('no audit log in it');
    expect(() => requireChains([{}], holding('organization', 1))).to.not.throw();
    expect(() => requireChains([], holding('organization', 0))).to.not.throw();
    expect(() => requireChains([], holding('migration', 3))).to.not.throw();
  });
});
