import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '../src/index.ts';
import { rejection } from './server.ts';

const SECRET = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('another secret').toString('base64')}`;
const EVENT = { event: 'webhook.disabled', timestamp: '2026-03-09T14:05:00.000Z', data: { id: 'wh_1', url: 'größe' } };
const BODY = JSON.stringify(EVENT);

/** The headers of a request, signed by the library of Standard Webhooks. */
const headersOf = (...secrets: string[]) => {
  const now = new Date();
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('msg_1', now, BODY)).join(' '),
  };
};

describe('the check of a webhook', () => {
  it('takes what the library of Standard Webhooks signs, in any form of body and headers', async () => {
    const headers = headersOf(SECRET);
    for (const body of [BODY, new TextEncoder().encode(BODY), Buffer.from(BODY)])
      for (const given of [headers, new Headers(headers), { 'Webhook-Id': 'msg_1', ...headers }])
        expect(await verifyWebhook(body, given, SECRET)).to.deep.equal(EVENT);
  });

  it('takes either of two secrets, and either of two signatures', async () => {
    expect(await verifyWebhook(BODY, headersOf(OTHER), [SECRET, OTHER])).to.deep.equal(EVENT);
    expect(await verifyWebhook(BODY, headersOf(OTHER, SECRET), SECRET)).to.deep.equal(EVENT);
  });

  const refused: [string, string, Record<string, string>, string][] = [
    ['another body', BODY.replace('wh_1', 'wh_2'), headersOf(SECRET), SECRET],
    ['another secret', BODY, headersOf(OTHER), SECRET],
    ['another id', BODY, { ...headersOf(SECRET), 'webhook-id': 'msg_2' }, SECRET],
    ['an old time', BODY, { ...headersOf(SECRET), 'webhook-timestamp': '1700000000' }, SECRET],
    ['a time that is none', BODY, { ...headersOf(SECRET), 'webhook-timestamp': 'now' }, SECRET],
    ['no signature', BODY, { ...headersOf(SECRET), 'webhook-signature': '' }, SECRET],
    ['a signature of another version', BODY, { ...headersOf(SECRET), 'webhook-signature': 'v2,AAAA' }, SECRET],
    ['a signature that is no base64', BODY, { ...headersOf(SECRET), 'webhook-signature': 'v1,*' }, SECRET],
    ['no headers', BODY, {}, SECRET],
  ];
  for (const [what, body, headers, secret] of refused)
    it(`refuses ${what}, as the library does`, async () => {
      expect(() => new Webhook(secret).verify(body, headers)).to.throw();
      expect(await rejection(verifyWebhook(body, headers, secret))).to.be.instanceOf(WebhookVerificationError);
    });

  it('refuses what is further from now than the tolerance, in either direction', async () => {
    const headers = headersOf(SECRET);
    const at = (seconds: number) => ({ now: () => (Number(headers['webhook-timestamp']) + seconds) * 1_000 });
    for (const seconds of [-300, 300]) await verifyWebhook(BODY, headers, SECRET, at(seconds));
    for (const seconds of [-301, 301])
      expect(await rejection(verifyWebhook(BODY, headers, SECRET, at(seconds)))).to.be.instanceOf(
        WebhookVerificationError,
      );
    const wider = { toleranceSeconds: 600, ...at(301) };
    expect(await verifyWebhook(BODY, headers, SECRET, wider)).to.deep.equal(EVENT);
  });

  it('says of a secret that it is none', async () => {
    expect(await rejection(verifyWebhook(BODY, headersOf(SECRET), 'whsec_*'))).to.be.instanceOf(TypeError);
  });

  it('has a type for each event', () => {
    const tell = (event: WebhookEvent): unknown => {
      if (event.event === 'workflow.approval_requested') return event.data.approver_roles[0];
      // @ts-expect-error The data of this event has no roles.
      if (event.event === 'webhook.test') return event.data.approver_roles;
      return event.data;
    };
    expect(tell(EVENT as unknown as WebhookEvent)).to.equal(EVENT.data);
  });
});
