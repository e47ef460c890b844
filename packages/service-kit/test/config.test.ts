import { expect } from 'chai';
import {
  formerSealingKeysVariable,
  grpcAddress,
  loadConfig,
  sealingKeyVariable,
  serviceEnvironment,
  startFields,
  trustedProxies,
} from '../src/index.ts';
import { openDatabase } from '../src/mongo/database.ts';

const WHOLE = {
  HTTP_PORT: '7402',
  GRPC_PORT: '7502',
  MONGODB_URI: 'mongodb://qsc-entity:password@mongodb.example/?replicaSet=rs0',
  AMQP_URL: 'amqps://qsc-entity:password@rabbitmq.example:5671/qsc',
  MESH_SECRET: 'a secret of the mesh that is long enough for a test',
  BASE_URL: 'https://quality.example.com',
  AUTH_URL: 'https://auth.quality.example.com',
  IDENTITY_GRPC_URL: 'qsc-identity:7501',
};

const SHAPE = {
  ...serviceEnvironment,
  ENCRYPTION_KEY: sealingKeyVariable.optional(),
  ENCRYPTION_FORMER_KEYS: formerSealingKeysVariable,
  WORKFLOW_GRPC_URL: grpcAddress.optional(),
  TRUSTED_PROXIES: trustedProxies,
};

const getFault = (environment: NodeJS.ProcessEnv): Error => {
  try {
    loadConfig(SHAPE, { ...WHOLE, ...environment });
  } catch (error) {
    return error as Error;
  }
  throw new Error(`${JSON.stringify(environment)} was taken`);
};

const TAKEN: NodeJS.ProcessEnv[] = [
  {},
  { MONGODB_URI: 'mongodb+srv://cluster.example' },
  { AMQP_URL: 'amqp://127.0.0.1' },
  { IDENTITY_GRPC_URL: 'ipv4:10.0.0.1:7501,10.0.0.2:7501' },
  { WORKFLOW_GRPC_URL: 'dns:///qsc-workflow:7508' },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' },
  { TRUSTED_PROXIES: '10.0.0.1, 10.1.0.0/16, loopback, ::1' },
];

const REFUSED: [variable: string, value: string][] = [
  ['HTTP_PORT', ' '],
  ['MONGODB_URI', 'mongodb.example:27017'],
  ['AMQP_URL', 'rabbitmq.example:5672'],
  ['AMQP_URL', 'http://rabbitmq.example'],
  ['BASE_URL', 'quality.example.com:443'],
  ['JWKS_URL', 'ftp://auth.quality.example.com'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['IDENTITY_GRPC_URL', 'http://qsc-identity:7501'],
  ['WORKFLOW_GRPC_URL', 'https://qsc-workflow:7508'],
  ['TRUSTED_PROXIES', 'ingress'],
  ['TRUSTED_PROXIES', '10.0.0.0/99'],
  ['ENCRYPTION_KEY', 'no key'],
  ['ENCRYPTION_FORMER_KEYS', 'no key'],
];

describe('the environment of a program', () => {
  for (const environment of TAKEN)
    it(`is taken with ${JSON.stringify(environment)}`, () => {
      expect(loadConfig(SHAPE, { ...WHOLE, ...environment })).to.include({ HTTP_PORT: 7402 });
    });

  for (const [variable, value] of REFUSED)
    it(`is refused with ${variable}=${value}, which is named once and not shown`, () => {
      const { message } = getFault({ [variable]: value });
      expect(message.split(variable)).to.have.length(2);
      if (value.trim() !== '') expect(message).not.to.include(value);
    });

  it('is refused without a variable that has to be set, and says so', () => {
    expect(getFault({ HTTP_PORT: '', AMQP_URL: undefined }).message).to.equal(
      'The environment is not complete. Set or mend: HTTP_PORT (it is not set); AMQP_URL (it is not set).',
    );
  });

  it('is refused with a sentence and without a stack, which a fault of the program has', () => {
    expect(startFields(getFault({ HTTP_PORT: '' }))).to.have.all.keys('reason');
    expect(startFields(new TypeError('a fault'))).to.include.keys('reason', 'stack');
  });

  it('is refused with options of MongoDB that there are not', () => {
    const uri = 'mongodb://user:password@mongodb.example/?nonsense=1';
    expect(() => openDatabase(uri, 'qsc_test')).to.throw(/^MONGODB_URI .*nonsense/);
  });
});
