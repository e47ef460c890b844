import type { Envelope } from '@qsc/contracts/events';
import { expect } from 'chai';
import { REACTION_EVENTS } from '../src/definition/definition.ts';
import { HEARD_SOURCES } from '../src/reaction/heard-event.ts';
import type { Heard } from '../src/reaction/reaction.ts';

type Told = { action?: string; changes?: Heard['changes'] };

/** What states hear of an event of the type. */
const heard = (type: string, record: object, told: Told | null = null): Heard | null => {
  const audit = told && { action: told.action ?? 'update', changes: told.changes ?? {} };
  const event = { type, data: { audit, record } } as unknown as Envelope;
  const source = HEARD_SOURCES.find(({ definition }) => definition.type === type);
  return source?.heardOf(event, record) ?? null;
};

const UPDATED = 'entity.entity.updated.v1';

const supplier = (attributes: object, more: object = {}) => ({
  ...{ id: 'ent_1', type: 'supplier', name: 'Acme', version: 3, attributes },
  ...more,
});

const certificate = (status: string) => ({ id: 'cert_1', supplier_id: 'ent_1', component_id: null, status });

describe('what states hear of the events of the mesh', () => {
  it('is a qualification where the status of a supplier changed, at whichever door', () => {
    const changes = { 'attributes.qualification_status': { from: 'qualified', to: 'suspended' } };
    const told = heard(UPDATED, supplier({ qualification_status: 'suspended' }), { action: 'transition', changes });
    expect(told).to.deep.include({ name: 'supplier.qualification_changed', subjects: ['ent_1'] });
    expect(told?.event).to.include({ status: 'suspended', previous_status: 'qualified' });
  });

  it('is a qualification too where a supplier was qualified anew', () => {
    const companion = { kind: 'supplier.qualification', record: {} };
    const told = heard(UPDATED, supplier({ qualification_status: 'qualified' }, { companion }), {
      action: 'transition',
    });
    expect(told?.event).to.include({ status: 'qualified', previous_status: 'qualified' });
  });

  it('takes a supplier without a status for a new one', () => {
    const changes = { 'attributes.qualification_status': { from: null, to: 'evaluation' } };
    const told = heard(UPDATED, supplier({ qualification_status: 'evaluation' }), { action: 'transition', changes });
    expect(told?.event.previous_status).to.equal('new');
  });

  it('is nothing for another change of a supplier, a move of its workflow, or another entity', () => {
    const changes = { 'attributes.qualification_status': { from: 'new', to: 'evaluation' } };
    const assessment = { companion: { kind: 'supplier.risk-assessment', record: {} } };
    expect(heard(UPDATED, supplier({ country: 'DE' }), {})).to.equal(null);
    expect(heard(UPDATED, supplier({}, assessment), { action: 'update' })).to.equal(null);
    expect(heard(UPDATED, supplier({}), { action: 'transition' })).to.equal(null);
    expect(heard(UPDATED, supplier({}, { type: 'product' }), { action: 'transition', changes })).to.equal(null);
  });

  it('tells a certificate that was found valid from one that was rejected', () => {
    const type = 'certificate.certificate.validated.v1';
    expect(heard(type, certificate('valid'))?.name).to.equal('certificate.validated');
    expect(heard(type, certificate('expiring_soon'))?.name).to.equal('certificate.validated');
    expect(heard(type, certificate('rejected'))).to.deep.include({
      name: 'certificate.rejected',
      subjects: ['cert_1', 'ent_1'],
    });
  });

  it('reaches the event that a CAPA was opened for, and needs no audit entry', () => {
    const record = { id: 'qe_2', type: 'capa', source_event_id: 'qe_1' };
    expect(heard('quality.quality-event.overdue.v1', record)).to.deep.equal({
      name: 'quality_event.overdue',
      subjects: ['qe_2', 'qe_1'],
      event: record,
      changes: {},
    });
  });

  it('is every event that a definition may name', () => {
    const names = HEARD_SOURCES.flatMap(({ definition: { type } }) =>
      ['valid', 'rejected'].map((status) => heard(type, { ...certificate(status), source_event_id: null })?.name),
    );
    const known = new Set([...names, 'supplier.qualification_changed']);
    expect(REACTION_EVENTS.filter((name) => !known.has(name))).to.deep.equal([]);
  });
});
