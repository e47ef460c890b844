import type { Organization } from '../mesh/organization.ts';
import type { Connected } from '../partner/partner.ts';
import type { Webhook } from '../receiver/receiver.ts';
import { type Answer, type Api, makeApi, type OnAnswer } from './api.ts';
import type { Ledger } from './ledger.ts';

type Ways = readonly [Api, Api];

/** What writes of one organisation go through, and where their acknowledgements are noted. */
export type Pen = {
  orgId: string;
  /** The way that this pen takes, and the one through the other gateway: as the quality manager. */
  apis: Ways;
  /** The same as the specialist. */
  specialist: Ways;
  /** The same as the administrator. */
  admin: Ways;
  /** What the quality manager signs with. */
  password: string;
  /** The same as quality assurance. */
  assurance: { apis: Ways; password: string };
  ledger: Ledger;
  /** The webhooks of the organisation. */
  webhooks: Webhook[];
  /** Its connection to the external system, once there is one. */
  connected: Connected | null;
};

type Retrying = {
  baseUrls: readonly [string, string];
  ledger: Ledger;
  stopped: AbortSignal;
  onAnswer?: OnAnswer | undefined;
};
/** The API of a client of another kind, which goes to one address. */
type OtherClient = { ledger: Ledger; apiFor: (apiKey: string) => Api };

/** A pen for the organisation whose key it is. */
export const makePen = (organization: Organization, way: Retrying | OtherClient): Pen => {
  const { id, adminKey, apiKey, password, specialistKey, assuranceKey, assurancePassword } = organization;
  const { ledger } = way;
  const makeWays = 'apiFor' in way ? (key: string): Ways => [way.apiFor(key), way.apiFor(key)] : retryingWays(way);
  const ways = { apis: makeWays(apiKey), specialist: makeWays(specialistKey), admin: makeWays(adminKey) };
  const assurance = { apis: makeWays(assuranceKey), password: assurancePassword };
  return { orgId: id, ...ways, password, assurance, ledger, webhooks: [], connected: null };
};

const retryingWays = ({ baseUrls: [one, other], ledger, stopped, onAnswer }: Retrying): ((key: string) => Ways) => {
  const around = { stopped, onAnswer, onInternalError: (what: string) => void ledger.internal.push(what) };
  return (apiKey) => [
    makeApi({ ...around, apiKey, baseUrls: [one, other] }),
    makeApi({ ...around, apiKey, baseUrls: [other, one] }),
  ];
};

/** The same pen that takes the other way. */
export const otherSide = (pen: Pen): Pen => ({
  ...pen,
  apis: turned(pen.apis),
  specialist: turned(pen.specialist),
  assurance: { ...pen.assurance, apis: turned(pen.assurance.apis) },
});

const turned = ([one, other]: Ways): Ways => [other, one];

/** The pen in the hand of the specialist. */
export const bySpecialist = (pen: Pen): Pen => ({ ...pen, apis: pen.specialist });

/** The pen in the hand of quality assurance. */
export const byAssurance = (pen: Pen): Pen => ({ ...pen, ...pen.assurance });

/** What is thrown when a write was answered by something that it should not be. */
export const refusal = (what: string, { status, body }: Answer): Error =>
  new Error(`${what} was answered with ${status} ${JSON.stringify(body)}`);

type Post = { path: string; key: string; body: unknown };

/** Posts until it is answered, with the idempotency key. Answers the body; throws when the status is not the expected one. */
export const postOnce = async (
  { apis: [api] }: Pick<Pen, 'apis'>,
  { path, key, body }: Post,
  expected = 201,
): Promise<unknown> => {
  const answer = await api.insist({ method: 'POST', path, body, headers: { 'idempotency-key': key } });
  if (answer.status !== expected) throw refusal(`POST ${path} with the key ${key}`, answer);
  return answer.body;
};
