import { expect } from 'chai';
import { eventually } from '../../packages/test-kit/src/eventually.ts';
import { Unfinished } from '../../scripts/import-csv/import-error.ts';
import type { ChooseFate, Fate, Passing } from './fault-proxy.ts';
import { type ImportMesh, listCounts, type Organization, startImportMesh } from './import-mesh.ts';

const FIRMS = 40;
/** More than two bulk requests hold. */
const MANY = 1_010;
/** One for each firm. */
const FEW = FIRMS;

const HEADER =
  'recalling_firm,status,recall_state,recall_date,reason_for_recall,product_description,recall_id,recall_class,product_id';

const isBulkCreate = ({ method, path }: Passing) => method === 'POST' && path === '/v1/entities/bulk';
const isSupplierCreate = ({ method, path }: Passing) => method === 'POST' && path === '/v1/suppliers';
const isCreate = (passing: Passing) => isBulkCreate(passing) || isSupplierCreate(passing);

/** Decides by how many requests of a kind came before. */
const onCount = (fits: (passing: Passing) => boolean, fateAt: (count: number) => ReturnType<ChooseFate>) => {
  let count = 0;
  return (passing: Passing) => {
    if (!fits(passing)) return 'pass';
    count += 1;
    return fateAt(count);
  };
};

describe('an import that is disturbed', () => {
  let mesh: ImportMesh;
  let many: string;
  let few: string;
  let organization: Organization;

  before(async () => {
    mesh = await startImportMesh();
    many = writeFile('many.csv', MANY);
    few = writeFile('few.csv', FEW);
  });

  const writeFile = (name: string, products: number): string => {
    const rows = Array.from(
      { length: products },
      (_, index) => `Firm ${index % FIRMS},Ongoing,Ohio,1/2/2025,A reason,Product ${index},7,Class I,${index}`,
    );
    return mesh.file(name, `${[HEADER, ...rows].join('\n')}\n`);
  };

  beforeEach(async () => {
    organization = await mesh.organization();
  });

  after(() => mesh.stop());

  /** Everything is there once, as an undisturbed import leaves it. */
  const expectComplete = async (products: number) => {
    const { body } = await organization.api.get('/v1/entities?per_page=1');
    expect(body.meta.total).to.equal(FIRMS + products);
    const entities = [...(await organization.entities()).values()];
    expect(entities).to.have.length(FIRMS + products);
    expect(entities.filter(({ version }) => version !== 1)).to.deep.equal([]);
    const lone = entities.filter(({ type, relationships }) => type === 'product' && relationships.length !== 1);
    expect(lone).to.deep.equal([]);
  };

  it('goes on after it was killed, without doubling what was under way', async () => {
    const killed = await new Promise<{ code: number | null }>((resolve) => {
      const command = organization.command(many);
      organization.proxy.disturb(
        onCount(isBulkCreate, (count) => {
          if (count === 2) command.kill('SIGKILL');
          return count === 2 ? 'cut the answer' : 'pass';
        }),
      );
      command.ended.then(resolve);
    });
    expect(killed.code).to.equal(null);
    organization.proxy.disturb(() => 'pass');
    const outcome = await organization.run(many);
    expect(listCounts(outcome)).to.deep.include({ suppliers: { created: 0, updated: 0, unchanged: FIRMS } });
    await expectComplete(MANY);
  });

  it('goes on after it was killed among the suppliers, which go out one by one', async () => {
    const killed = await new Promise<{ code: number | null }>((resolve) => {
      const command = organization.command(few);
      organization.proxy.disturb(
        onCount(isSupplierCreate, (count) => {
          if (count === 20) command.kill('SIGKILL');
          return count >= 20 ? 'cut the answer' : 'pass';
        }),
      );
      command.ended.then(resolve);
    });
    expect(killed.code).to.equal(null);
    organization.proxy.disturb(() => 'pass');
    await organization.run(few);
    await expectComplete(FEW);
  });

  it('sends no further supplier after one that the API cannot take', async () => {
    organization.proxy.disturb(onCount(isSupplierCreate, (count) => (count >= 5 ? { status: 418 } : 'pass')));
    const fault = await organization.run(few).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Unfinished);
    const sent = () => organization.proxy.seen.filter(isSupplierCreate).length;
    // The five, and those that were on their way beside the fifth.
    expect(sent()).to.be.within(5, 12);
    organization.proxy.disturb(() => 'pass');
    await organization.run(few);
    await expectComplete(FEW);
  });

  it('doubles nothing that a killed run had sent and that is committed while the next one looks', async () => {
    const total = async () => (await organization.api.get('/v1/entities?per_page=1')).body.meta.total;
    const first = FIRMS + 500;
    const held = Promise.withResolvers<Passing>();
    const command = organization.command(many);
    organization.proxy.disturb(async (passing) => {
      if (!isBulkCreate(passing) || passing.body.includes('"Product 0"')) return 'pass';
      // Those after it come at the same time, and are not to be there before it is.
      if (!passing.body.includes('"Product 500"')) return { status: 503, headers: { 'retry-after': '1' } };
      await eventually('the first 500 products', async () => (await total()) === first);
      command.kill('SIGKILL');
      held.resolve(passing);
      return 'cut';
    });
    await command.ended;
    const { path, headers, body } = await held.promise;
    const sent = { headers: { 'idempotency-key': String(headers['idempotency-key']) } };
    // A slow machine may refuse it at first.
    const commit = (): Promise<Fate> =>
      eventually('the commit', async () => {
        const { status } = await organization.api.post(path, JSON.parse(body), sent);
        return status < 300 && ('pass' as const);
      });
    let committed: Promise<Fate> | undefined;
    // The look-ups of the suppliers and of 500 products come first; then of the next 500 two see what was before.
    const isLookUp = ({ path }: Passing) => path.includes('source_key');
    organization.proxy.disturb(
      onCount(isLookUp, (count) => {
        if (count < 9) return 'pass';
        committed ??= commit();
        return committed;
      }),
    );
    await organization.run(many);
    await expectComplete(MANY);
  });

  it('ends at Ctrl-C with exit code 1 and a word on how to go on, and goes on', async () => {
    const command = organization.command(few);
    organization.proxy.disturb(
      onCount(isSupplierCreate, (count) => {
        if (count === 2) command.kill('SIGINT');
        return count >= 2 ? { status: 503, headers: { 'retry-after': '1' } } : 'pass';
      }),
    );
    const { code, error } = await command.ended;
    expect(code).to.equal(1);
    expect(error).to.include('The same command continues the import.');
    organization.proxy.disturb(() => 'pass');
    await organization.run(few);
    await expectComplete(FEW);
  });

  it('creates nothing twice when the answers are lost on the way', async () => {
    organization.proxy.disturb(onCount(isCreate, (count) => (count % 2 === 1 ? 'cut the answer' : 'pass')));
    const outcome = await organization.run(few);
    expect(listCounts(outcome)).to.deep.include({
      suppliers: { created: FIRMS, updated: 0, unchanged: 0 },
      products: { created: FEW, updated: 0, unchanged: 0 },
    });
    await expectComplete(FEW);
  });

  it('asks again after 500 and 503 and a cut wire', async () => {
    const faults: Fate[] = [{ status: 500 }, 'cut', { status: 503, headers: { 'retry-after': '0' } }, { status: 502 }];
    organization.proxy.disturb(
      onCount(
        () => true,
        (count) => faults[count - 1] ?? 'pass',
      ),
    );
    await organization.run(few);
    await expectComplete(FEW);
  });

  it('waits as long as 429 tells, with all its requests', async () => {
    const late: number[] = [];
    let reportedAt: number | null = null;
    organization.proxy.disturb(
      onCount(
        ({ path }) => path.includes('source_key'),
        (count) => {
          if (reportedAt !== null) late.push(Date.now() - reportedAt);
          return count === 2 ? { status: 429, headers: { 'retry-after': '1' } } : 'pass';
        },
      ),
    );
    const onWait = () => {
      reportedAt ??= Date.now();
    };
    await organization.run(many, { onWait });
    await expectComplete(MANY);
    expect(reportedAt).to.not.equal(null);
    // The other three that may be under way when the import is told so may still arrive.
    expect(late.filter((ms) => ms < 990).length).to.be.lessThan(4);
  });

  it('gives up when the API stays away, and the next run goes on', async () => {
    organization.proxy.disturb(onCount(isSupplierCreate, (count) => (count >= 2 ? { status: 500 } : 'pass')));
    const fault = await organization.run(few, { retryMs: 1_000 }).catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Unfinished);
    organization.proxy.disturb(() => 'pass');
    const outcome = await organization.run(few);
    expect(listCounts(outcome).relationships).to.include({ removed: 0 });
    await expectComplete(FEW);
  });

  it('doubles nothing when two imports of the same file run beside each other', async () => {
    await Promise.all([organization.run(few), organization.run(few)]);
    await expectComplete(FEW);
  });

  it('has at most four requests under way', async () => {
    await organization.run(few);
    expect(organization.proxy.mostAtOnce()).to.be.within(2, 4);
  });
});
