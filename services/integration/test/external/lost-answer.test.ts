import { expect } from 'chai';
import type { RemoteRecord } from '../../src/connector/connector.ts';
import { awaitingLink } from '../../src/link/link.ts';
import type { LocalRecord } from '../../src/local/local-record.ts';
import { AnswerTooLarge, RemoteRefusal } from '../../src/remote/remote-error.ts';
import type { MappingRun } from '../../src/sync/mapping-run.ts';
import { makeThereAlready } from '../../src/sync/there-already.ts';
import { startSyncMesh, supplierMapping } from './sync-mesh.ts';

const CREATES = { enabled: true, create: true, fields: ['name', 'attributes.supplier_code'], custom_fields: {} };

describe('a supplier that was made there and whose answer was lost', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;

  before(async () => {
    mesh = await startSyncMesh();
  });
  after(() => mesh.stop());

  it('is made once, though the external system gives the keys and knows no repetition', async () => {
    const connected = await mesh.connect({
      sync_config: { direction: 'bidirectional' },
      error_handling: { max_retries: 2, retry_delay_seconds: 0, exponential_backoff: false },
      mapping: { bidirectional: CREATES },
    });
    const { external, entities, suppliers } = connected;
    external.storesReferences = false;
    external.lostAnswers = 1;
    await entities.post('/entities', { type: 'supplier', name: 'Here', attributes: { supplier_code: 'H-1' } });
    expect(await connected.sync()).to.include({ status: 'success', records_failed: 0 });
    expect(external.rows.size).to.equal(1);
    expect(external.lostAnswers).to.equal(0);
    expect(await connected.sync()).to.include({ status: 'success', records_attempted: 0 });
    expect(await suppliers()).to.have.length(1);
  });

  it('is the one that was made, where somebody has copied that there with its code meanwhile', async () => {
    const connected = await mesh.connect({
      sync_config: { direction: 'bidirectional' },
      error_handling: { max_retries: 0, retry_delay_seconds: 0, exponential_backoff: false },
      mapping: { bidirectional: CREATES },
    });
    const { external, entities } = connected;
    external.lostAnswers = 1;
    await entities.post('/entities', { type: 'supplier', name: 'Here', attributes: { supplier_code: 'H-1' } });
    await connected.sync();
    const [made] = external.rows.values();
    external.put('copy', { ...made?.fields });
    const sync = await connected.sync();
    expect(sync).to.include({ status: 'partial_success', records_failed: 1 });
    expect(sync.errors[0]).to.include({ record_id: 'copy', field: 'attributes.supplier_code' });
    external.put(made?.id ?? '', { ...made?.fields, name: 'There' });
    await connected.sync();
    expect((await connected.supplier('H-1'))?.name).to.equal('There');
  });
});

describe('what waits to be made there', () => {
  const mappingKey = { orgId: 'org_1', connectionId: 'conn_1', mappingId: 'map_1' };
  const local: LocalRecord = {
    id: 'ent_1',
    entityType: 'supplier',
    name: 'Here',
    version: 1,
    deleted: false,
    attributes: { supplier_code: 'H-1' },
  };
  const there = (externalId: string, code = 'H-1'): RemoteRecord => ({
    externalId,
    modifiedAt: null,
    etag: null,
    deleted: false,
    fields: { code },
  });

  /** The key there of what is taken for the record. */
  const findTaken = async (find: () => Promise<RemoteRecord[]>, linked: string[] = []): Promise<string | undefined> => {
    const link = awaitingLink(mappingKey, local, new Date());
    const thereAlready = makeThereAlready({
      links: { findByExternalId: async () => linked.map((external_id) => ({ ...link, external_id })) },
      log: { info: () => {} } as never,
    });
    const run = { mappingKey, mapping: supplierMapping(), source: {}, system: { find } } as unknown as MappingRun;
    return (await thereAlready(run, [link], new Map([[local.id, local]]))).get(local.id)?.externalId;
  };

  it('is the record there that alone has its code, and is nobody else’s', async () => {
    expect(await findTaken(async () => [there('X-1')])).to.equal('X-1');
    expect(await findTaken(async () => [there('X-1', 'H-11')])).to.equal(undefined);
    expect(await findTaken(async () => [there('X-1'), there('X-2')])).to.equal(undefined);
    expect(await findTaken(async () => [there('X-1')], ['X-1'])).to.equal(undefined);
    expect(await findTaken(async () => [{ ...there('X-1'), deleted: true }])).to.equal(undefined);
  });

  it('is none that two of ours could be, whose codes become one by the mapping', async () => {
    const links = [local, { ...local, id: 'ent_2' }].map((record) => awaitingLink(mappingKey, record, new Date()));
    const records = new Map(links.map(({ entity_id: id }) => [id, { ...local, id }]));
    const requested: unknown[] = [];
    const find = async (...given: unknown[]) => {
      requested.push(given);
      return [there('X-1')];
    };
    const thereAlready = makeThereAlready({
      links: { findByExternalId: async () => [] },
      log: { info: () => {} } as never,
    });
    const run = { mappingKey, mapping: supplierMapping(), source: {}, system: { find } } as unknown as MappingRun;
    expect([...(await thereAlready(run, links, records))]).to.deep.equal([]);
    expect(requested).to.deep.equal([]);
  });

  it('is created where the external system cannot be queried by the field, and waits where it is away', async () => {
    const refused = new RemoteRefusal('VALIDATION_ERROR', 'No filter.');
    expect(await findTaken(() => Promise.reject(refused))).to.equal(undefined);
    const away = await findTaken(() => Promise.reject(new RemoteRefusal('RATE_LIMIT', 'Later.'))).catch(
      (error) => error,
    );
    expect(away).to.include({ code: 'RATE_LIMIT' });
    const larger = new AnswerTooLarge();
    expect(await findTaken(() => Promise.reject(larger)).catch((error) => error)).to.equal(larger);
  });
});
