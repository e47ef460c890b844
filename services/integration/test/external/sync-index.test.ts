import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { type Connected, startSyncMesh } from './sync-mesh.ts';

const ROWS = 5_000;
const STATUSES = ['success', 'partial_success', 'failed', 'cancelled'] as const;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number };

describe('the indexes of synchronisations and parked records, at 5,000 of each', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  let connected: Connected;

  before(async () => {
    mesh = await startSyncMesh();
    connected = await mesh.connect();
    const mappingKey = { org_id: connected.orgId, connection_id: connected.id };
    const at = (index: number) => new Date(1_700_000_000_000 + index * 1_000);
    const counts = { records_attempted: 1, records_succeeded: 1, records_failed: 0, records_unchanged: 0 };
    const syncs = Array.from({ length: ROWS }, (_, index) => ({
      _id: newId('sync'),
      ...mappingKey,
      connection_name: 'Quality system',
      status: STATUSES[index % STATUSES.length],
      trigger: 'interval',
      dry_run: false,
      full: false,
      ...counts,
      record_errors: [],
      changes: [],
      error: null,
      started_at: at(index),
      completed_at: at(index + 1),
      requested_by: null,
      held_deletions: 0,
      parked_records: 0,
      open_conflicts: 0,
      response_time_ms: 3,
      notified: [],
      done: [],
      walked: null,
      retries: 0,
      next_at: null,
      version: 2,
    }));
    const parked = Array.from({ length: ROWS }, (_, index) => ({
      _id: newId('parkedRecord'),
      ...mappingKey,
      mapping_id: 'map_1',
      record_id: `r-${index}`,
      external_id: `r-${index}`,
      entity_id: null,
      error_code: index % 2 ? 'validation_failed' : 'NO_PERMISSION',
      message: 'No',
      field: null,
      attempts: 1,
      remote_hash: null,
      sync_id: 'sync_1',
      parked_at: at(index),
      last_attempt_at: at(index),
      version: 1,
    }));
    await mesh.database.collection('sync').insertMany(syncs as never[]);
    await mesh.database.collection('parked_record').insertMany(parked as never[]);
  });
  after(() => mesh.stop());

  /** What the database did for the page of a list over HTTP. */
  const profiled = async (list: string, collection: string): Promise<Profile> => {
    await mesh.database.command({ profile: 2 });
    const { status, body } = await connected.api.get(`${connected.path}/${list}`);
    expect([status, body.data.length]).to.deep.equal([200, 25]);
    await mesh.database.command({ profile: 0 });
    const page = { ns: `${mesh.database.databaseName}.${collection}`, 'command.find': collection, 'command.limit': 25 };
    const found = await mesh.database.collection('system.profile').findOne(page);
    await mesh.database.dropCollection('system.profile');
    return found as unknown as Profile;
  };

  for (const [list, collection] of [
    ['history', 'sync'],
    ['history?sort=started_at', 'sync'],
    ['history?status=failed', 'sync'],
    ['parked', 'parked_record'],
    ['parked?error_code=NO_PERMISSION&sort=parked_at', 'parked_record'],
  ] as const)
    it(`answer ${list} in order`, async () => {
      const { planSummary, hasSortStage = false, keysExamined } = await profiled(list, collection);
      expect(planSummary).to.match(/^IXSCAN/);
      expect(hasSortStage).to.equal(false);
      expect(keysExamined).to.be.at.most(27);
    });
});
