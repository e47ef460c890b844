import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { type Person, startWorkflowMesh, type WorkflowMesh } from './mesh.ts';
import { openDatabase, signedDeviation, storedSignatures } from './signed-record.ts';

const SIGNATURES = 4_000;
const SIGNERS = 10;
const PER_RECORD = 4;

type Profile = { planSummary: string; hasSortStage?: boolean; keysExamined: number; docsExamined: number };

describe('the list of signatures', () => {
  let mesh: WorkflowMesh;
  let maria: Person;

  before(async () => {
    mesh = await startWorkflowMesh();
  });
  beforeEach(() => {
    maria = mesh.person();
  });
  after(() => mesh.stop());

  const list = async (query = '') => (await maria.workflow.get(`/v1/signatures?${query}`)).body;

  const listIds = ({ data }: { data: { signature_id: string }[] }) => data.map(({ signature_id }) => signature_id);

  it('shows them newest first, of a record and of a signer', async () => {
    const john = mesh.person({ role: 'quality_assurance', orgId: maria.orgId });
    const [first, second] = [await signedDeviation(maria), await signedDeviation(john)];
    const made = [first.signatureId, second.signatureId];
    expect(listIds(await list())).to.deep.equal(made.toReversed());
    expect(listIds(await list('sort=timestamp'))).to.deep.equal(made);
    expect(listIds(await list(`entity_id=${first.id}`))).to.deep.equal([made[0]]);
    expect(listIds(await list(`signer=${john.id}`))).to.deep.equal([made[1]]);
    expect(listIds(await list(`entity_id=${first.id},${second.id}`))).to.deep.equal(made.toReversed());
    expect(listIds(await list(`signer=${john.id}&entity_id=${first.id}`))).to.deep.equal([]);
    expect(listIds(await list(`signer=${john.id},${maria.id}&entity_id=${first.id},${second.id}`))).to.have.lengthOf(2);
    const second_page = await list('page=2&per_page=1');
    expect(listIds(second_page)).to.deep.equal([made[0]]);
    expect(second_page.meta).to.deep.equal({ total: 2, page: 2, per_page: 1, total_pages: 2 });
    const [shown] = (await list(`entity_id=${first.id}`)).data;
    expect(shown).to.deep.equal((await maria.workflow.get(`/v1/signatures/${made[0]}`)).body.data);
  });

  it('refuses unknown parameters, and needs the scope', async () => {
    for (const query of ['record_id=x', 'sort=signer', 'entity_id=', 'per_page=101'])
      expect((await maria.workflow.get(`/v1/signatures?${query}`)).status, query).to.equal(422);
    const { workflow } = mesh.person({ orgId: maria.orgId, scopes: ['workflows:execute'] });
    for (const path of ['', '/keys', '/sig_1', '/sig_1/verify'])
      expect((await workflow.get(`/v1/signatures${path}`)).status, path).to.equal(403);
  });

  it('has no route that changes or deletes a signature', async () => {
    const { signatureId } = await signedDeviation(maria);
    const { workflow } = mesh.person({ role: 'system_admin', orgId: maria.orgId });
    const path = `/v1/signatures/${signatureId}`;
    expect((await workflow.patch(path, { meaning: 'x' })).status).to.equal(405);
    expect((await workflow.put(path, {})).status).to.equal(405);
    expect((await workflow.delete(path)).status).to.equal(405);
    expect((await workflow.post('/v1/signatures', {})).status).to.equal(405);
  });

  describe(`at ${SIGNATURES} signatures`, () => {
    const records = Array.from({ length: SIGNATURES / PER_RECORD }, () => newId('qualityEvent'));
    const signers = Array.from({ length: SIGNERS }, () => newId('user'));
    let john: Person;

    before(async () => {
      john = mesh.person();
      const { signatureId } = await signedDeviation(john);
      const template = await storedSignatures(mesh).findOne({ _id: signatureId });
      const rows = Array.from({ length: SIGNATURES }, (_, index) => ({
        ...template!,
        _id: newId('signature'),
        signer: signers[index % SIGNERS]!,
        record_id: records[index % records.length]!,
        timestamp: new Date(1_700_000_000_000 + index * 1_000),
      }));
      await storedSignatures(mesh).insertMany(rows);
    });

    /** What the database did for a list over HTTP: for its page, and for its count. */
    const profiled = async (query: string): Promise<{ page: Profile; count: Profile }> => {
      const database = openDatabase(mesh, 'workflow');
      await database.command({ profile: 2 });
      expect((await john.workflow.get(`/v1/signatures?${query}`)).status).to.equal(200);
      await database.command({ profile: 0 });
      const ns = `${database.databaseName}.workflow_signature`;
      const profiles = await database.collection('system.profile').find({ ns }).toArray();
      await database.dropCollection('system.profile');
      const of = (command: string) => profiles.find((profile) => command in profile.command) as unknown as Profile;
      return { page: of('find'), count: of('aggregate') };
    };

    for (const [what, query, keys] of [
      ['all', () => '', 25],
      ['the oldest', () => 'sort=timestamp', 25],
      ['those of a record', () => `entity_id=${records[7]}`, PER_RECORD],
      ['those of a signer', () => `signer=${signers[3]}`, 25],
      ['those of a signer on a record', () => `signer=${signers[7]}&entity_id=${records[7]}`, PER_RECORD],
    ] as const)
      it(`reads ${what} from an index, in order`, async () => {
        const { page } = await profiled(query());
        expect(page.planSummary).to.match(/^IXSCAN/);
        expect(page.hasSortStage ?? false).to.equal(false);
        expect(page.keysExamined).to.be.at.most(keys + 2);
      });

    for (const [what, query, keys] of [
      ['a record', () => `entity_id=${records[7]}`, PER_RECORD],
      ['a signer', () => `signer=${signers[3]}`, SIGNATURES / SIGNERS],
      ['all', () => '', SIGNATURES],
    ] as const)
      it(`counts those of ${what} in the keys of an index`, async () => {
        const { count } = await profiled(query());
        expect(count.docsExamined).to.equal(0);
        expect(count.keysExamined).to.be.at.most(keys + 5);
      });
  });
});
