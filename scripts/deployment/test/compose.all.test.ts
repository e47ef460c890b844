import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { Advice, say } from '../../runtime/command-line.ts';
import { completeEnv } from '../../runtime/compose-secrets.ts';
import { AUDIT_MIGRATION } from '../../runtime/database-access.ts';
import { grpcVariable, httpVariable } from '../../runtime/process-address.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { SECRET_NAMES } from '../../runtime/secrets.ts';
import { COMPOSE_FILE, type Composed, type ComposeService, findCompose, readCompose } from '../compose.ts';
import { mongodbAccess, passwordVariable } from '../mongodb-access.ts';
import { AMQP_PASSWORDS, amqpPasswordVariable } from '../rabbitmq-access.ts';
import { parseConfig } from './config-reader.ts';

const ACCESS = join(import.meta.dirname, '../../../deploy/mongodb/access.json');

describe('docker-compose.yml', function () {
  this.timeout(15 * 60_000);
  const secrets = parseEnv(completeEnv('')) as Record<string, string>;
  const text = readFileSync(COMPOSE_FILE, 'utf8');
  let compose: string;
  let services: Record<string, ComposeService>;

  const read = (content: string, variables = secrets): Composed => readCompose(compose, content, variables);
  const getService = (name: string): ComposeService => services[name]!;

  before(async function () {
    const found = await findCompose(say).catch((error: unknown) => {
      if (error instanceof Advice) return say(error.message);
      throw error;
    });
    // Where the tool cannot be built, which is said, the file is not checked.
    if (!found) return this.skip();
    compose = found;
    const composed = read(text);
    if (!composed.ok) throw new Error(composed.said);
    services = composed.services;
  });

  for (const [what, from, to] of [
    ['a member that nobody knows', 'restart: unless-stopped', 'restrat: unless-stopped'],
    ['a condition that nobody knows', 'condition: service_healthy', 'condition: service_happy'],
  ] as const)
    it(`is refused with ${what}`, () => {
      expect(read(text.replace(from, to)).ok).to.equal(false);
    });

  it('says which command makes the secrets, where one is missing', () => {
    for (const name of Object.keys(secrets)) {
      const { [name]: _, ...others } = secrets;
      const composed = read(text, others);
      expect(composed.ok ? '' : composed.said, name).to.include(`${name} is missing: run ./scripts/compose-env`);
    }
  });

  it('runs MongoDB 8 as a replica set with users, RabbitMQ 4 and Valkey', () => {
    expect(getService('mongodb').image).to.equal('mongo:8');
    expect(text).to.include('mongod --replSet rs0 --keyFile');
    expect(getService('rabbitmq').image).to.equal('rabbitmq:4');
    expect(getService('valkey').image).to.equal('valkey/valkey:8');
    expect(getService('gateway').environment.REDIS_URL).to.equal(`redis://:${secrets.VALKEY_PASSWORD}@valkey:6379`);
  });

  for (const { name } of SERVICES)
    it(`hands ${name} a complete configuration where nothing but the secrets was set`, () => {
      const handed = Object.entries(getService(name).environment).map(([variable, value]) => [
        variable,
        String(value ?? ''),
      ]);
      expect(() => parseConfig(name, Object.fromEntries(handed))).to.not.throw();
    });

  for (const { name, options } of SERVICES)
    it(`hands ${name} every setting that its row names, as it stands in .env`, () => {
      const set = Object.fromEntries(options.map((variable) => [variable, `set ${variable}`]));
      const composed = read(text, { ...secrets, ...set });
      const handed = composed.ok ? composed.services[name]!.environment : {};
      for (const variable of options.filter((each) => each !== 'REDIS_URL'))
        expect(handed[variable], variable).to.equal(set[variable]);
    });

  for (const { name, entry, nodeFlags = [], keepsData, secrets: wanted, asks, forwards = [] } of SERVICES)
    it(`runs ${name} with what its row names, least right and a read-only root`, () => {
      const { build, command, environment, ...service } = getService(name);
      expect(build?.dockerfile).to.equal('deploy/Dockerfile');
      expect(command).to.deep.equal([...nodeFlags, entry]);
      expect(service.read_only).to.equal(true);
      expect(service.cap_drop).to.deep.equal(['ALL']);
      expect(service.security_opt).to.deep.equal(['no-new-privileges:true']);
      const held = SECRET_NAMES.filter((secret) => environment[secret] !== undefined);
      expect(held).to.have.members([...wanted]);
      for (const peer of ['identity', ...asks])
        expect(environment[grpcVariable(peer)], peer).to.equal(`${peer}:${getService(peer).environment.GRPC_PORT}`);
      for (const peer of forwards)
        expect(environment[httpVariable(peer)]).to.equal(`http://${peer}:${getService(peer).environment.HTTP_PORT}`);
      const user = `qsc-${name}:${secrets[passwordVariable(name)]}@mongodb:27017`;
      expect(environment.MONGODB_URI).to.equal(
        keepsData ? `mongodb://${user}/?replicaSet=rs0&authSource=admin` : undefined,
      );
      expect(environment.AMQP_URL).to.equal(
        keepsData ? `amqp://qsc-${name}:${secrets[amqpPasswordVariable(name)]}@rabbitmq:5672` : undefined,
      );
    });

  it('brings the database of the audit service up to date with a user for that, before its programs start', () => {
    const { command, environment } = getService(AUDIT_MIGRATION);
    expect(command).to.deep.equal([SERVICES.find(({ name }) => name === 'audit')?.entry, '--migrate']);
    expect(environment.MONGODB_URI).to.include(`qsc-audit-migration:${secrets[passwordVariable(AUDIT_MIGRATION)]}@`);
    const handed = Object.entries(environment).map(([variable, value]) => [variable, String(value ?? '')]);
    expect(() => parseConfig('audit', Object.fromEntries(handed))).to.not.throw();
    for (const name of ['audit', 'audit-worker'])
      expect(getService(name).depends_on?.[AUDIT_MIGRATION]?.condition).to.equal('service_completed_successfully');
  });

  it('gives RabbitMQ the passwords of all its users, and no other program another one than its own', () => {
    for (const name of AMQP_PASSWORDS) {
      expect(getService('rabbitmq').environment[name], name).to.equal(secrets[name]);
      for (const { environment } of SERVICES.map(({ name: program }) => getService(program)))
        expect(environment[name]).to.equal(undefined);
    }
  });

  it('lets a service wait for those alone that are there and can tell that they are ready or done', () => {
    for (const [name, { depends_on = {}, build }] of Object.entries(services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const end = getService(other).command?.includes('--migrate')
          ? 'service_completed_successfully'
          : 'service_healthy';
        expect(condition, `${name} waits for ${other}`).to.equal(end);
        expect(getService(other).build ?? getService(other).healthcheck, other).not.to.equal(undefined);
      }
      if (build) expect(Object.keys(depends_on), name).not.to.have.length(0);
    }
  });

  it('opens two ports, on this machine alone', () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map(({ host_ip, published }) => [name, host_ip, published]),
    );
    expect(open).to.have.deep.members([
      ['gateway', '127.0.0.1', '7400'],
      ['identity', '127.0.0.1', '7401'],
    ]);
  });

  it('has the rights of the users of MongoDB beside it (after a change: npm run chart)', () => {
    expect(readFileSync(ACCESS, 'utf8')).to.equal(mongodbAccess());
  });

  it('keeps the secrets that are there and is given those of a newer version', () => {
    const known = 'MESH_SECRET=mine\nBASE_URL=https://quality.example.com';
    const complete = completeEnv(known);
    expect(complete.startsWith(`${known}\n`)).to.equal(true);
    expect(Object.keys(parseEnv(complete))).to.have.members(['BASE_URL', ...Object.keys(secrets)]);
    expect(complete.match(/^MESH_SECRET=/gm)).to.have.length(1);
    expect(completeEnv(complete)).to.equal(complete);
  });
});
