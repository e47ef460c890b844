import type { Envelope } from '@qsc/contracts/events';
import { expect } from 'chai';
import { REACTION_EVENTS } from '../src/definition/definition.ts';
import type { TriggerEvent } from '../src/reaction/reaction.ts';
import { TRIGGER_SOURCES } from '../src/reaction/trigger-event.ts';

type AuditFacts = { action?: string; changes?: TriggerEvent['changes'] };

/** What states hear of an event of the type. */
const trigger = (type: string, record: object, reported: AuditFacts | null = null): TriggerEvent | null => {
  const audit = reported && { action: reported.action ?? 'update', changes: reported.changes ?? {} };
  const event = { type, data: { audit, record } } as unknown as Envelope;
  const source = TRIGGER_SOURCES.find(({ definition }) => definition.type === type);
  return source?.toTrigger(event, record) ?? null;
};

const UPDATED = 'entity.entity.updated.v1';

const supplier = (attributes: object, more: object = {}) => ({
  ...{ id: 'ent_1', type: 'supplier', name: 'Acme', version: 3, attributes },
  ...more,
});

const certificate = (status: string) => ({ id: 'cert_1', supplier_id: 'ent_1', component_id: null, status });

describe('triggers of states from the events of the mesh', () => {
  it('include a change of the status of a supplier, at any entry point', () => {
    const changes = { 'attributes.qualification_status': { from: 'qualified', to: 'suspended' } };
    const reported = trigger(UPDATED, supplier({ qualification_status: 'suspended' }), {
      action: 'transition',
      changes,
    });
    expect(reported).to.deep.include({ name: 'supplier.qualification_changed', subjects: ['ent_1'] });
    expect(reported?.event).to.include({ status: 'suspended', previous_status: 'qualified' });
  });

  it('include a requalification of a supplier', () => {
    const companion = { kind: 'supplier.qualification', record: {} };
    const reported = trigger(UPDATED, supplier({ qualification_status: 'qualified' }, { companion }), {
      action: 'transition',
    });
    expect(reported?.event).to.include({ status: 'qualified', previous_status: 'qualified' });
  });

  it('treat a supplier without a status as new', () => {
    const changes = { 'attributes.qualification_status': { from: null, to: 'evaluation' } };
    const reported = trigger(UPDATED, supplier({ qualification_status: 'evaluation' }), {
      action: 'transition',
      changes,
    });
    expect(reported?.event.previous_status).to.equal('new');
  });

  it('exclude other changes of a supplier, transitions of its workflow, and other entities', () => {
    const changes = { 'attributes.qualification_status': { from: 'new', to: 'evaluation' } };
    const assessment = { companion: { kind: 'supplier.risk-assessment', record: {} } };
    expect(trigger(UPDATED, supplier({ country: 'DE' }), {})).to.equal(null);
    expect(trigger(UPDATED, supplier({}, assessment), { action: 'update' })).to.equal(null);
    expect(trigger(UPDATED, supplier({}), { action: 'transition' })).to.equal(null);
    expect(trigger(UPDATED, supplier({}, { type: 'product' }), { action: 'transition', changes })).to.equal(null);
  });

  it('distinguish a valid certificate from a rejected one', () => {
    const type = 'certificate.certificate.validated.v1';
    expect(trigger(type, certificate('valid'))?.name).to.equal('certificate.validated');
    expect(trigger(type, certificate('expiring_soon'))?.name).to.equal('certificate.validated');
    expect(trigger(type, certificate('rejected'))).to.deep.include({
      name: 'certificate.rejected',
      subjects: ['cert_1', 'ent_1'],
    });
  });

  it('reaches the event that a CAPA was opened for, and needs no audit entry', () => {
    const record = { id: 'qe_2', type: 'capa', source_event_id: 'qe_1' };
    expect(trigger('quality.quality-event.overdue.v1', record)).to.deep.equal({
      name: 'quality_event.overdue',
      subjects: ['qe_2', 'qe_1'],
      event: record,
      changes: {},
    });
  });

  it('is every event that a definition may name', () => {
    const names = TRIGGER_SOURCES.flatMap(({ definition: { type } }) =>
      ['valid', 'rejected'].map((status) => trigger(type, { ...certificate(status), source_event_id: null })?.name),
    );
    const known = new Set([...names, 'supplier.qualification_changed']);
    expect(REACTION_EVENTS.filter((name) => !known.has(name))).to.deep.equal([]);
  });
});
