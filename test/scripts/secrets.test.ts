import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { SERVICES } from '../../scripts/runtime/processes.ts';
import { generateSecrets, loadSecrets, SECRET_NAMES } from '../../scripts/runtime/secrets.ts';
import { serviceProcesses } from '../../scripts/runtime/service-process.ts';
import { loadSettings } from '../../scripts/runtime/settings.ts';

describe('the secrets of a mesh', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    file = join(folder, 'secrets.json');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('are made once, and only their owner may read them', () => {
    const first = loadSecrets(file);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(loadSecrets(file)).to.deep.equal(first);
  });

  it('are completed when a newer version asks for one more, the old ones unchanged', () => {
    writeFileSync(file, JSON.stringify({ MESH_SECRET: 'kept as it is' }));
    const completed = loadSecrets(file);
    expect(completed.MESH_SECRET).to.equal('kept as it is');
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.have.all.keys(SECRET_NAMES);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('are of the kind that the services ask for', () => {
    const { MESH_SECRET, IDENTITY_ENCRYPTION_KEY, AUDIT_SIGNING_KEY } = generateSecrets();
    expect(MESH_SECRET).to.have.length.of.at.least(32);
    expect(Buffer.from(IDENTITY_ENCRYPTION_KEY, 'base64')).to.have.lengthOf(32);
    const key = { key: Buffer.from(AUDIT_SIGNING_KEY, 'base64'), format: 'der', type: 'pkcs8' } as const;
    expect(createPrivateKey(key).asymmetricKeyType).to.equal('ed25519');
  });

  it('go to the services that need them and to no other', () => {
    const backends = { mongodbUri: 'mongodb://127.0.0.1:1', amqpUrl: 'amqp://127.0.0.1:2' };
    const mesh = { settings: loadSettings({}), secrets: generateSecrets(), backends };
    const holders = (secret: string) =>
      serviceProcesses(SERVICES, mesh)
        .filter((spec) => secret in spec.environment)
        .map((spec) => spec.name);
    expect(holders('IDENTITY_ENCRYPTION_KEY')).to.deep.equal(['identity']);
    expect(holders('AUDIT_SIGNING_KEY')).to.deep.equal(['audit', 'audit-worker']);
    expect(holders('WORKFLOW_SIGNING_KEY')).to.deep.equal(['workflow']);
    expect(holders('AMQP_PASSWORD')).to.deep.equal([]);
    expect(holders('AMQP_URL')).not.to.include('gateway');
  });
});
