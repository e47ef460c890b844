import { randomBytes } from 'node:crypto';
import mongoose from 'mongoose';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set. Run the tests by ./scripts/test, which starts what they need.`);
  return value;
};

/** Where the real MongoDB and RabbitMQ of the test run are, and a database prefix of this test file's own. */
export const testEnvironment = (): { mongodbUri: string; amqpUrl: string; prefix: string } => ({
  mongodbUri: required('MONGODB_URI'),
  amqpUrl: required('AMQP_URL'),
  prefix: `t_${randomBytes(5).toString('hex')}_`,
});

/** Drops the databases whose names begin with the prefix. */
export const dropDatabases = async (mongodbUri: string, prefix: string): Promise<void> => {
  const connection = await mongoose.createConnection(mongodbUri).asPromise();
  try {
    const { databases } = await connection.getClient().db('admin').admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await connection.getClient().db(name).dropDatabase();
  } finally {
    await connection.close();
  }
};
