import { setTimeout as delay } from 'node:timers/promises';
import type { Pen } from '../load/pen.ts';

/** A list of each service behind the gateway. */
const PATHS = [
  ...['/v1/organization', '/v1/users', '/v1/entities', '/v1/suppliers', '/v1/certificates', '/v1/quality-events'],
  ...['/v1/workflows', '/v1/audit-logs', '/v1/webhooks', '/v1/integrations/connections'],
];
const PAUSE_MS = 50;

/** Reads all lists of an organisation as its administrator, one after another, until it is over. Answers what was refused. */
export const readAll = async (pens: readonly Pen[], over: AbortSignal): Promise<string[]> => {
  const refused: string[] = [];
  const read = async ({ admin: [api] }: Pen): Promise<void> => {
    for (let turn = 0; !over.aborted; turn += 1) {
      const path = PATHS[turn % PATHS.length] ?? '';
      // A request that failed is noted by the one that sent it.
      const answer = await api.attempt({ method: 'GET', path }).catch(() => null);
      if (answer !== null && answer.status !== 200) refused.push(`GET ${path} was answered with ${answer.status}`);
      await delay(PAUSE_MS);
    }
  };
  await Promise.all(pens.map(read));
  return refused;
};
