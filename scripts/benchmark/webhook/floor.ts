import { Agent } from 'undici';

/** So many requests are under way at a time, as in the service. */
const AT_ONCE = 200;
const AT_ONCE_EACH = 4;

type Requested = { urls: readonly string[]; bodies: readonly (readonly [id: string, body: string])[]; count: number };

/** A bare loop that posts the same bodies to the same receivers, so many at a time as the service does. Gives requests a second. */
export const measureBareLoop = async ({ urls, bodies, count }: Requested): Promise<number> => {
  const agent = new Agent({ connections: AT_ONCE_EACH, pipelining: 1 });
  let next = 0;
  const loop = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const [id, body] = bodies[Math.floor(index / urls.length) % bodies.length] ?? ['', ''];
      const headers = { 'content-type': 'application/json', 'webhook-id': id };
      const origin = urls[index % urls.length] ?? '';
      const answer = await agent.request({ origin, path: '/', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, AT_ONCE_EACH * urls.length) }, loop));
  const seconds = (performance.now() - began) / 1_000;
  await agent.close();
  return count / seconds;
};
