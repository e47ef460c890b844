import { dropDatabases, testEnvironment } from '@qsc/test-kit';
import { expect } from 'chai';
import { MongoClient } from 'mongodb';
import { resendQueue } from '../resend-queue.ts';

type Row = { _id: string; incarnation: string };

describe('scripts/outbox resend', () => {
  const { mongodbUri, prefix } = testEnvironment();
  const databases = [`${prefix}entity`, `${prefix}supplier`];
  const client = new MongoClient(mongodbUri);
  const openRows = (database: string) => client.db(database).collection<Row>('queue_incarnation');

  before(async () => {
    await openRows(`${prefix}supplier`).insertOne({ _id: 'supplier.read-model', incarnation: 'first' });
  });
  after(async () => {
    await client.close();
    await dropDatabases(mongodbUri, prefix);
  });

  it('gives the queue another incarnation in the database of its consumer alone', async () => {
    await resendQueue({ client, databases }, 'supplier.read-model');
    const [row] = await openRows(`${prefix}supplier`).find().toArray();
    expect(row?.incarnation).not.to.equal('first');
    expect(await openRows(`${prefix}entity`).countDocuments()).to.equal(0);
  });

  it('refuses a queue that no consumer has, and names those that there are', async () => {
    const refusal = await resendQueue({ client, databases }, 'supplier.misspelt').catch(
      (error: Error) => error.message,
    );
    expect(refusal).to.contain('supplier.misspelt').and.to.contain('supplier.read-model');
  });
});
