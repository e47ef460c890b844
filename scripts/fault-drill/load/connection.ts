import { setTimeout as delay } from 'node:timers/promises';
import { type Connected, EXTERNAL, type Partner } from '../partner/partner.ts';
import type { Answer } from './api.ts';
import { type Pen, refusal } from './pen.ts';

/** What the records there become here; nothing else of the drill writes such. */
export const SYNCHRONISED_TYPE = 'equipment';

const CONNECTIONS = '/v1/integrations/connections';
const POLL_MS = 200;

const connectionTo = (url: string) => ({
  name: 'drill',
  type: 'odata_v4',
  authentication: { type: 'basic', username: 'drill', password: 'drill' },
  endpoints: { api_base: url },
  // Without a buffer nothing comes a second time by itself, so that what is lost stays lost.
  sync_config: {
    direction: 'inbound',
    interval_minutes: 10_080,
    batch_size: 50,
    change_detection: { field: EXTERNAL.changedAt, buffer_minutes: 0 },
  },
  error_handling: { max_retries: 10, retry_delay_seconds: 1, exponential_backoff: false },
});

const MAPPINGS = {
  mappings: [
    {
      entity_type: SYNCHRONISED_TYPE,
      source_object: EXTERNAL.set,
      field_mappings: [
        { source: EXTERNAL.name, target: 'name', required: true },
        { source: EXTERNAL.mark, target: 'attributes.mark', required: true },
      ],
    },
  ],
};

type Request = { method: 'GET' | 'POST' | 'PUT'; path: string; body?: unknown; key?: string };

const send = ({ admin: [api] }: Pen, { key, ...request }: Request): Promise<Answer> =>
  api.insist({ ...request, ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }) });

const sendWell = async (pen: Pen, request: Request): Promise<unknown> => {
  const answer = await send(pen, request);
  if (answer.status >= 300) throw refusal(`${request.method} ${request.path}`, answer);
  return answer.body;
};

/** Connects the organisation to its part of the external system. Once for an organisation. */
export const connect = async (pen: Pen, partner: Partner): Promise<Connected> => {
  if (pen.connected) return pen.connected;
  const shop = partner.shop(pen.orgId);
  const key = `connection-${pen.orgId}`;
  const made = await sendWell(pen, { method: 'POST', path: CONNECTIONS, body: connectionTo(shop.url), key });
  const { id } = (made as { data: { id: string } }).data;
  const path = `${CONNECTIONS}/${id}`;
  await sendWell(pen, { method: 'POST', path: `${path}/authorize`, key: `${key}-authorize` });
  await sendWell(pen, { method: 'PUT', path: `${path}/mappings`, body: MAPPINGS });
  await sendWell(pen, { method: 'POST', path: `${path}/enable`, key: `${key}-enable` });
  pen.connected = { id, shop };
  return pen.connected;
};

type Sync = { data: { sync_id: string; status: string } };

/** Asks for a synchronisation. Null where one runs already. */
export const beginSync = async (pen: Pen, { id }: Connected, key: string): Promise<string | null> => {
  const request = { method: 'POST', path: `${CONNECTIONS}/${id}/sync`, key } as const;
  const answer = await send(pen, request);
  if (answer.status === 409) return null;
  if (answer.status !== 202) throw refusal(`POST ${request.path}`, answer);
  return (answer.body as Sync).data.sync_id;
};

/** Synchronises until a synchronisation that began after the call has succeeded. Throws when all is stopped. */
export const synchronise = async (pen: Pen, connected: Connected, stopped: AbortSignal): Promise<void> => {
  for (let turn = 0; ; turn += 1) {
    stopped.throwIfAborted();
    const id = await beginSync(pen, connected, `sync-${connected.id}-${Date.now()}-${turn}`);
    if (id !== null && (await awaitOutcome(pen, connected, { id, stopped })) === 'success') return;
    await delay(POLL_MS);
  }
};

const awaitOutcome = async (
  pen: Pen,
  connected: Connected,
  { id, stopped }: { id: string; stopped: AbortSignal },
): Promise<string> => {
  for (;;) {
    stopped.throwIfAborted();
    const path = `${CONNECTIONS}/${connected.id}/syncs/${id}`;
    const { status } = ((await sendWell(pen, { method: 'GET', path })) as Sync).data;
    if (status !== 'running') return status;
    await delay(POLL_MS);
  }
};
