import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { formerSealingKeysVariable, loadConfig, sealingKeyVariable, serviceEnvironment } from '../src/index.ts';

const KEYS = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string, string];
const SECRET = 'a secret of the mesh that is long enough for a test';

describe('a secret that lies in a file', () => {
  const shape = {
    MESH_SECRET: serviceEnvironment.MESH_SECRET,
    ENCRYPTION_KEY: sealingKeyVariable,
    ENCRYPTION_FORMER_KEYS: formerSealingKeysVariable,
    JWKS_URL: serviceEnvironment.JWKS_URL,
  };
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'secrets-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const makeFile = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const getFault = (environment: NodeJS.ProcessEnv): string => {
    try {
      loadConfig(shape, environment);
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is read from there, without the end of its line', () => {
    const environment = {
      MESH_SECRET_FILE: makeFile('mesh', `${SECRET}\n`),
      ENCRYPTION_KEY_FILE: makeFile('key', `${KEYS[0]}\r\n`),
      ENCRYPTION_FORMER_KEYS_FILE: makeFile('former', `${KEYS[1]}, ${KEYS[2]}`),
    };
    expect(loadConfig(shape, environment)).to.deep.equal({
      MESH_SECRET: SECRET,
      ENCRYPTION_KEY: KEYS[0],
      ENCRYPTION_FORMER_KEYS: [KEYS[1], KEYS[2]],
    });
  });

  it('is as the variable would be where the variable or the name of the file is empty', () => {
    const key = { ENCRYPTION_KEY: KEYS[0], ENCRYPTION_KEY_FILE: '' };
    const environment = { MESH_SECRET: '', MESH_SECRET_FILE: makeFile('mesh', SECRET), ...key };
    expect(loadConfig(shape, environment)).to.include({ MESH_SECRET: SECRET, ENCRYPTION_KEY: KEYS[0] });
  });

  it('is refused where the variable is set too, and the value of neither is told', () => {
    const environment = { MESH_SECRET: SECRET, MESH_SECRET_FILE: makeFile('mesh', `${SECRET}, another`) };
    const fault = getFault({ ...environment, ENCRYPTION_KEY: KEYS[0] });
    expect(fault).to.include('MESH_SECRET (it and MESH_SECRET_FILE are both set; leave one out)');
    expect(fault).not.to.include(SECRET);
  });

  it('is asked for by the name of its file where that cannot be read, beside all else that is wrong', () => {
    const fault = getFault({
      MESH_SECRET_FILE: join(folder, 'nowhere'),
      ENCRYPTION_KEY_FILE: folder,
      JWKS_URL: 'no url',
    });
    expect(fault).to.include('MESH_SECRET_FILE (the file cannot be read: ENOENT)');
    expect(fault).to.include('ENCRYPTION_KEY_FILE (the file cannot be read: EISDIR)');
    expect(fault).to.include('JWKS_URL (must be an address that begins with http:// or https://)');
    expect(fault).not.to.include('MESH_SECRET (');
  });

  it('is held to what the variable has to be, by the name of the variable', () => {
    const fault = getFault({
      MESH_SECRET_FILE: makeFile('mesh', 'short'),
      ENCRYPTION_KEY_FILE: makeFile('key', 'no key'),
    });
    expect(fault)
      .to.match(/MESH_SECRET \(Too small/)
      .and.to.include('ENCRYPTION_KEY (must be 32 bytes in Base64');
    expect(fault).not.to.include('short').and.not.to.include('no key');
  });
});
