import { type Db, MongoClient, MongoServerError } from 'mongodb';

const NOT_YET_INITIALIZED = 94;
const PATIENCE_MS = 5000;

type MemberConfig = { _id: number; host: string };
type ReplicaSetConfig = { _id: string; version: number; members: MemberConfig[] };

/**
 * Whether the single node on the port is the primary of its replica set. Sets the replica set up where there is none,
 * and gives the node its new address when the port was moved. Throws while the node does not answer.
 */
export const isWritableReplicaSet = async (port: number, replicaSet: string): Promise<boolean> => {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: PATIENCE_MS,
    connectTimeoutMS: PATIENCE_MS,
    socketTimeoutMS: PATIENCE_MS,
  });
  try {
    const admin = client.db('admin');
    const hello = await admin.command({ hello: 1 });
    if (hello.isWritablePrimary === true) return true;
    await ensureConfig(admin, replicaSet, `127.0.0.1:${port}`);
    return false;
  } finally {
    await client.close();
  }
};

const ensureConfig = async (admin: Db, replicaSet: string, host: string): Promise<void> => {
  const config = await readConfig(admin);
  if (config === null) {
    await admin.command({ replSetInitiate: { _id: replicaSet, members: [{ _id: 0, host }] } });
    return;
  }
  const [member] = config.members;
  if (member === undefined || member.host === host) return;
  const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
  await admin.command({ replSetReconfig: moved, force: true });
};

const readConfig = async (admin: Db): Promise<ReplicaSetConfig | null> => {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as ReplicaSetConfig;
  } catch (error) {
    if (error instanceof MongoServerError && error.code === NOT_YET_INITIALIZED) return null;
    throw error;
  }
};
