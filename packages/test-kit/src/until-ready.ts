import { eventually } from './eventually.ts';

/**
 * Waits until a service that was started has everything that it needs, as `/readyz` tells: among it the queues that it
 * consumes. An event that is published before these are bound reaches nobody.
 */
export const untilReady = async ({ httpPort }: { httpPort: number }): Promise<void> => {
  const readiness = `http://127.0.0.1:${httpPort}/readyz`;
  await eventually(`${readiness} says ready`, async () => (await fetch(readiness)).status === 200);
};
