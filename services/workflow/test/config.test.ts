import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { toEvidenceKey } from '@qsc/service-kit';
import { expect } from 'chai';
import { readConfig } from '../src/config.ts';
import { newSigningKey } from './signed-record.ts';

describe('configuration of the workflow service', () => {
  const original = process.env;

  afterEach(() => {
    process.env = original;
  });

  const encoded = (key: KeyObject): string => key.export({ format: 'der', type: 'pkcs8' }).toString('base64');

  const read = (keys: { WORKFLOW_SIGNING_KEY?: string; WORKFLOW_FORMER_KEYS?: string }) => {
    process.env = {
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      MONGODB_URI: 'mongodb://127.0.0.1',
      AMQP_URL: 'amqp://127.0.0.1',
      MESH_SECRET: 'm'.repeat(32),
      BASE_URL: 'http://127.0.0.1',
      AUTH_URL: 'http://127.0.0.1',
      IDENTITY_GRPC_URL: '127.0.0.1:1',
      AUDIT_GRPC_URL: '127.0.0.1:4',
      ENTITY_GRPC_URL: '127.0.0.1:2',
      QUALITY_GRPC_URL: '127.0.0.1:3',
      ...keys,
    };
    return readConfig();
  };

  const key = newSigningKey();

  it('reads the current key and former public keys', () => {
    const former = toEvidenceKey(newSigningKey());
    const WORKFLOW_SIGNING_KEY = encoded(key);
    const config = read({ WORKFLOW_SIGNING_KEY, WORKFLOW_FORMER_KEYS: JSON.stringify({ keys: [former] }) });
    expect(toEvidenceKey(config.WORKFLOW_SIGNING_KEY)).to.deep.equal(toEvidenceKey(key));
    expect(config.WORKFLOW_FORMER_KEYS).to.deep.equal([former]);
    expect(read({ WORKFLOW_SIGNING_KEY }).WORKFLOW_FORMER_KEYS).to.deep.equal([]);
  });

  it('does not start without a key that signs, nor with one of another kind', () => {
    const other = encoded(generateKeyPairSync('x25519').privateKey);
    for (const keys of [{}, { WORKFLOW_SIGNING_KEY: 'c2VjcmV0' }, { WORKFLOW_SIGNING_KEY: other }])
      expect(() => read(keys)).to.throw(/WORKFLOW_SIGNING_KEY/);
  });

  it('does not start with a private key among the former ones', () => {
    const WORKFLOW_FORMER_KEYS = JSON.stringify({ keys: [newSigningKey().export({ format: 'jwk' })] });
    expect(() => read({ WORKFLOW_SIGNING_KEY: encoded(key), WORKFLOW_FORMER_KEYS })).to.throw(/WORKFLOW_FORMER_KEYS/);
  });
});
