import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { completeEnv } from '../../runtime/compose-secrets.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { generateSecrets } from '../../runtime/secrets.ts';
import { GOLDEN, parseManifests } from '../chart.ts';
import { COMPOSE_FILE, interpolated } from '../compose.ts';
import { parseConfig, readVariables } from './config-reader.ts';

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef?: { key: string } } };
type Container = { name: string; args: string[]; env: Variable[] };
type Pod = { template: { spec: { containers: Container[]; initContainers?: Container[] } } };
type ComposeService = { command?: string[]; environment?: Record<string, unknown>; build?: { dockerfile: string } };

/** One container: where it stands, which program it runs, and what it is given. */
type Given = { place: string; program: string; environment: Record<string, string> };

const toProgram = (command: readonly string[]): string | undefined =>
  SERVICES.find(({ entry }) => command.includes(entry))?.name;

/** A value of the form that a secret of this name has. */
const secretValue = (name: string): string => {
  const known: Record<string, string> = {
    ...generateSecrets(),
    MONGODB_URI: 'mongodb://user:password@mongodb.example',
    AMQP_URL: 'amqps://user:password@rabbitmq.example',
    REDIS_URL: 'rediss://:password@valkey.example',
    SMTP_URL: 'smtps://user:password@mail.example',
  };
  return known[name] ?? 'secret';
};

const chartContainers = (meshSecretFile: string): Given[] =>
  parseManifests(readFileSync(GOLDEN, 'utf8'))
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .flatMap(({ kind, metadata, spec }) => {
      const { containers, initContainers = [] } = (spec as Pod).template.spec;
      return [...initContainers, ...containers].map(({ name, args, env }) => ({
        place: `${kind} ${metadata.name}, container ${name}`,
        program: toProgram(args) ?? '',
        environment: Object.fromEntries(
          env.map((one) => [
            one.name,
            one.name === 'MESH_SECRET_FILE' ? meshSecretFile : (one.value ?? secretValue(one.name)),
          ]),
        ),
      }));
    });

/** The services of docker-compose.yml that run this project; the demo's container runs a program of identity with its environment. */
const composeContainers = (): Given[] => {
  const text = interpolated(readFileSync(COMPOSE_FILE, 'utf8'), parseEnv(completeEnv('')) as Record<string, string>);
  const { services } = parse(text, { merge: true }) as { services: Record<string, ComposeService> };
  return Object.entries(services)
    .filter(([, { build }]) => build !== undefined)
    .map(([name, { command = [], environment = {} }]) => ({
      place: `service ${name}`,
      program: name === 'demo' ? 'identity' : (toProgram(command) ?? ''),
      environment: Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, String(value ?? '')])),
    }));
};

const findFault = ({ program, environment }: Given): string | null => {
  try {
    parseConfig(program, environment);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

/** The gateway reads the addresses of the services that its routing table names. */
const ROUTED = /_HTTP_URL$/;

const isRead = (program: string, name: string): boolean => {
  const known = readVariables(program);
  return (program === 'gateway' && ROUTED.test(name)) || known.has(name) || known.has(name.replace(/_FILE$/, ''));
};

describe('the environment of each container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mesh-secret-'));
  const meshSecretFile = join(folder, 'secret');
  before(() => writeFileSync(meshSecretFile, generateSecrets().MESH_SECRET));
  after(() => rmSync(folder, { recursive: true }));

  for (const [what, containers, least] of [
    ['the Helm chart', chartContainers(meshSecretFile), SERVICES.length + 9],
    ['docker-compose.yml', composeContainers(), SERVICES.length + 2],
  ] as const)
    describe(`in ${what}`, () => {
      it('is of a known program, in each of them', () => {
        expect(containers).to.have.length.at.least(least);
        expect(containers.filter(({ program }) => program === '').map(({ place }) => place)).to.deep.equal([]);
      });

      for (const container of containers)
        it(`is complete: ${container.place}`, () => {
          expect(findFault(container)).to.equal(null);
        });
    });

  for (const container of chartContainers(meshSecretFile))
    it(`holds nothing that its program does not read: ${container.place}`, () => {
      const { program, environment } = container;
      expect(Object.keys(environment).filter((name) => !isRead(program, name))).to.deep.equal([]);
    });
});
