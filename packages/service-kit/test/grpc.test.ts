import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import mongoose from 'mongoose';
import { type GrpcClient, makeGrpcClient } from '../src/grpc/client.ts';
import { loadService } from '../src/grpc/definition.ts';
import { type GrpcServer, startGrpcServer, unary } from '../src/grpc/server.ts';
import { AppError } from '../src/index.ts';
import { makeLog } from '../src/log.ts';

const SECRET = 'a secret of the mesh that is long enough for a test';

describe('a gRPC call that fails', () => {
  const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  let failure: Error;
  let server: GrpcServer;
  let client: GrpcClient;

  before(async () => {
    const fail = unary(makeLog('test', 'fatal'), () => Promise.reject(failure));
    const implementation = { GetEntity: fail };
    server = await startGrpcServer('127.0.0.1:0', { name: 'entity', secret: SECRET }, [{ definition, implementation }]);
    const target = { address: `127.0.0.1:${server.port}`, name: 'entity', definition };
    client = makeGrpcClient(target, { name: 'test', secret: SECRET });
  });
  after(async () => {
    client.close();
    await server.stop();
  });

  const getCode = async (error: Error): Promise<string> => {
    failure = error;
    const met = await client.call('GetEntity', { org_id: 'org_1', id: 'ent_1' }).catch((thrown: unknown) => thrown);
    return met instanceof AppError ? met.code : String(met);
  };

  it('keeps its code', async () => {
    expect(await getCode(new AppError('conflict', 'It is there already.'))).to.equal('conflict');
  });

  it('says that the service is unavailable where its database is away', async () => {
    const lost = new mongoose.mongo.MongoNetworkError('connection 3 to 127.0.0.1:27017 closed');
    expect(await getCode(lost)).to.equal('service_unavailable');
  });

  it('says that the service is unavailable where it has no such method', async () => {
    const unknown = await client.call('GetEntityNames', {}).catch((thrown: unknown) => thrown);
    expect(unknown).to.be.instanceOf(AppError).and.to.include({ code: 'service_unavailable' });
  });

  it('tells nothing of another fault', async () => {
    expect(await getCode(new Error('a secret'))).to.equal('internal_error');
  });
});

describe('a gRPC client', () => {
  const definition = loadService('entity/v1/entity.proto', 'qsc.entity.v1.EntityService');
  const names = ['first', 'second'];
  const servers: GrpcServer[] = [];

  before(async () => {
    for (const name of names) {
      const implementation = { GetEntity: unary(makeLog('test', 'fatal'), async () => ({ name })) };
      const service = { definition, implementation };
      servers.push(await startGrpcServer('127.0.0.1:0', { name: 'entity', secret: SECRET }, [service]));
    }
  });
  after(() => Promise.all(servers.map((server) => server.stop())));

  it('shares its calls among the replicas of a name', async () => {
    const address = `ipv4:${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}`;
    const client = makeGrpcClient({ address, name: 'entity', definition }, { name: 'test', secret: SECRET });
    const heard = new Set<string>();
    await eventually('both replicas were asked', async () => {
      const { name } = await client.call<object, { name: string }>('GetEntity', { org_id: 'org_1', id: 'ent_1' });
      heard.add(name);
      return heard.size === names.length;
    });
    client.close();
  });
});
