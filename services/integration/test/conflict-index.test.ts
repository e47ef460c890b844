import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { CONNECTION, type ConflictProgram, startConflictProgram } from './conflict-service.ts';

const CONFLICTS = 20_000;
const ENTITIES = 400;
const STATUSES = ['open', 'resolved', 'withdrawn', 'resolved'] as const;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number; docsExamined: number };

describe('the indexes of conflicts, at 20,000 conflicts', () => {
  let program: ConflictProgram;
  let api: ReturnType<ConflictProgram['api']>;

  before(async () => {
    program = await startConflictProgram();
    api = program.api();
    const rows = Array.from({ length: CONFLICTS }, (_, index) => ({
      _id: newId('conflict'),
      org_id: api.orgId,
      connection_id: CONNECTION,
      mapping_id: 'map_1',
      link_id: `link_${index}`,
      entity_type: 'supplier',
      entity_id: `ent_${index % ENTITIES}`,
      external_id: `X-${index}`,
      field: 'name',
      base_value: 'null',
      local_value: '"a"',
      remote_value: '"b"',
      status: STATUSES[index % STATUSES.length],
      resolution: null,
      resolved_value: 'null',
      reason: null,
      resolved_at: null,
      resolved_by: null,
      version: 1,
      created_at: new Date(1_700_000_000_000 + index),
      updated_at: new Date(1_700_000_000_000 + 2 * index),
    }));
    await program.database.collection('conflict').insertMany(rows as never[]);
  });
  after(() => program.stop());

  /** What the database did for a list over HTTP: for its page, and for its count. */
  const profiled = async (query: string): Promise<{ page: Profile; count: Profile }> => {
    await program.database.command({ profile: 2 });
    const { status, body } = await api.get(`/integrations/connections/${CONNECTION}/conflicts?${query}`);
    expect([status, body.data.length]).to.deep.equal([200, 25]);
    await program.database.command({ profile: 0 });
    const profiles = program.database.collection('system.profile');
    const ns = `${program.database.databaseName}.conflict`;
    const page = await profiles.findOne({ ns, 'command.find': 'conflict' });
    const count = await profiles.findOne({ ns, 'command.aggregate': 'conflict' });
    await program.database.dropCollection('system.profile');
    return { page, count } as unknown as { page: Profile; count: Profile };
  };

  for (const query of [
    'sort=-created_at',
    'sort=created_at',
    'sort=-updated_at',
    'status=open',
    'status=resolved&sort=updated_at',
    'entity_id=ent_7',
    'entity_id=ent_7&sort=-updated_at',
  ])
    it(`answer ${query} in order, and count it in their keys`, async () => {
      const { page, count } = await profiled(query);
      expect(page.planSummary).to.match(/^IXSCAN/);
      expect(page.hasSortStage ?? false).to.equal(false);
      expect(page.keysExamined).to.be.at.most(27);
      expect(count.docsExamined).to.equal(0);
    });
});
