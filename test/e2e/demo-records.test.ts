import { QUALITY_EVENT_STATUSES, QUALITY_EVENT_TYPES } from '@qsc/contracts';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { fillDemo } from '../../scripts/demo-records/fill-demo.ts';
import { newPassword } from '../../scripts/runtime/provision.ts';
import { readDemo } from './demo.ts';
import { newOrganization, type OwnOrganization } from './organization.ts';

/** A deviation that a whole run closes. */
const LEFT_AS_DRAFT = 'Line clearance of the ibuprofen blister line not documented';

const getSet = (values: readonly unknown[]): unknown[] => [...new Set(values)];

describe('the records of the demo', () => {
  const demo = readDemo();
  let own: OwnOrganization;

  const fill = (now: Date) =>
    fillDemo(
      {
        base_url: demo.base_url,
        api_key: own.adminKey,
        quality_api_key: own.qualityKey,
        quality_password: own.qualityPassword,
      },
      now,
    );

  /** The quality events, once the deviation whose CAPA was closed has gone on by itself. */
  const settledEvents = () =>
    eventually('the deviation is in verification', async () => {
      const events = await Array.fromAsync(own.adminClient.qualityEvents.list());
      return events.some(({ type, status }) => type === 'deviation' && status === 'verification') && events;
    });

  before(async () => {
    own = await newOrganization(demo, 'Demo records');
    // A change request is approved by quality assurance too.
    const assurance = { email: `assurance.${own.orgId}@demo-records.example`.toLowerCase(), name: 'Quality assurance' };
    await own.adminClient.users.create({ ...assurance, role: 'quality_assurance', password: newPassword() });
    // As an interrupted run may have left it.
    await own.adminClient.suppliers.create({ name: 'Norvatek Feinchemie GmbH', supplier_code: 'SUP-1001' });
    const interrupted = { type: 'deviation', title: LEFT_AS_DRAFT, description: 'Interrupted' } as const;
    await own.adminClient.qualityEvents.create(interrupted);
    await fill(new Date());
  });

  it('show suppliers in every qualification status and at every level of risk, one with a change ahead', async () => {
    const suppliers = await eventually('every supplier is in the list', async () => {
      const rows = await Array.fromAsync(own.adminClient.suppliers.list());
      return rows.length === 12 && rows;
    });
    const statuses = getSet(suppliers.map(({ attributes }) => attributes.qualification_status));
    expect(statuses).to.have.members([
      ...['new', 'evaluation', 'qualified', 'conditional', 'suspended', 'disqualified'],
    ]);
    const levels = getSet(suppliers.map(({ attributes }) => attributes.risk_level ?? null));
    expect(levels).to.include.members(['low', 'medium', 'high', 'critical']);
    const merivale = suppliers.find(({ name }) => name.startsWith('Merivale'))!;
    const qualifications = await Array.fromAsync(own.adminClient.suppliers.listQualifications(merivale.id));
    expect(qualifications.filter(({ scheduled }) => scheduled)).to.have.length(1);
  });

  it('show components with their deliveries', async () => {
    const { entities, suppliers } = own.adminClient;
    const [supplier] = (await entities.list({ type: 'supplier', 'attributes.supplier_code': 'SUP-1001' }).page(1)).data;
    const components = await Array.fromAsync(suppliers.listComponents(supplier!.id));
    expect(components).to.have.length(1);
    expect(components[0]).to.include({ name: 'Paracetamol', component_code: 'CMP-PARA', is_primary_supplier: true });
    expect(components[0]?.last_delivery).to.match(/^\d{4}-\d\d-\d\d$/);
  });

  it('show certificates in every state, of analysis with what their documents say', async () => {
    const certificates = await Array.fromAsync(own.adminClient.certificates.list());
    expect(getSet(certificates.map(({ status }) => status))).to.have.members([
      ...['pending', 'valid', 'expiring_soon', 'expired', 'rejected', 'superseded'],
    ]);
    const analysis = certificates.find(({ name }) => name.includes('Paracetamol'))!;
    const { status, extracted_data } = await own.adminClient.certificates.get(analysis.id);
    expect(status).to.equal('valid');
    expect(extracted_data).to.include({ batch_number: 'PA240117', manufacturer: 'Norvatek Feinchemie GmbH' });
    expect(extracted_data?.test_results).to.not.have.length(0);
    expect(extracted_data?.warnings).to.deep.equal([]);
  });

  it('show quality events of every type and in every state, some of them overdue', async () => {
    const events = await settledEvents();
    expect(events).to.have.length(15);
    expect(events.find(({ title }) => title === LEFT_AS_DRAFT)).to.include({ status: 'closed' });
    expect(getSet(events.map(({ type }) => type))).to.have.members([...QUALITY_EVENT_TYPES]);
    expect(getSet(events.map(({ status }) => status))).to.have.members([...QUALITY_EVENT_STATUSES]);
    const overdue = await Array.fromAsync(own.adminClient.qualityEvents.list({ overdue: true }));
    expect(overdue.map(({ status }) => status)).to.have.members(['investigation', 'implementation']);
  });

  it('show a CAPA with actions in several states', async () => {
    const filter = { type: 'capa', status: ['implementation', 'closed'] } as const;
    const capas = await Array.fromAsync(own.adminClient.qualityEvents.list(filter));
    const actions = capas.flatMap(({ corrective_actions = [], preventive_actions = [] }) => [
      ...corrective_actions,
      ...preventive_actions,
    ]);
    const statuses = ['open', 'in_progress', 'completed', 'verified', 'cancelled'];
    expect(getSet(actions.map(({ status }) => status))).to.have.members(statuses);
  });

  it('show what waits for the quality manager, who is not the one who asked', async () => {
    const pending = await Array.fromAsync(own.qualityClient.workflows.listPendingApprovals());
    expect(pending.map(({ entity_type }) => entity_type)).to.have.members(['deviation', 'capa']);
  });

  it('show signatures that stand', async () => {
    const signatures = await Array.fromAsync(own.qualityClient.signatures.list());
    // Two plans that were approved, a CAPA and a deviation that were closed.
    expect(signatures).to.have.length(4);
    const statuses = await Promise.all(
      signatures.map(async ({ signature_id }) => (await own.qualityClient.signatures.verify(signature_id)).status),
    );
    // Carrying out the actions changed what the plans were approved with.
    expect(statuses).to.have.members(['valid', 'valid', 'stale', 'stale']);
  });

  it('are left as they are when they are made again, on another day too', async () => {
    const seen = async () => ({
      entities: await Array.fromAsync(own.adminClient.entities.list()),
      // What follows from the date or is read from a document is written by itself, so only what is told counts here.
      certificates: await Array.fromAsync(own.adminClient.certificates.list(), ({ id, name, status }) => ({
        id,
        name,
        status,
      })),
      rules: await Array.fromAsync(own.adminClient.certificates.listExpiryAlertRules()),
      events: await settledEvents(),
    });
    const before = await seen();
    await fill(new Date());
    await fill(new Date(Date.now() + 2 * 86_400_000));
    expect(await seen()).to.deep.equal(before);
  });
});
