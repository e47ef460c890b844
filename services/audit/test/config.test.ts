import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { readConfig } from '../src/config.ts';

describe('configuration', () => {
  const original = process.env;

  afterEach(() => {
    process.env = original;
  });

  const read = (signingKey: string | undefined, more: NodeJS.ProcessEnv = {}) => {
    process.env = {
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      MONGODB_URI: 'mongodb://127.0.0.1',
      AMQP_URL: 'amqp://127.0.0.1',
      MESH_SECRET: 'm'.repeat(32),
      BASE_URL: 'http://127.0.0.1',
      AUTH_URL: 'http://127.0.0.1',
      IDENTITY_GRPC_URL: '127.0.0.1:1',
      ENTITY_GRPC_URL: '127.0.0.1:1',
      CERTIFICATE_GRPC_URL: '127.0.0.1:1',
      QUALITY_GRPC_URL: '127.0.0.1:1',
      WORKFLOW_GRPC_URL: '127.0.0.1:1',
      ...(signingKey === undefined ? {} : { AUDIT_SIGNING_KEY: signingKey }),
      ...more,
    };
    return readConfig();
  };

  const encoded = (type: 'ed25519' | 'x25519'): string => {
    const pair = type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
    return pair.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  };

  it('takes an Ed25519 key', () => {
    expect(read(encoded('ed25519')).AUDIT_SIGNING_KEY.asymmetricKeyType).to.equal('ed25519');
  });

  for (const [what, key] of Object.entries({
    'no key': undefined,
    'no key at all in it': 'c2VjcmV0',
    'another kind of key': encoded('x25519'),
  }))
    it(`does not start with ${what}, and says so without showing it`, () => {
      expect(() => read(key))
        .to.throw(/AUDIT_SIGNING_KEY/)
        .and.satisfy((error: Error) => !key || !error.message.includes(key));
    });

  it('takes no lifetime of exports whose end is no date', () => {
    const withLifetime = (seconds: string) => () => read(encoded('ed25519'), { AUDIT_EXPORT_TTL_SECONDS: seconds });
    expect(withLifetime('99999999999999')).to.throw(/AUDIT_EXPORT_TTL_SECONDS/);
    expect(withLifetime('3153600000')().AUDIT_EXPORT_TTL_SECONDS).to.equal(3_153_600_000);
  });
});
