import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Assemble,
  defineCollection,
  makeProjection,
  type ProjectedRow,
  type ProjectedRows,
  type Projection,
  projectionSource,
  projectionTurnDefinition,
} from '@qsc/service-kit';
import {
  dropDatabases,
  type StandInIdentity,
  startStandInIdentity,
  testEnvironment,
  testServiceConfig,
} from '@qsc/test-kit';
import { expect } from 'chai';
import { z } from 'zod';
import { type NoteService, startNoteService } from './note-service.ts';

const shape = z.object({ _id: z.string(), org_id: z.string(), version: z.number(), gone: z.boolean() });
const leftDefinition = defineCollection({ name: 'left', shape, indexes: [] });
const rightDefinition = defineCollection({ name: 'right', shape, indexes: [] });
const pairDefinition = defineCollection({ name: 'pair', shape, indexes: [] });

describe('rows that are assembled out of several sources', () => {
  const environment = testEnvironment();
  let identity: StandInIdentity;
  let service: NoteService;
  const projections: Projection[] = [];

  before(async () => {
    identity = await startStandInIdentity();
    service = await startNoteService(testServiceConfig(environment, identity), `note.${randomUUID()}.v1`);
    const database = service.kit.connection.getClient().db(service.kit.connection.name);
    for (const { name } of [leftDefinition, rightDefinition, pairDefinition, projectionTurnDefinition])
      await database.createCollection(name);
  });
  after(async () => {
    for (const projection of projections) await projection.stop();
    await service.stop();
    await identity.stop();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  /** A projection that pairs a left row with the right one of the same id; `between` runs when it has looked for both. */
  const pairing = (between: () => Promise<unknown>): Projection => {
    const { open, connection, log } = service.kit;
    const [left, right, pairs] = [open(leftDefinition), open(rightDefinition), open(pairDefinition)];
    const assemble: Assemble = async (written, session) => {
      for (const { row } of written) {
        const find = { _id: row._id as never };
        const [one, other] = [
          await left.model.collection.findOne(find, { session: session as never }),
          await right.model.collection.findOne(find, { session: session as never }),
        ];
        await between();
        if (one && other) await pairs.model.collection.insertOne({ ...one } as never, { session: session as never });
      }
    };
    const projection = makeProjection({
      queue: `test.${randomUUID()}`,
      sources: [projectionSource(left, []), projectionSource(right, [])],
      assembling: { rows: pairs as unknown as ProjectedRows, assemble, turns: open(projectionTurnDefinition) },
      connection,
      log,
    });
    projections.push(projection);
    return projection;
  };

  const rowOf = (_id: string): ProjectedRow => ({ _id, org_id: 'org_pair', version: 1, gone: false });

  it('miss no part that another process writes while they are assembled', async () => {
    const { open } = service.kit;
    const otherLooked = Promise.withResolvers<void>();
    // The other one looks only when its turn has come, which is what keeps it from looking too early: then time is over.
    const first = pairing(() => Promise.race([otherLooked.promise, wait(500)]));
    const second = pairing(async () => otherLooked.resolve());
    const patience = 60_000;
    const written = await Promise.all([
      first.apply(open(leftDefinition), rowOf('a'), patience),
      second.apply(open(rightDefinition), rowOf('a'), patience),
    ]);
    expect(written).to.deep.equal([true, true]);
    expect(await open(pairDefinition).count({ org_id: 'org_pair' })).to.equal(1);
  });

  it('are left to who assembles them, also where an event brings them', async () => {
    const { open } = service.kit;
    const projection = pairing(() => Promise.resolve());
    expect(await projection.apply(open(pairDefinition), rowOf('c'), 60_000)).to.equal(true);
    expect(await open(pairDefinition).count({ org_id: 'org_pair', _id: 'c' })).to.equal(0);
  });

  it('are written with their sources or not at all', async () => {
    const failing = pairing(() => Promise.reject(new Error('cannot be assembled')));
    expect(await failing.apply(service.kit.open(leftDefinition), rowOf('b'), 200)).to.equal(false);
    await failing.stop();
    expect(await service.kit.open(leftDefinition).count({ org_id: 'org_pair', _id: 'b' })).to.equal(0);
  });
});
