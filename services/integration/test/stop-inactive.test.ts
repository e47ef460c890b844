import { newId } from '@qsc/contracts';
import { type Kit, type RunningService, startService, systemCall } from '@qsc/service-kit';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
  untilReady,
} from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connection } from '../src/connection/connection.ts';
import { makeSyncService } from '../src/sync/sync.service.ts';
import { makeSyncStore, syncDefinition } from '../src/sync/sync.store.ts';
import { startSync } from '../src/sync/sync.ts';

const NOW = new Date('2026-03-01T00:00:00.000Z');
const REQUEST = { trigger: 'manual', dryRun: false, full: false } as const;

describe('a synchronisation whose connection was changed', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let service: RunningService;
  let kit: Kit;

  before(async () => {
    identity = await startStandInIdentity();
    service = await startService({
      name: 'integration',
      config: testServiceConfig(environment, identity),
      collections: [syncDefinition],
      compose(composed) {
        kit = composed;
        return { routes: [] };
      },
    });
    await untilReady(service);
  });
  after(async () => {
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  /** The service of synchronisations beside a connection of that state, whose store is a stand-in; `onRead` after each read. */
  const given = (status: Connection['status'], onRead: () => Promise<void> = async () => undefined) => {
    const connection = { id: newId('connection'), org_id: newId('organization'), name: 'Quality system', status };
    const syncs = makeSyncStore(kit.open(syncDefinition));
    const afterwards = async <T>(read: Promise<T>): Promise<T> => {
      const found = await read;
      await onRead();
      return found;
    };
    const read = async (): Promise<Connection> => ({ ...connection }) as Connection;
    const syncService = makeSyncService({
      syncs: { ...syncs, running: (...subject) => afterwards(syncs.running(...subject)) },
      connections: { get: read, find: () => afterwards(read()) },
      unitOfWork: kit.unitOfWork,
      onStarted: () => undefined,
      onEnded: () => undefined,
      clock: () => NOW,
    });
    const start = async (): Promise<string> => {
      const sync = startSync({ ...connection, status: 'active' } as Connection, REQUEST, systemCall('system', NOW));
      await kit.unitOfWork.commit([syncs.insert(sync)], []);
      return sync.id;
    };
    const readStatus = async (id: string) => (await syncs.find(connection.org_id, id))?.status;
    return { connection, start, readStatus, stopInactive: () => syncService.stopInactive(connection) };
  };

  it('is ended where the connection is not active any more', async () => {
    const { start, readStatus, stopInactive } = given('disabled');
    const id = await start();
    await stopInactive();
    expect(await readStatus(id)).to.equal('cancelled');
  });

  it('continues where it was started while the connection became active again', async () => {
    const started: string[] = [];
    const subject = given('disabled', async () => {
      if (started.length > 0) return;
      subject.connection.status = 'active';
      started.push(await subject.start());
    });
    await subject.stopInactive();
    expect(await subject.readStatus(started[0] as string)).to.equal('running');
  });
});
