import { makePaper } from '../../scripts/demo-records/paper.ts';
import type { Act } from './audit-act.ts';

const UNKNOWN = 'ent_01K8ZJ6C4Q7R2M9T5V3X1W0BA9';

const entity = (name: string, more: object = {}) => ({ type: 'product', name, ...more });

const REPLAYED = { 'idempotency-key': 'audit-acts-1' };

/** What is done with entities, and what is refused. */
export const ENTITY_ACTS: readonly Act[] = [
  {
    what: 'creates an entity',
    ask: () => ({
      method: 'POST',
      path: '/v1/entities',
      body: entity('Tablets', { attributes: { strength: { value: 500 } } }),
      headers: REPLAYED,
    }),
    status: 201,
    keep: ({ id }) => ({ product: id }),
    entries: [
      { action: 'create', entity_type: 'product', of: 'product', changed: ['name', 'attributes.strength.value'] },
    ],
  },
  {
    what: 'creates it again by the same key',
    ask: () => ({
      method: 'POST',
      path: '/v1/entities',
      body: entity('Tablets', { attributes: { strength: { value: 500 } } }),
      headers: REPLAYED,
    }),
    status: 201,
    entries: [],
  },
  {
    what: 'adds a document',
    ask: ({ product }) => {
      const body = new FormData();
      body.append('metadata', JSON.stringify({ name: 'Report', related_to: [{ type: 'product', id: product }] }));
      body.append('file', new Blob(['Swabs were taken.\n']), 'report.txt');
      return { method: 'POST', path: '/v1/documents', body };
    },
    status: 201,
    keep: ({ id }) => ({ document: id }),
    entries: [{ action: 'create', entity_type: 'document', of: 'document', changed: ['name', 'file.checksum'] }],
  },
  {
    what: 'puts another file in place',
    ask: ({ document }) => {
      const body = new FormData();
      body.append('metadata', '{}');
      body.append('file', new Blob(['Swabs were taken twice.\n']), 'report.txt');
      return { method: 'PUT', path: `/v1/documents/${document}/content`, body };
    },
    status: 200,
    entries: [{ action: 'update', entity_type: 'document', of: 'document', changed: ['file.checksum'] }],
  },
  {
    what: 'changes an entity',
    ask: ({ product }) => ({
      method: 'PATCH',
      path: `/v1/entities/${product}`,
      body: { attributes: { strength: { value: 250 } } },
    }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'product', of: 'product', changed: ['attributes.strength.value'] }],
  },
  {
    what: 'changes nothing',
    ask: ({ product }) => ({ method: 'PATCH', path: `/v1/entities/${product}`, body: { name: 'Tablets' } }),
    status: 200,
    entries: [],
  },
  {
    what: 'is refused a body that does not fit',
    ask: ({ product }) => ({ method: 'PATCH', path: `/v1/entities/${product}`, body: { version: 7 } }),
    status: 422,
    entries: [],
  },
  {
    what: 'is refused an old version',
    ask: ({ product }) => ({
      method: 'PATCH',
      path: `/v1/entities/${product}`,
      body: { name: 'Late' },
      headers: { 'if-match': '"1"' },
    }),
    status: 412,
    entries: [],
  },
  {
    what: 'is refused an unknown record',
    ask: () => ({ method: 'PATCH', path: `/v1/entities/${UNKNOWN}`, body: { name: 'Nobody' } }),
    status: 404,
    entries: [],
  },
  {
    what: 'creates several',
    ask: () => ({
      method: 'POST',
      path: '/v1/entities/bulk',
      body: { entities: [entity('One'), entity('Two'), entity('Three')] },
    }),
    status: 201,
    keep: ([one, two]) => ({ one: one.id, two: two.id }),
    entries: [
      { action: 'create', entity_type: 'product', of: 'one' },
      { action: 'create', entity_type: 'product', of: 'two' },
      { action: 'create', entity_type: 'product' },
    ],
  },
  {
    what: 'changes two of three, since one is unknown',
    ask: ({ one, two }) => ({
      method: 'PATCH',
      path: '/v1/entities/bulk',
      body: { updates: [one, UNKNOWN, two].map((id) => ({ id, name: 'Another' })) },
    }),
    status: 207,
    entries: [
      { action: 'update', entity_type: 'product', of: 'one', changed: ['name'] },
      { action: 'update', entity_type: 'product', of: 'two', changed: ['name'] },
    ],
  },
  {
    what: 'relates two',
    ask: ({ product, one }) => ({
      method: 'POST',
      path: `/v1/entities/${product}/relationships`,
      body: { type: 'contains', target_id: one },
    }),
    status: 201,
    keep: ({ id }) => ({ relationship: id }),
    entries: [{ action: 'update', entity_type: 'product', of: 'product' }],
  },
  {
    what: 'ends a relationship',
    ask: ({ product, relationship }) => ({
      method: 'DELETE',
      path: `/v1/entities/${product}/relationships/${relationship}`,
    }),
    status: 204,
    entries: [{ action: 'update', entity_type: 'product', of: 'product' }],
  },
  {
    what: 'deletes an entity, with the reason in the address',
    ask: ({ one }) => ({
      method: 'DELETE',
      path: `/v1/entities/${one}?reason=Closed`,
    }),
    by: 'admin',
    status: 204,
    entries: [{ action: 'delete', entity_type: 'product', of: 'one', reason: 'Closed' }],
  },
  {
    what: 'restores it',
    by: 'admin',
    ask: ({ one }) => ({ method: 'POST', path: `/v1/entities/${one}/restore` }),
    status: 200,
    entries: [{ action: 'restore', entity_type: 'product', of: 'one' }],
  },
  {
    what: 'removes an entity for good',
    by: 'admin',
    ask: ({ two }) => ({ method: 'DELETE', path: `/v1/entities/${two}?hard=true` }),
    status: 204,
    entries: [{ action: 'delete', entity_type: 'product', of: 'two' }],
  },
];

const today = new Date().toISOString().slice(0, 10);

const qualify = (status: string) => ({
  method: 'POST' as const,
  body: { status, effective_date: today, reason: 'Questionnaire received' },
});

/** What is done with suppliers. */
export const SUPPLIER_ACTS: readonly Act[] = [
  {
    what: 'creates a supplier',
    ask: () => ({ method: 'POST', path: '/v1/suppliers', body: { name: 'Acme Pharma', supplier_code: 'ACT-1' } }),
    status: 201,
    keep: ({ id }) => ({ supplier: id }),
    entries: [{ action: 'create', entity_type: 'supplier', of: 'supplier', changed: ['name'] }],
  },
  {
    what: 'changes a supplier',
    ask: ({ supplier }) => ({
      method: 'PATCH',
      path: `/v1/suppliers/${supplier}`,
      body: { attributes: { country: 'DE' } },
    }),
    status: 200,
    entries: [{ action: 'update', entity_type: 'supplier', of: 'supplier', changed: ['attributes.country'] }],
  },
  {
    what: 'is refused to qualify as an administrator',
    by: 'admin',
    ask: ({ supplier }) => ({ path: `/v1/suppliers/${supplier}/qualification`, ...qualify('evaluation') }),
    status: 403,
    entries: [],
  },
  {
    what: 'moves a supplier to evaluation',
    ask: ({ supplier }) => ({ path: `/v1/suppliers/${supplier}/qualification`, ...qualify('evaluation') }),
    status: 200,
    entries: [{ action: 'transition', entity_type: 'supplier', of: 'supplier' }],
  },
  {
    what: 'is refused a move that its status does not allow',
    ask: ({ supplier }) => ({ path: `/v1/suppliers/${supplier}/qualification`, ...qualify('suspended') }),
    status: 409,
    entries: [],
  },
  {
    what: 'assesses the risk of a supplier',
    ask: ({ supplier }) => ({
      method: 'POST',
      path: `/v1/suppliers/${supplier}/risk`,
      body: {
        assessment_date: today,
        factors: [{ category: 'quality_history', score: 40, details: 'Two deviations' }],
      },
    }),
    status: 201,
    entries: [{ action: 'update', entity_type: 'supplier', of: 'supplier', changed: ['attributes.risk_score'] }],
  },
  {
    what: 'exports the approved vendors',
    ask: () => ({ method: 'GET', path: '/v1/suppliers/avl/export?format=csv' }),
    status: 200,
    entries: [{ action: 'export', entity_type: 'vendor_list' }],
  },
  {
    what: 'copies a supplier for an inspector',
    ask: ({ supplier }) => ({ method: 'GET', path: `/v1/suppliers/${supplier}/report` }),
    status: 200,
    entries: [{ action: 'export', entity_type: 'supplier', of: 'supplier', details: { copy: 'pdf' } }],
  },
];

/** An upload of a certificate of which the reader finds all. `metadata` stands beside its type, name and expiry. */
export const certificateForm = async (metadata: object = {}): Promise<FormData> => {
  const paper = await makePaper({
    type: 'gmp',
    name: 'act',
    material: 'Paracetamol',
    batchNumber: 'ACT-1',
    failing: false,
    issueDate: '2026-01-01',
    expiryDate: '2099-01-01',
    company: { name: 'Acme Pharma', lines: ['1 Lane', 'London'], phone: '1', mail: 'q@acme.example' },
  });
  const form = new FormData();
  form.append(
    'metadata',
    JSON.stringify({ type: 'gmp', name: 'GMP certificate', expiry_date: '2099-01-01', ...metadata }),
  );
  form.append('file', new Blob([Buffer.from(paper)]), 'certificate.pdf');
  return form;
};

const rule = { days_before_expiry: 60, notify: ['quality@acme.example'], certificate_types: ['gmp'] };

/** What is done with certificates. */
export const CERTIFICATE_ACTS: readonly Act[] = [
  {
    what: 'uploads a certificate, which is read by the system',
    ask: async () => ({ method: 'POST', path: '/v1/certificates', body: await certificateForm() }),
    status: 201,
    keep: ({ id }) => ({ certificate: id }),
    entries: [{ action: 'create', entity_type: 'certificate', of: 'certificate', changed: ['name'] }],
    causes: 1,
  },
  {
    what: 'validates a certificate',
    ask: ({ certificate }) => ({
      method: 'POST',
      path: `/v1/certificates/${certificate}/validate`,
      body: { status: 'valid', notes: 'Checked' },
    }),
    status: 200,
    entries: [{ action: 'transition', entity_type: 'certificate', of: 'certificate', workflow_state: 'valid' }],
  },
  {
    what: 'is notified of expiry',
    ask: () => ({ method: 'POST', path: '/v1/certificates/expiry-alerts', body: { rules: [rule] } }),
    status: 201,
    keep: ({ rules: [{ id }] }) => ({ rule: id }),
    entries: [{ action: 'create', entity_type: 'expiry_alert_rule', of: 'rule' }],
  },
  {
    what: 'is told no more',
    ask: ({ rule }) => ({ method: 'DELETE', path: `/v1/certificates/expiry-alerts/${rule}` }),
    status: 204,
    entries: [{ action: 'delete', entity_type: 'expiry_alert_rule', of: 'rule' }],
  },
];
