import { randomBytes } from 'node:crypto';
import { type Log, makeSealer } from '@qsc/service-kit';
import { expect } from 'chai';
import { makeSecrets, newSecret, toSigningKey } from '../src/webhook/secret.ts';
import type { Webhook } from '../src/webhook/webhook.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const LATER = new Date('2026-03-03T09:00:00.000Z');
const IDS = { id: 'wh_1', org_id: 'org_1' };

const aSealer = () => makeSealer({ key: randomBytes(32).toString('base64'), purpose: 'webhook-secrets' });

/** A log that records its errors. */
const aLog = () => {
  const errors: { message: string; fields: object }[] = [];
  const error = (message: string, fields: object): void => void errors.push({ message, fields });
  return { errors, log: { error } as unknown as Log };
};

describe('secrets of webhooks', () => {
  const webhookWith = (...secrets: Webhook['secrets']): Webhook => ({ ...IDS, secrets }) as Webhook;

  it('that do not open sign nothing, and each is logged once', () => {
    const { log, errors } = aLog();
    const lost = webhookWith({ sealed: makeSecrets(aSealer(), log).seal(newSecret(), IDS), until: null });
    const secrets = makeSecrets(aSealer(), log);
    for (let attempt = 0; attempt < 3; attempt += 1) expect(secrets.signingKeys(lost, NOW)).to.equal(null);
    expect(errors).to.have.length(1);
    expect(errors[0]?.fields).to.deep.include({ org_id: 'org_1', webhook: 'wh_1' });
    const another = webhookWith({ sealed: makeSecrets(aSealer(), log).seal(newSecret(), IDS), until: null });
    secrets.signingKeys(another, NOW);
    expect(errors).to.have.length(2);
  });

  it('sign with the current one alone where the previous one does not open', () => {
    const { log } = aLog();
    const secrets = makeSecrets(aSealer(), log);
    const secret = newSecret();
    const former = { sealed: makeSecrets(aSealer(), log).seal(newSecret(), IDS), until: LATER };
    const current = { sealed: secrets.seal(secret, IDS), until: null };
    const keys = secrets.signingKeys(webhookWith(current, former), NOW);
    expect(keys?.map((key) => key.equals(toSigningKey(secret)))).to.deep.equal([true]);
  });
});
