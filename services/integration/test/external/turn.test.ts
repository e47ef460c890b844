import { newId } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { type Connected, seed, startSyncMesh } from './sync-mesh.ts';

/** A connection that waits in the midst of its synchronisation until it is let go. */
type Held = Connected & { isRequested(): boolean; end(): Promise<void> };

describe('the turns of organisations', () => {
  let mesh: Awaited<ReturnType<typeof startSyncMesh>>;
  const open: Held[] = [];

  beforeEach(async () => {
    mesh = await startSyncMesh();
  });
  afterEach(async () => {
    for (const { external } of open.splice(0)) external.acquire = null;
    await mesh.stop();
  });

  /** Begins a synchronisation that is held at its first page. */
  const start = async (orgId: string): Promise<Held> => {
    const connected = await mesh.connect({ orgId });
    seed(connected, 1);
    const gate = Promise.withResolvers<void>();
    connected.external.acquire = async ({ path }) => (path === '/rows' ? gate.promise : undefined);
    const started = await connected.api.post(`${connected.path}/sync`);
    const isRequested = (): boolean => connected.external.requests.includes('GET /rows');
    const end = async (): Promise<void> => {
      gate.resolve();
      expect(await connected.ended(started)).to.include({ status: 'success' });
    };
    const held = { ...connected, isRequested, end };
    open.push(held);
    return held;
  };

  const startSome = async (orgId: string, count: number): Promise<Held[]> => {
    const some: Held[] = [];
    for (let index = 0; index < count; index += 1) some.push(await start(orgId));
    return some;
  };

  const areRequested = (some: readonly Held[]): Promise<unknown> =>
    eventually('all of them are under way', () => some.every((one) => one.isRequested()));

  it('leave room for another one, however many connections one has', async () => {
    const many = await startSome(newId('organization'), 5);
    await areRequested(many.slice(0, 3));
    const other = await start(newId('organization'));
    await areRequested([other]);
    await other.end();
    expect(many.slice(3).some((one) => one.isRequested())).to.equal(false);
    for (const one of many) await one.end();
  });

  it('give the next room to one that has less, though others wait longer', async () => {
    const [one, other] = [newId('organization'), newId('organization')];
    const running = [...(await startSome(one, 2)), ...(await startSome(other, 2))];
    await areRequested(running);
    const longer = await start(one);
    const shorter = await start(newId('organization'));
    await running[0]?.end();
    await areRequested([shorter]);
    expect(longer.isRequested()).to.equal(false);
    for (const held of [...running.slice(1), shorter, longer]) await held.end();
  });

  it('are not held up by what another replica carries out', async () => {
    const first = await Promise.all(Array.from({ length: 4 }, () => start(newId('organization'))));
    await areRequested(first);
    const fifth = await start(newId('organization'));
    await mesh.startAnother();
    await areRequested([fifth]);
    for (const held of [...first, fifth]) await held.end();
  });
});
