import { newId } from '@qsc/contracts';
import { systemCall } from '@qsc/service-kit/pure';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { certificateDefinition, historyDefinition, toStored } from '../src/certificate/certificate.store.ts';
import { type Certificate, type CertificateStatus, statusOn } from '../src/certificate/certificate.ts';
import { transitionByDate } from '../src/expiry/expiry.ts';
import { openStage, type Stage } from './certificate-stage.ts';

const day = (text: string): Date => new Date(`${text}T12:00:00Z`);
const OTHER = 'org_other_certificates';

describe('states by date', () => {
  const clock = { now: day('2026-03-02') };
  let stage: Stage;

  const getStatus = async ({ id, org_id }: Certificate): Promise<CertificateStatus | undefined> =>
    (await stage.kit.open(certificateDefinition).findOne({ org_id, _id: id }))?.status;
  const becomes = (certificate: Certificate, status: CertificateStatus) =>
    eventually(`it is ${status}`, async () => (await getStatus(certificate)) === status);
  /** What was notified of it by date, in its order; an event that was sent twice has one id. */
  const reported = ({ id }: Certificate): string[] => {
    const events = stage.tap.events.filter(({ subject }) => subject === id);
    return [...new Map(events.map((event) => [event.id, event])).values()].map(({ type }) => type.split('.')[2] ?? '');
  };
  /** Two replicas send by wires of their own, so that what one has sent may come after what the other sends later. */
  const areTold = (...certificates: Certificate[]) =>
    eventually('each is told to be expired', () => certificates.every((one) => reported(one).includes('expired')));
  const lines = ({ id, org_id }: Certificate) =>
    stage.kit.open(historyDefinition).find({ org_id, certificate_id: id }, { sort: { version: 1 } });
  /** A certificate that the sweep comes to after all others, since it goes by their ids. */
  const marker = async (): Promise<void> => {
    const last = await stage.place({ status: 'valid', expiry_date: '2020-01-01' });
    await becomes(last, 'expired');
    await stage.tap.next('its event', ({ subject }) => subject === last.id);
  };

  before(async () => {
    stage = await openStage();
    // Two replicas, of which one acts.
    await stage.startWorkerHere(clock);
    await stage.startWorkerHere(clock);
  });
  after(() => stage.stop());

  for (const [zone, instant, status] of [
    ['UTC', '2026-06-01T23:59:59.999Z', 'expiring_soon'],
    ['UTC', '2026-06-02T00:00:00.000Z', 'expired'],
    ['Asia/Tokyo', '2026-06-01T15:00:00.000Z', 'expired'],
    ['America/New_York', '2026-06-02T03:59:59.999Z', 'expiring_soon'],
    ['America/New_York', '2026-03-03T04:59:59.999Z', 'valid'],
    ['America/New_York', '2026-03-03T05:00:00.000Z', 'expiring_soon'],
  ] as const)
    it(`go by the day of the organisation: ${status} at ${instant} in ${zone}`, () => {
      const certificate = { status: 'valid', expiry_date: '2026-06-01' } as const;
      expect(statusOn(certificate, { now: new Date(instant), zone })).to.equal(status);
    });

  it('are moved by the day of the organisation', async () => {
    const elsewhere = newId('organization');
    await stage.identity.setOrganization({ id: elsewhere, name: 'Elsewhere', time_zone: 'America/New_York' });
    clock.now = new Date('2026-04-02T03:59:59.999Z');
    const certificate = await stage.place({ org_id: elsewhere, status: 'expiring_soon', expiry_date: '2026-04-01' });
    await marker();
    expect(await getStatus(certificate)).to.equal('expiring_soon');
    clock.now = new Date('2026-04-02T04:00:00.000Z');
    await becomes(certificate, 'expired');
    clock.now = day('2026-03-02');
  });

  it('become expiring_soon on the ninetieth day before expiry and expired on the day after it, each reported once', async () => {
    const certificate = await stage.place({ status: 'valid', expiry_date: '2026-06-01' });
    await marker();
    expect(await getStatus(certificate)).to.equal('valid');
    clock.now = day('2026-03-03');
    await becomes(certificate, 'expiring_soon');
    clock.now = day('2026-06-01');
    await marker();
    expect(await getStatus(certificate)).to.equal('expiring_soon');
    clock.now = day('2026-06-02');
    await becomes(certificate, 'expired');
    await marker();
    await areTold(certificate);
    expect(reported(certificate)).to.deep.equal(['expiring', 'expired']);
    expect((await lines(certificate)).map(({ action, user }) => `${action} ${user}`)).to.deep.equal([
      'expiring_soon system',
      'expired system',
    ]);
  });

  it('are a transition by the system in the audit', async () => {
    const certificate = await stage.place({ status: 'valid', expiry_date: '2026-06-05' });
    const event = await stage.tap.next('the event', ({ subject }) => subject === certificate.id);
    expect(event.type).to.equal('certificate.certificate.expiring.v1');
    expect(event.data.audit).to.include({ action: 'transition', entity_id: certificate.id });
    expect(event.data.audit.user.id).to.equal('system');
    expect(event.data.audit.changes.status).to.deep.equal({ from: 'valid', to: 'expiring_soon' });
  });

  it('are right for every organisation, after years without a sweep too, which tells only what holds now', async () => {
    const certificates = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stage.place({ status: 'valid', expiry_date: '2021-01-01', org_id: index % 2 ? OTHER : 'org_certificates' }),
      ),
    );
    for (const certificate of certificates) await becomes(certificate, 'expired');
    await marker();
    await areTold(...certificates);
    for (const certificate of certificates) expect(reported(certificate)).to.deep.equal(['expired']);
  });

  it('stay where people decide, and where nothing expires', async () => {
    const others: CertificateStatus[] = ['pending', 'rejected', 'superseded', 'expired'];
    const kept = await Promise.all(others.map((status) => stage.place({ status, expiry_date: '2021-01-01' })));
    const forever = await stage.place({ status: 'valid', expiry_date: null });
    await marker();
    expect(await Promise.all(kept.map(getStatus))).to.deep.equal(others);
    expect(await getStatus(forever)).to.equal('valid');
    expect([...kept, forever].flatMap(reported)).to.deep.equal([]);
  });

  it('are moved beside a certificate that cannot be written', async () => {
    const broken = await stage.place({ status: 'valid', expiry_date: null });
    const one = { _id: broken.id as never };
    const stored = stage.kit.connection.collection('certificate');
    const due = { 'extraction.data': { no: 'extraction' }, expiry_date: '2020-01-01', expiry_key: '2020-01-01' };
    await stored.updateOne(one, { $set: due });
    try {
      await marker();
      expect(await getStatus(broken)).to.equal('valid');
    } finally {
      await stored.deleteOne(one);
    }
  });

  it('are found by an index, whatever else is stored', async () => {
    const { database } = { database: stage.kit.connection.collection('certificate') };
    const plan = await database
      .find({ status: 'valid', expiry_key: { $lt: '2026-01-01' }, _id: { $gt: '' } } as never)
      .sort({ _id: 1 })
      .explain('executionStats');
    expect(JSON.stringify(plan.queryPlanner.winningPlan)).to.include('IXSCAN').and.to.not.include('SORT"');
  });
});

describe('the move that a date demands', () => {
  const at = (status: CertificateStatus, expiry_date: string | null, today: string) => {
    const certificate = toStored({
      ...({ name: 'Certificate', batch_number: null, extraction: { data: null } } as Certificate),
      id: 'cert_1',
      org_id: 'org_1',
      name: 'GMP',
      status,
      expiry_date,
      version: 1,
      created_at: day('2026-01-01'),
      updated_at: day('2026-01-01'),
      document: {} as never,
      extraction: { status: 'complete' } as never,
      validation: null,
    });
    return transitionByDate({ ...certificate, id: 'cert_1' } as never, systemCall('org_1', day(today)))?.certificate
      .status;
  };

  it('is none before its day, one step on it, and none twice', () => {
    expect(at('valid', '2026-06-01', '2026-03-02')).to.equal(undefined);
    expect(at('valid', '2026-06-01', '2026-03-03')).to.equal('expiring_soon');
    expect(at('expiring_soon', '2026-06-01', '2026-03-04')).to.equal(undefined);
    expect(at('expiring_soon', '2026-06-01', '2026-06-02')).to.equal('expired');
    expect(at('expired', '2026-06-01', '2026-06-03')).to.equal(undefined);
    expect(at('valid', '2026-06-01', '2026-07-01')).to.equal('expired');
  });
});
