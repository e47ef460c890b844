import { expect } from 'chai';
import mongoose from 'mongoose';
import { isDatabaseAway } from '../src/mongo/away.ts';

const { MongoBulkWriteError, MongoNetworkError, MongoServerError } = mongoose.mongo;

describe('a database that is away', () => {
  it('is told by a lost connection, also inside a bulk write and without the label of a transaction', () => {
    const lost = new MongoNetworkError('connection 6 to 127.0.0.1:27017 closed');
    expect(isDatabaseAway(lost)).to.equal(true);
    expect(isDatabaseAway(new MongoBulkWriteError(lost as never, {} as never))).to.equal(true);
  });

  it('shows by a connection that was ended since its server does not answer', () => {
    const interrupted = new MongoNetworkError(
      'Connection to 127.0.0.1:27017 interrupted due to server monitor timeout',
    );
    // The driver does not export its class.
    Object.defineProperty(interrupted, 'name', { value: 'PoolClearedOnNetworkError' });
    expect(isDatabaseAway(interrupted)).to.equal(true);
  });

  it('is told by a write to a connection that the server has ended', () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' });
    expect(isDatabaseAway(ended)).to.equal(true);
  });

  it('is told by a transaction that the server took back because it took too long', () => {
    const message = "operation was interrupted because the transaction exceeded 'transactionLifetimeLimitSeconds'";
    expect(isDatabaseAway(new MongoServerError({ message, code: 290 }))).to.equal(true);
  });

  it('is not told by a refused write', () => {
    const refused = { message: 'E11000 duplicate key error', code: 11_000 };
    expect(isDatabaseAway(new MongoServerError(refused))).to.equal(false);
    expect(isDatabaseAway(new MongoBulkWriteError(refused as never, {} as never))).to.equal(false);
  });
});
