import { setTimeout as delay } from 'node:timers/promises';
import { ERROR_STATUS } from '@qsc/contracts';
import { expect } from 'chai';

export type Sent = {
  method: string;
  url: string;
  /** The whole `Authorization` header, or null for none. */
  authorization: string | null;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
};

// biome-ignore lint/suspicious/noExplicitAny: what comes from outside is looked at member by member in the assertions.
type Json = any;

/** An answer, its text, and its JSON or null. */
export type Answer = { status: number; headers: Headers; text: string; body: Json };

const INNER_TEXT =
  /node_modules|node:internal|\bat \S+ \(|\.[cm]?[jt]s:\d+|[Mm]ongo|BSON|E11000 |amqplib|Zod|TypeError|errno|ECONN/;
/** How often a request is sent at most: those without a credential share the limit of one address. */
const TRIES = 8;

const parsed = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Sends a request, and again where only the rate was too high. */
export const send = async ({ method, url, authorization, headers, body }: Sent, tries = TRIES): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...(authorization === null ? {} : { authorization }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status === 429 && tries > 1) {
    await delay(Number(response.headers.get('retry-after')) * 1_000);
    return send({ method, url, authorization, ...(headers ? { headers } : {}), ...(body ? { body } : {}) }, tries - 1);
  }
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
};

/** Holds an answer to the coded form of the specification ("Errors"): no stack, no driver's words, the code's status. */
export const expectCoded = ({ status, headers, text, body }: Answer, about: string): void => {
  expect(status, `${about}: ${text.slice(0, 300)}`).to.be.within(400, 499);
  expect(headers.get('content-type'), about).to.match(/^application\/json\b/);
  expect(body?.error, about).to.include.all.keys('code', 'message', 'request_id');
  expect(ERROR_STATUS[body.error.code as keyof typeof ERROR_STATUS]?.http, about).to.equal(status);
  expect(body.error.request_id, about).to.equal(headers.get('x-request-id'));
  expect(INNER_TEXT.exec(text)?.[0], about).to.equal(undefined);
};

/** Holds an answer to being a success, or a refusal in the coded form. */
export const expectNoFault = (answer: Answer, about: string): void => {
  if (answer.status >= 400) expectCoded(answer, about);
  else expect(answer.status, about).to.be.within(200, 299);
};
