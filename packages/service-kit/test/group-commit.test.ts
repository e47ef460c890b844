import { dropDatabases, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Connection } from 'mongoose';
import { DuplicateKey, insert, replace } from '../src/mongo/change.ts';
import { openCollection, trusted } from '../src/mongo/collection.ts';
import { SET_MS } from '../src/mongo/commit-queue.ts';
import { openDatabase } from '../src/mongo/database.ts';
import { makeGroupCommit } from '../src/mongo/group-commit.ts';
import { noteDefinition } from './note-service.ts';

describe('a commit of several sets', () => {
  const environment = testEnvironment();
  let connection: Connection;

  before(async () => {
    connection = await openDatabase(environment.mongodbUri, `${environment.prefix}group`).asPromise();
    await connection.createCollection('note');
    await connection.collection('note').createIndex({ org_id: 1, title: 1 }, { unique: true });
  });
  after(async () => {
    await connection.close();
    await dropDatabases(environment.mongodbUri, environment.prefix);
  });

  const note = (_id: string, version = 1) => ({ _id, org_id: 'org_a', title: _id, text: '', version });

  /** Holds a record by a transaction of another process until it is let go. */
  const holdRecord = async (id: string): Promise<() => Promise<void>> => {
    const session = await connection.startSession();
    session.startTransaction();
    const held = { $set: { text: 'held' } };
    await connection.collection('note').updateOne({ _id: id as never }, held, { session });
    return async () => {
      await session.abortTransaction();
      await session.endSession();
    };
  };

  it('is acknowledged when a majority has it in its journal, so that a kill of MongoDB loses nothing', async () => {
    const observed = await openDatabase(environment.mongodbUri, `${environment.prefix}group`, true).asPromise();
    const commits: Record<string, unknown>[] = [];
    observed.getClient().on('commandStarted', ({ commandName, command }) => {
      if (commandName === 'commitTransaction') commits.push(command.writeConcern);
    });
    await makeGroupCommit(observed).commit([insert(openCollection(observed, noteDefinition), note('durable'))]);
    await observed.close();
    expect(commits).to.have.length(1);
    expect(commits[0]).to.include({ w: 'majority', j: true });
  });

  it('is tried at a new primary before its time is over, when the server that it was sent to says nothing any more', () => {
    const { connectTimeoutMS, heartbeatFrequencyMS } = connection.getClient().options;
    expect(connectTimeoutMS + heartbeatFrequencyMS).to.be.below(SET_MS);
  });

  it('goes on for others while another process holds a record of one of them', async () => {
    const notes = openCollection(connection, noteDefinition);
    const { commit } = makeGroupCommit(connection);
    await commit([insert(notes, note('held'))]);
    const letGo = await holdRecord('held');
    let isThrough = false;
    const kept = commit([replace(notes, note('held', 2), 1)]).then(() => {
      isThrough = true;
    });
    const beside = Array.from({ length: 10 }, (_, index) => commit([insert(notes, note(`beside ${index}`))]));
    await Promise.all(beside);
    await commit([insert(notes, note('after'))]);
    expect(isThrough).to.equal(false);
    await letGo();
    await kept;
    expect(await notes.findOne({ org_id: 'org_a', _id: 'held' })).to.include({ version: 2, text: '' });
  });

  it('refuses a set as unavailable whose records are held beyond its time, and what waits for them', async () => {
    const notes = openCollection(connection, noteDefinition);
    const [{ commit }, { commit: impatient }] = [makeGroupCommit(connection), makeGroupCommit(connection, 300)];
    await commit([insert(notes, note('long'))]);
    const letGo = await holdRecord('long');
    const outcomes = await Promise.allSettled([
      impatient([replace(notes, note('long', 2), 1)]),
      impatient([replace(notes, note('long', 2), 1)]),
    ]);
    await letGo();
    for (const outcome of outcomes)
      expect(outcome.status === 'rejected' && outcome.reason).to.have.property('code', 'service_unavailable');
    expect(await notes.findOne({ org_id: 'org_a', _id: 'long' })).to.include({ version: 1 });
    await commit([replace(notes, note('long', 2), 1)]);
  });

  it('commits what is under way before it stops, so that no transaction stays open, and refuses what comes later', async () => {
    const notes = openCollection(connection, noteDefinition);
    const { commit, stop } = makeGroupCommit(connection, 3_600_000);
    await commit([insert(notes, note('first')), insert(notes, note('second'))]);
    const letGo = await holdRecord('first');
    const underWay = ['first', 'second'].map((id) => commit([replace(notes, note(id, 2), 1)]));
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    const late = await commit([insert(notes, note('late'))]).catch((error: unknown) => error);
    expect(late).to.have.property('code', 'service_unavailable');
    await underWay[1];
    expect(isStopped).to.equal(false);
    await letGo();
    await stopped;
    expect(await notes.findOne({ org_id: 'org_a', _id: 'first' })).to.include({ version: 2 });
    expect(await notes.findOne({ org_id: 'org_a', _id: 'late' })).to.equal(null);
  });

  for (const size of [1, 8, 9, 40])
    it(`of ${size} new records stores each as it is, or none of them when one has a key that is taken`, async () => {
      const notes = openCollection(connection, noteDefinition);
      const { commit } = makeGroupCommit(connection);
      const fresh = (name: string) =>
        Array.from({ length: size }, (_, index) => ({ ...note(`${name} ${size}/${index}`), left_out: undefined }));
      await commit(fresh('new').map((doc) => insert(notes, doc)));
      const stored = await connection
        .collection('note')
        .find({ title: { $regex: `^new ${size}/` } })
        .toArray();
      expect(stored).to.have.deep.members(fresh('new').map(({ left_out: _leftOut, ...doc }) => doc));

      const refused = [...fresh('other').slice(1), { ...note(`taken ${size}`), title: `new ${size}/0` }];
      const failure = await commit(refused.map((doc) => insert(notes, doc))).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(DuplicateKey);
      expect((failure as DuplicateKey).fields).to.deep.equal(['org_id', 'title']);
      expect(await notes.count({ org_id: 'org_a', _id: trusted({ $in: refused.map(({ _id }) => _id) }) })).to.equal(0);
    });
});
