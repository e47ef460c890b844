import { expect } from 'chai';

/** Who acts, as the audit log has to tell of them. */
export type Caller = {
  credential: string;
  user: { id: string; email: string; name: string; role: string };
  api_key_id: string | null;
};

export type CallerName = 'admin' | 'quality' | 'person';

/** What earlier acts have left, by a name that rows give it. */
export type Known = Record<string, string>;

export type Asked = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: object | FormData;
  headers?: Record<string, string>;
};

/** An entry of an act. */
export type ExpectedAct = {
  action: string;
  entity_type: string;
  /** The name by which the record's id is known. */
  of?: string;
  /** Paths that are among its changes. */
  changed?: readonly string[];
  workflow_state?: string;
  /** Why, where no header says it. */
  reason?: string | null;
  /** The meaning of its signature; unsigned where it is left out. */
  signed?: string;
  details?: Record<string, unknown>;
};

/** One request, and every entry that it has to have; none for what is refused, repeated or changes nothing. */
export type Act = {
  what: string;
  /** The quality manager unless given. */
  by?: CallerName;
  /** The token service instead of the API. */
  atIdentity?: boolean;
  ask: (known: Known) => Asked | Promise<Asked>;
  status: number;
  /** Takes from the answer's data what later acts need. */
  // biome-ignore lint/suspicious/noExplicitAny: what comes from outside is looked at member by member.
  keep?: (data: any) => Known;
  entries: readonly ExpectedAct[];
  /** How many entries of what the system then does it causes. */
  causes?: number;
};

export type Entry = {
  id: string;
  action: string;
  entity_type: string;
  entity_id: string;
  user: { id: string };
  client: object;
  changes: Record<string, unknown>;
  metadata: { request_id: string; reason: string | null; workflow_state: string | null; details?: object };
  signature: { required: boolean; signed: boolean; signature_id: string | null; meaning: string | null };
};

/** An act that was made: by whom, under which request id. */
export type Made = { act: Act; caller: Caller; requestId: string };

export const AGENT = 'audit-acts/1.0';
export const REASON = 'Because of the test';

type Place = { url: string; known: Known; requestId: string };

/** Sends an act's request, and keeps what later acts need of its answer. */
export const perform = async (act: Act, caller: Caller, { url, known, requestId }: Place): Promise<void> => {
  const { method, path, body, headers } = await act.ask(known);
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${caller.credential}`,
      'user-agent': AGENT,
      'x-request-id': requestId,
      ...(path.includes('reason=') ? {} : { 'x-change-reason': REASON }),
      'x-forwarded-for': '203.0.113.66',
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, `${act.what}: ${text}`).to.equal(act.status);
  if (act.keep) Object.assign(known, act.keep(JSON.parse(text).data ?? JSON.parse(text)));
};

const expectSignature = ({ signature }: Entry, meaning: string | undefined): void => {
  if (meaning === undefined) return void expect(signature).to.include({ signed: false, signature_id: null });
  expect(signature).to.include({ signed: true, meaning });
  expect(signature.signature_id).to.match(/^sig_/);
};

/** That an entry tells who did it, from where, what and why. */
export const expectEntry = (entry: Entry, expected: ExpectedAct, { caller, requestId }: Made, known: Known): void => {
  const { action, entity_type, of, changed = [], workflow_state, reason = REASON, signed, details } = expected;
  expect(entry).to.include({ action, entity_type });
  if (of !== undefined) expect(entry.entity_id).to.equal(known[of]);
  expect(entry.user).to.deep.equal(caller.user);
  expect(entry.client).to.deep.equal({
    ip_address: '127.0.0.1',
    user_agent: AGENT,
    api_key_id: caller.api_key_id,
  });
  expect(Object.keys(entry.changes)).to.include.members([...changed]);
  expect(entry.metadata).to.include({ request_id: requestId, reason });
  if (workflow_state !== undefined) expect(entry.metadata.workflow_state).to.equal(workflow_state);
  if (details) expect(entry.metadata.details).to.deep.include(details);
  expectSignature(entry, signed);
};
