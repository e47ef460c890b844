import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const PARTNERS = 'API_BUSINESS_PARTNER.A_BusinessPartner';
export const PARTNER_SUPPLIERS = 'API_BUSINESS_PARTNER.A_Supplier';
export const SUPPLIERS = 'Quality.Suppliers';
export const DEVIATIONS = 'Quality.Deviations';
export const DOCUMENTS = 'Quality.Documents';
export const BATCHES = 'Quality.Batches';

type Row = Record<string, unknown>;

/** A request as the server got it. */
export type Seen = { method: string; url: string; headers: Record<string, string | undefined> };

export type Fault = {
  method?: string;
  /** What its address contains. */
  path?: string;
  times?: number;
  status: number;
  headers?: Record<string, string>;
  body?: string;
};

/** SAP's own CAP server, with what a test may do to it beside its OData. */
export type Cap = {
  /** `v4/quality`, `v2/API_BUSINESS_PARTNER` … */
  base(service: string): string;
  /** Writes rows as they are given, dates of change included, past the service that owns them. */
  put(entity: string, rows: readonly Row[]): Promise<void>;
  remove(entity: string, where: Row): Promise<void>;
  rows(entity: string): Promise<Row[]>;
  /** The next request that matches, or the next few, get this instead of an answer. */
  fault(fault: Fault): Promise<void>;
  /** From now on every request must have this header. */
  demand(header: { name: string; value: string }): Promise<void>;
  forgetTokens(): Promise<void>;
  seen(): Promise<Seen[]>;
  /** Empties everything. */
  reset(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts one with empty tables in its own process on a free port. */
export const startCap = async (): Promise<Cap> => {
  const serve = createRequire(import.meta.url).resolve('@sap/cds/bin/serve.js');
  const child = fork(serve, ['all', '--in-memory', '--port', '0'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const origin = `http://127.0.0.1:${await toPort(child)}`;

  const control = async (command: string, body: unknown = {}): Promise<unknown> => {
    const answer = await fetch(`${origin}/control/${command}`, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`The CAP server did not do "${command}": ${await answer.text()}`);
    return answer.json();
  };

  return {
    base: (service) => `${origin}/odata/${service}`,
    put: async (entity, rows) => void (await control('rows', { entity, rows })),
    remove: async (entity, where) => void (await control('remove', { entity, where })),
    rows: async (entity) => (await control('read', { entity })) as Row[],
    fault: async (fault) => void (await control('fault', fault)),
    demand: async (header) => void (await control('demand', header)),
    forgetTokens: async () => void (await control('forget_tokens')),
    seen: async () => (await control('seen')) as Seen[],
    reset: async () => {
      await control('reset', { entities: [PARTNERS, PARTNER_SUPPLIERS, SUPPLIERS, DEVIATIONS, DOCUMENTS, BATCHES] });
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const toPort = async (child: ChildProcess): Promise<number> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The CAP server ended with ${code} before it listened.`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [{ port: number }];
  ended.catch(() => {});
  return message.port;
};
