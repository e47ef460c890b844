import { newId } from '@qsc/contracts';
import { eventually, type Mailbox, startMailbox } from '@qsc/test-kit';
import { expect } from 'chai';
import { alertDefinition } from '../src/alert/alert.store.ts';
import { certificateDefinition, toStored } from '../src/certificate/certificate.store.ts';
import type { Certificate } from '../src/certificate/certificate.ts';
import { ORG, openStage, type Stage } from './certificate-stage.ts';

const PATH = '/v1/certificates/expiry-alerts';

const rule = (over: object = {}) => ({
  days_before_expiry: 30,
  notify: ['qa@example.com'],
  certificate_types: ['gmp'],
  ...over,
});

/** Longer than the pause after a few tries, and shorter than a lease. */
const LONGEST_PAUSE_MS = 20_000;

describe('expiry alerts', () => {
  const today = new Date().toISOString().slice(0, 10);
  const in10Days = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const clock = { now: new Date() };
  let stage: Stage;
  let mailbox: Mailbox;

  const create = async (...rules: object[]): Promise<string[]> => {
    const { body } = await stage.api.post(PATH, { rules });
    return body.data.rules.map(({ id }: { id: string }) => id);
  };
  const gmp = (expiry_date: string, over: Partial<Certificate> = {}): Promise<Certificate> =>
    stage.place({ type: 'gmp', name: `GMP ${newId('event')}`, status: 'valid', expiry_date, ...over });
  const findMails = ({ name }: Certificate) => mailbox.mails.filter(({ mail }) => mail.subject?.includes(name));
  const sent = ({ id }: Certificate, ruleId?: string) =>
    stage.tap.next(
      'the alert',
      ({ type, data }) =>
        type === 'certificate.alert.sent.v1' &&
        data.audit.metadata.details?.certificate_id === id &&
        (ruleId === undefined || data.audit.metadata.details?.rule_id === ruleId),
    );
  const findAlerts = ({ id }: Certificate) => stage.kit.open(alertDefinition).find({ org_id: ORG, certificate_id: id });
  const deleteAll = async (): Promise<void> => {
    const { body } = await stage.api.get(`${PATH}?per_page=100`);
    for (const { id } of body.data) await stage.api.delete(`${PATH}/${id}`);
  };

  before(async () => {
    mailbox = await startMailbox();
    stage = await openStage({ SMTP_URL: mailbox.url, MAIL_FROM: 'quality@example.com' });
  });
  after(async () => {
    await stage.stop();
    await mailbox.stop();
  });

  describe('by their rules', () => {
    it('are created, listed and deleted, each in the audit', async () => {
      const answer = await stage.api.post(PATH, {
        rules: [rule(), rule({ days_before_expiry: 60, certificate_types: [] })],
      });
      expect([answer.status, answer.headers.get('location')]).to.deep.equal([201, PATH]);
      const [first, second] = answer.body.data.rules;
      expect(first).to.deep.include(rule());
      expect(first.id).to.match(/^alr_/);
      const listed = await stage.api.get(`${PATH}?sort=-days_before_expiry`);
      expect(listed.body.meta).to.include({ total: 2, page: 1 });
      expect(listed.body.data.map(({ id }: { id: string }) => id)).to.deep.equal([second.id, first.id]);
      const stale = await stage.api.delete(`${PATH}/${first.id}`, { headers: { 'if-match': '"1"' } });
      expect([stale.status, stale.body.error.code]).to.deep.equal([412, 'precondition_failed']);
      const there = await stage.api.delete(`${PATH}/${first.id}`, { headers: { 'if-match': '*' } });
      expect(there.status).to.equal(204);
      expect((await stage.api.delete(`${PATH}/${first.id}`)).status).to.equal(404);
      expect((await stage.api.get(PATH)).body.meta.total).to.equal(1);
      for (const [type, action] of [
        ['certificate.alert-rule.created.v1', 'create'],
        ['certificate.alert-rule.deleted.v1', 'delete'],
      ]) {
        const event = await stage.tap.next(`${action}`, (one) => one.type === type && one.subject === first.id);
        expect(event.data.audit.action).to.equal(action);
      }
      await deleteAll();
    });

    const wrong: [string, object][] = [
      ['no rule', { rules: [] }],
      ['days that are none', { rules: [rule({ days_before_expiry: -1 })] }],
      ['what is no address', { rules: [rule({ notify: ['qa at example.com'] })] }],
      ['an address with a line break', { rules: [rule({ notify: ['qa@example.com\nBcc: x@example.com'] })] }],
      ['nobody to tell', { rules: [rule({ notify: [] })] }],
      ['a type that there is not', { rules: [rule({ certificate_types: ['gdp'] })] }],
      ['a member that there is not', { rules: [rule({ days: 3 })] }],
    ];
    for (const [name, body] of wrong)
      it(`are refused with ${name}, and none of the request is there`, async () => {
        const answer = await stage.api.post(PATH, body);
        expect([answer.status, answer.body.error.code]).to.deep.equal([422, 'validation_failed']);
        expect((await stage.api.get(PATH)).body.meta.total).to.equal(0);
      });
  });

  describe('while two replicas run', () => {
    before(async () => {
      await stage.startWorkerHere(clock);
      await stage.startWorkerHere(clock);
    });
    afterEach(deleteAll);

    /** The pause before the next try goes by the clock, and so does the lease of who sends: it must not run out meanwhile. */
    const tryUntil = (what: string, holds: () => Promise<boolean>): Promise<unknown> =>
      eventually(what, async () => {
        const waits = {
          due_at: { $lte: clock.now },
          next_at: { $lte: new Date(clock.now.getTime() + LONGEST_PAUSE_MS) },
        };
        const row = await stage.kit.connection.collection('alert_due').findOne({ org_id: ORG, ...waits });
        if (row && row.next_at > clock.now) clock.now = row.next_at;
        return holds();
      });

    const sentInTime = async (certificate: Certificate, ruleId?: string) => {
      await tryUntil('the alert has ended', async () =>
        (await findAlerts(certificate)).some(
          ({ status, rule_id }) => status !== 'pending' && (ruleId === undefined || rule_id === ruleId),
        ),
      );
      return sent(certificate, ruleId);
    };

    it('reach every address of the rule, once for each certificate and rule', async () => {
      const [one, two] = await create(rule({ notify: ['qa@example.com', 'qc@example.com'] }), rule());
      const certificate = await gmp(in10Days);
      await sentInTime(certificate, one);
      await sentInTime(certificate, two);
      // What is raised later is sent after whatever a second pass would have raised.
      const later = await gmp(in10Days);
      await sentInTime(later, one);
      await sentInTime(later, two);
      expect(findMails(certificate).map(({ to }) => to.join())).to.have.members([
        'qa@example.com,qc@example.com',
        'qa@example.com',
      ]);
      expect(findMails(certificate)[0]?.mail.text).to.include(in10Days).and.to.include(certificate.id);
      expect(await findAlerts(certificate)).to.have.length(2);
    });

    it('are in the audit as what the system did, with whom it told', async () => {
      const [id] = await create(rule());
      const certificate = await gmp(in10Days);
      const event = await sentInTime(certificate, id);
      expect(event.data.audit.user.id).to.equal('system');
      expect(event.data.audit.metadata.details).to.include({ rule_id: id, mail: 'sent' });
      expect(event.data.record).to.deep.include({ rule_id: id, notify: ['qa@example.com'] });
    });

    it('are about the types of the rule, on its days, of certificates that hold', async () => {
      const notMet = [
        await gmp(in10Days, { type: 'iso' }),
        await gmp(in10Days, { status: 'pending' }),
        await gmp(in10Days, { status: 'rejected' }),
        await gmp(in10Days, { status: 'superseded' }),
        await gmp('2020-01-01'),
        await gmp('2090-01-01'),
      ];
      const [id] = await create(rule({ days_before_expiry: 10 }));
      const met = await gmp(in10Days);
      await sentInTime(met, id);
      await sentInTime(await gmp(today), id);
      expect((await Promise.all(notMet.map(findAlerts))).flat()).to.deep.equal([]);
    });

    it('are looked for in the order of an index, and nothing is fetched that does not expire on their days', async () => {
      const database = stage.kit.connection.getClient().db(stage.kit.connection.name);
      await gmp('2090-01-01');
      const met = await gmp(in10Days);
      await create(rule());
      await sentInTime(met);
      await database.command({ profile: 2 });
      const swept = await eventually('a sweep', () =>
        database.collection('system.profile').findOne({
          ns: `${stage.kit.connection.name}.certificate`,
          'command.filter.expiry_key.$gte': { $exists: true },
          nreturned: { $gt: 0 },
        } as never),
      );
      await database.command({ profile: 0 });
      expect(swept.planSummary).to.match(/^IXSCAN \{ org_id: 1,( phase: 1,)? expiry_key: 1, _id: 1/);
      expect(swept.hasSortStage ?? false, 'sorted in memory').to.equal(false);
      expect(swept.docsExamined).to.equal(swept.nreturned);
    });

    it('are looked for among what has expired since yesterday, once a day among all', async () => {
      const database = stage.kit.connection.getClient().db(stage.kit.connection.name);
      const swept = (since: string) =>
        eventually(`a sweep since ${since}`, () =>
          database.collection('system.profile').findOne({
            ns: `${stage.kit.connection.name}.certificate`,
            'command.filter.expiry_key.$gte': since,
          } as never),
        );
      const [made] = await create(rule({ days_before_expiry: 0 }));
      const madeOn = { _id: made } as never;
      await stage.kit.connection.collection('alert_rule').updateOne(madeOn, { $set: { created_at: new Date(0) } });
      await database.command({ profile: 2 });
      for (const wholes of [1, 2]) {
        clock.now = new Date(clock.now.getTime() + 3 * 86_400_000);
        await swept(new Date(clock.now.getTime() - 86_400_000).toISOString().slice(0, 10));
        const whole = {
          ns: `${stage.kit.connection.name}.certificate`,
          'command.filter.expiry_key.$gte': '1970-01-01',
        };
        expect(await database.collection('system.profile').countDocuments(whole), `${wholes}`).to.be.at.least(wholes);
      }
      await database.command({ profile: 0 });
    });

    it('are tried again until the mail server takes them, and come once', async () => {
      mailbox.behave(451);
      await create(rule());
      const certificate = await gmp(in10Days);
      await eventually('it is raised', async () => (await findAlerts(certificate)).length === 1);
      expect((await findAlerts(certificate))[0]?.status).to.equal('pending');
      mailbox.behave('taking');
      await tryUntil('it is sent', async () => (await findAlerts(certificate))[0]?.status === 'sent');
      expect(findMails(certificate)).to.have.length(1);
    });

    it('are withdrawn where the certificate holds no longer, and come once it holds again', async () => {
      mailbox.behave(451);
      await create(rule());
      const certificate = await gmp(in10Days);
      const become = (status: Certificate['status']) =>
        stage.kit
          .open(certificateDefinition)
          .model.updateOne({ org_id: ORG, _id: certificate.id }, { $set: toStored({ ...certificate, status }) });
      await eventually('it is raised', async () => (await findAlerts(certificate)).length === 1);
      await become('superseded');
      await tryUntil('it is withdrawn', async () => (await findAlerts(certificate)).length === 0);
      mailbox.behave('taking');
      await become('valid');
      await sentInTime(certificate);
      expect(findMails(certificate)).to.have.length(1);
    });

    it('end where the mail server will never take them, and say so', async () => {
      mailbox.refuse('gone@example.com');
      await create(rule({ notify: ['gone@example.com'] }));
      const event = await sentInTime(await gmp(in10Days));
      expect(event.data.audit.metadata.details).to.deep.include({ mail: 'refused', refused: ['gone@example.com'] });
    });

    it('come late rather than not where nobody swept on the day', async () => {
      await create(rule({ days_before_expiry: 1 }));
      const certificate = await gmp(in10Days);
      clock.now = new Date(Date.parse(in10Days) + 5 * 86_400_000);
      await sentInTime(certificate);
      expect(findMails(certificate)[0]?.mail.subject).to.include('expired on');
    });
  });

  describe('whose sender is killed before the mail server has answered', () => {
    before(async () => {
      await stage.stop();
      stage = await openStage({ SMTP_URL: mailbox.url, MAIL_FROM: 'quality@example.com' });
    });

    it('are sent by the next one, with one event', async () => {
      mailbox.behave('silent');
      const first = await stage.startWorker();
      await create(rule());
      const certificate = await gmp(in10Days);
      await eventually('it is raised', async () => (await findAlerts(certificate)).length === 1);
      await first.kill('SIGKILL');
      mailbox.behave('taking');
      // Past the lease of the one that was killed.
      await stage.startWorker({ now: new Date(Date.now() + 60_000) });
      await sent(certificate);
      expect(findMails(certificate)).to.have.length(1);
      expect((await findAlerts(certificate)).map(({ status }) => status)).to.deep.equal(['sent']);
    });
  });

  describe('without a mail server', () => {
    before(async () => {
      await stage.stop();
      stage = await openStage();
    });

    it('are told as events that say that no e-mail was sent', async () => {
      await stage.startWorkerHere({ now: new Date() });
      await create(rule());
      const event = await sent(await gmp(in10Days));
      expect(event.data.audit.metadata.details).to.include({ mail: 'not_configured' });
    });
  });
});
