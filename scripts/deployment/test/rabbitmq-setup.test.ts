import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BROKER } from '@qsc/contracts/events';
import { eventually } from '@qsc/test-kit';
import amqp, { type Channel } from 'amqplib';
import { expect } from 'chai';
import { planBackends } from '../../runtime/mesh-plan.ts';
import { prepareDataDirectory, REPOSITORY } from '../../runtime/paths.ts';
import type { ProcessSpec } from '../../runtime/plan.ts';
import { findFreePortBase, infrastructurePorts } from '../../runtime/ports.ts';
import { isReady } from '../../runtime/probe.ts';
import { findRabbitmq } from '../../runtime/rabbitmq-install.ts';
import { generateSecrets } from '../../runtime/secrets.ts';
import { Supervisor } from '../../runtime/supervisor.ts';
import { commandOnPath } from '../../runtime/tool.ts';
import { DATA_PROGRAMS } from '../mongodb-access.ts';
import { AMQP_PASSWORDS, amqpPasswordVariable, DEFINITIONS, rabbitmqDefinitions } from '../rabbitmq-access.ts';

const SCRIPT = join(REPOSITORY, 'deploy/rabbitmq/definitions.sh');
const ACCESS_REFUSED = 403;
const VIRTUAL_HOST = 'qsc';

const complete = (environment: Record<string, string>) =>
  spawnSync('bash', [SCRIPT], { env: { PATH: process.env.PATH, ...environment }, encoding: 'utf8' });

describe('the definitions of RabbitMQ for a deployment', () => {
  const passwords = Object.fromEntries(AMQP_PASSWORDS.map((name) => [name, `${name.toLowerCase()}-0.9_~`]));
  let folder: string;
  let port: number;
  let node: ProcessSpec;
  let supervisor: Supervisor;

  const catchRefusal = async (program: string, act: (channel: Channel) => Promise<unknown>): Promise<unknown> => {
    const password = passwords[amqpPasswordVariable(program)];
    const connection = await amqp.connect(`amqp://qsc-${program}:${password}@127.0.0.1:${port}/${VIRTUAL_HOST}`);
    connection.on('error', () => {});
    const channel = await connection.createChannel();
    channel.on('error', () => {});
    try {
      await act(channel);
      return 'done';
    } catch (error) {
      return (error as { code?: unknown }).code;
    } finally {
      await connection.close().catch(() => {});
    }
  };

  const importDefinitions = (): void => {
    const beside = join(dirname(findRabbitmq(() => {}).server), 'rabbitmqctl');
    const rabbitmqctl = existsSync(beside) ? beside : (commandOnPath('rabbitmqctl') ?? 'rabbitmqctl');
    const { stdout: definitions } = complete({ ...passwords, AMQP_VHOST: VIRTUAL_HOST });
    const imported = spawnSync(rabbitmqctl, ['import_definitions'], { env: node.environment, input: definitions });
    expect(imported.status, String(imported.stderr)).to.equal(0);
  };

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rabbitmq-setup-'));
    const paths = prepareDataDirectory(folder);
    const portBase = await findFreePortBase();
    port = infrastructurePorts(portBase).rabbitmq;
    const settings = { portBase, mongodbUri: 'mongodb://nowhere.example', amqpUrl: null };
    const { processes } = await planBackends(settings, { paths, secrets: generateSecrets() }, () => {});
    node = processes.at(-1)!;
    supervisor = new Supervisor(
      { workingDirectory: folder, logs: paths.logs, state: paths.state, processes },
      () => {},
    );
    await supervisor.start();
    await eventually('RabbitMQ is ready', () => isReady({ kind: 'amqp', port }));
    importDefinitions();
    expect(await catchRefusal('audit', (channel) => channel.assertQueue('audit.p0'))).to.equal('done');
  });

  after(async () => {
    await supervisor.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are those of the table of programs (after a change: npm run chart)', () => {
    expect(readFileSync(DEFINITIONS, 'utf8')).to.equal(rabbitmqDefinitions());
  });

  it('are refused without a password, or with one that would not stand in them as it is', () => {
    for (const wrong of [undefined, '', 'with "quotes"', 'two\nlines', `\${AMQP_PASSWORD}`, 'and&another', 'a/b']) {
      const { AMQP_PASSWORD_ENTITY: _, ...others } = passwords;
      const given = wrong === undefined ? others : { ...others, AMQP_PASSWORD_ENTITY: wrong };
      const { status, stdout, stderr } = complete(given);
      expect([status, stdout], String(wrong)).to.deep.equal([1, '']);
      expect(stderr).to.include('AMQP_PASSWORD_ENTITY is missing, or has other characters');
    }
  });

  it('give every program its user in a virtual host, when they are imported into a RabbitMQ that runs', async () => {
    for (const program of DATA_PROGRAMS) {
      expect(await catchRefusal(program, (channel) => channel.checkExchange(BROKER.parked)), program).to.equal('done');
      const foreign = program === 'audit' ? 'entity.transitions' : 'audit.p0';
      expect(await catchRefusal(program, (channel) => channel.assertQueue(foreign)), program).to.equal(ACCESS_REFUSED);
    }
  });

  it('let the scaler see how long a queue is, and nothing else', async () => {
    expect(await catchRefusal('scaler', (channel) => channel.checkQueue('audit.p0'))).to.equal('done');
    expect(await catchRefusal('scaler', (channel) => channel.get('audit.p0'))).to.equal(ACCESS_REFUSED);
    expect(await catchRefusal('scaler', (channel) => channel.assertQueue('scaler.own'))).to.equal(ACCESS_REFUSED);
  });
});
