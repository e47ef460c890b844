type Stoppable = { stop(): Promise<unknown> };

/**
 * Starts what the tests of a file share before the first of them, and stops it after the last one. To be called in a `describe`.
 * Members of what it returns are those of the started thing, and can be read from its start on: in tests and later hooks.
 */
export const startBeforeTests = <Started extends Stoppable>(start: () => Promise<Started>): Started => {
  let started: Started | undefined;
  before(async () => {
    started = await start();
  });
  after(() => started?.stop());
  const get = (_target: object, name: string | symbol): unknown => {
    if (!started) throw new Error(`${String(name)} is read before the tests begin.`);
    return Reflect.get(started, name);
  };
  return new Proxy({}, { get }) as Started;
};
