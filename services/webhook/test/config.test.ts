import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { readConfig } from '../src/config.ts';

describe('configuration', () => {
  const original = process.env;

  afterEach(() => {
    process.env = original;
  });

  const read = (change: Record<string, string>) => {
    process.env = {
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      MONGODB_URI: 'mongodb://127.0.0.1',
      AMQP_URL: 'amqp://127.0.0.1',
      MESH_SECRET: 'm'.repeat(32),
      BASE_URL: 'http://127.0.0.1',
      AUTH_URL: 'http://127.0.0.1',
      IDENTITY_GRPC_URL: '127.0.0.1:1',
      WEBHOOK_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...change,
    };
    return readConfig();
  };

  it('has the default retry schedule, and allows no network of its own', () => {
    const { WEBHOOK_RETRY_SCHEDULE_SECONDS, OUTBOUND_ALLOWED_NETWORKS } = read({});
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3_600);
    expect(WEBHOOK_RETRY_SCHEDULE_SECONDS).to.deep.equal([5, 300, 1_800, ...hours]);
    expect(OUTBOUND_ALLOWED_NETWORKS).to.deep.equal([]);
    expect(read({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '' }).WEBHOOK_RETRY_SCHEDULE_SECONDS).to.have.length(9);
  });

  it('takes another schedule, and refuses an invalid one', () => {
    expect(read({ WEBHOOK_RETRY_SCHEDULE_SECONDS: '1, 2.5' }).WEBHOOK_RETRY_SCHEDULE_SECONDS).to.deep.equal([1, 2.5]);
    for (const schedule of ['soon', '5;10', '-1', '99999999'])
      expect(() => read({ WEBHOOK_RETRY_SCHEDULE_SECONDS: schedule })).to.throw(/WEBHOOK_RETRY_SCHEDULE_SECONDS/);
  });

  it('requires a key of 32 bytes, and does not show a wrong one', () => {
    for (const key of ['', 'c2hvcnQ=', 'not base64'])
      expect(() => read({ WEBHOOK_ENCRYPTION_KEY: key }))
        .to.throw(/WEBHOOK_ENCRYPTION_KEY/)
        .and.satisfy(({ message }: Error) => key === '' || !message.includes(key));
  });
});
