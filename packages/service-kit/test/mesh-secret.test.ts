import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type GrpcClient, makeGrpcClient } from '../src/grpc/client.ts';
import { loadService } from '../src/grpc/definition.ts';
import { type GrpcServer, startGrpcServer, unary } from '../src/grpc/server.ts';
import { AppError, loadConfig, makeLog, serviceEnvironment } from '../src/index.ts';
import { makeEdgeSeal } from '../src/mesh-secret.ts';
import { type WatchedSecret, watchSecret } from '../src/secret-file.ts';

const OLD = 'the secret of the mesh until this very day';
const NEW = 'the secret of the mesh from this day onwards';
/** A slow machine is no refusal. */
const ANSWER_MS = 60_000;
const log = makeLog('test', 'fatal');

describe('the secret of the mesh', () => {
  const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  const implementation = { GetEntity: unary(log, async () => ({ name: 'Aspirin' })) };
  const clients: GrpcClient[] = [];
  const servers: GrpcServer[] = [];
  const warnings: string[] = [];
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'mesh-secret-'));
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    for (const server of servers.splice(0)) await server.stop();
    warnings.splice(0);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const makeFile = (program: string): string => join(folder, program);

  /** A program that has the secret from a file of its own. */
  const watch = (program: string, text = OLD): WatchedSecret => {
    writeFileSync(makeFile(program), `${text}\n`);
    return watchSecret(makeFile(program), text, (reason) => void warnings.push(reason));
  };
  const replace = (program: string, secret: WatchedSecret, text: string): void => {
    writeFileSync(makeFile(program), `${text}\n`);
    secret.renew();
  };

  const serve = async (secret: string | (() => string)): Promise<number> => {
    const server = await startGrpcServer('127.0.0.1:0', { name: 'entity', secret }, [{ definition, implementation }]);
    servers.push(server);
    return server.port;
  };
  const makeClient = (port: number, secret: string | (() => string)): GrpcClient => {
    const target = { address: `127.0.0.1:${port}`, name: 'entity', definition };
    const client = makeGrpcClient(target, { name: 'quality', secret });
    clients.push(client);
    return client;
  };
  const ask = async (client: GrpcClient): Promise<string> => {
    try {
      const requested = { org_id: 'org_1', id: 'ent_1' };
      return (await client.call<object, { name: string }>('GetEntity', requested, ANSWER_MS)).name;
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };

  it('is replaced under requests, in one program after the other, and none is refused', async () => {
    const gateway = watch('gateway');
    const [quality, entity] = [watch('quality'), watch('entity')];
    const toEntity = makeClient(await serve(entity.current), quality.current);
    const toQuality = makeClient(await serve(quality.current), entity.current);
    const [seal, ...opens] = [gateway, quality, entity].map(({ current }) => makeEdgeSeal(current));
    const refused: string[] = [];
    let [requested, isOver] = [0, false];
    const askOn = async (): Promise<void> => {
      while (!isOver) {
        const answers = await Promise.all([ask(toEntity), ask(toQuality)]);
        const sealed = seal?.seal('req_1', { address: '203.0.113.7' });
        const addresses = opens.map((open) => open.open('req_1', sealed)?.address);
        refused.push(...answers.filter((answer) => answer !== 'Aspirin'));
        if (addresses.some((address) => address !== '203.0.113.7')) refused.push(`sealed: ${addresses}`);
        requested += 1;
      }
    };
    const asking = askOn();
    const askedMore = async (): Promise<void> => {
      const until = requested + 3;
      while (requested < until) await new Promise((resolve) => setImmediate(resolve));
    };
    const programs = { gateway, quality, entity };
    for (const text of [`${OLD},${NEW}`, `${NEW}, ${OLD}`, NEW])
      for (const [name, secret] of Object.entries(programs)) {
        await askedMore();
        replace(name, secret, text);
      }
    await askedMore();
    isOver = true;
    await asking;
    expect(refused).to.deep.equal([]);
    expect(await ask(makeClient(servers[0]?.port ?? 0, OLD))).not.to.equal('Aspirin');
  });

  it('is believed where it stands anywhere in the list, and signs where it stands first', async () => {
    const port = await serve(`${NEW},${OLD}`);
    expect(await ask(makeClient(port, OLD))).to.equal('Aspirin');
    expect(await ask(makeClient(port, `${NEW},another secret that nobody else has`))).to.equal('Aspirin');
    expect(await ask(makeClient(port, `another secret that nobody else has,${NEW}`))).not.to.equal('Aspirin');
    const seal = makeEdgeSeal(`${OLD},${NEW}`);
    const edge = { address: '203.0.113.7' };
    expect(makeEdgeSeal(OLD).open('req_1', seal.seal('req_1', edge))).to.deep.equal(edge);
    expect(makeEdgeSeal(NEW).open('req_1', seal.seal('req_1', edge))).to.equal(null);
  });

  it('stays as it was while its file is gone or too short, which is reported once', () => {
    const secret = watch('alone');
    writeFileSync(makeFile('alone'), 'short');
    secret.renew();
    secret.renew();
    expect(secret.current()).to.equal(OLD);
    rmSync(makeFile('alone'));
    secret.renew();
    expect(secret.current()).to.equal(OLD);
    expect(warnings).to.deep.equal([
      `${makeFile('alone')} holds a secret of the mesh that is too short.`,
      `${makeFile('alone')} cannot be read: ENOENT`,
    ]);
    replace('alone', secret, NEW);
    expect(secret.current()).to.equal(NEW);
  });

  it('follows a file that is a link into a folder which is exchanged whole, as Kubernetes mounts a Secret', () => {
    const mounted = join(folder, 'mounted');
    /** The folder of a moment, which the link `..data` then leads to at once. */
    const write = (moment: string, text: string): void => {
      mkdirSync(join(mounted, moment), { recursive: true });
      writeFileSync(join(mounted, moment, 'secret'), text);
      symlinkSync(moment, join(mounted, '..data_tmp'));
      renameSync(join(mounted, '..data_tmp'), join(mounted, '..data'));
    };
    write('..one', OLD);
    const file = join(mounted, 'secret');
    symlinkSync(join('..data', 'secret'), file);
    const secret = watchSecret(file, OLD, (reason) => void warnings.push(reason));
    write('..two', `${OLD},${NEW}`);
    rmSync(join(mounted, '..one'), { recursive: true });
    secret.renew();
    expect(secret.current()).to.equal(`${OLD},${NEW}`);
    expect(warnings).to.deep.equal([]);
  });

  it('is refused at the start where one of the list is too short', () => {
    const shape = { MESH_SECRET: serviceEnvironment.MESH_SECRET };
    expect(loadConfig(shape, { MESH_SECRET: `${NEW}, ${OLD}` })).to.deep.equal({ MESH_SECRET: `${NEW}, ${OLD}` });
    for (const wrong of [`${NEW},short`, `${NEW},`, `,${NEW}`])
      expect(() => loadConfig(shape, { MESH_SECRET: wrong }), wrong).to.throw(
        'MESH_SECRET (each secret of the list needs 32 characters or more)',
      );
  });
});
