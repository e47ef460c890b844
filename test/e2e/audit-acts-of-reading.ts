import type { Act } from './audit-act.ts';

const read = (
  what: string,
  entity_type: string,
  at: { of: string; path: (known: Record<string, string>) => string },
): Act => ({
  what: `reads ${what}`,
  ask: (known) => ({ method: 'GET', path: at.path(known) }),
  status: 200,
  entries: [{ action: 'read', entity_type, of: at.of }],
});

/** The kinds of record whose reads are recorded before `READ_ACTS`. */
export const RECORDED = ['product', 'supplier', 'certificate', 'deviation', 'capa', 'workflow', 'user'];

/** Reads in an organisation that records them. */
export const READ_ACTS: readonly Act[] = [
  read('an entity', 'product', { of: 'product', path: ({ product }) => `/v1/entities/${product}` }),
  read('a supplier', 'supplier', { of: 'supplier', path: ({ supplier }) => `/v1/suppliers/${supplier}` }),
  read('the risk of a supplier', 'supplier', {
    of: 'supplier',
    path: ({ supplier }) => `/v1/suppliers/${supplier}/risk`,
  }),
  ...['', '/document', '/history', '/extraction'].map((part) =>
    read(`a certificate${part}`, 'certificate', {
      of: 'certificate',
      path: ({ certificate }) => `/v1/certificates/${certificate}${part}`,
    }),
  ),
  read('a deviation', 'deviation', { of: 'first', path: ({ first }) => `/v1/quality-events/${first}` }),
  read('where a deviation is', 'deviation', { of: 'first', path: ({ first }) => `/v1/workflows/instances/${first}` }),
  read('an approval', 'deviation', {
    of: 'first',
    path: (known) => `/v1/workflows/approvals/${known['first approval']}`,
  }),
  read('an action of a CAPA', 'capa', {
    of: 'capa',
    path: ({ capa, capaAction }) => `/v1/quality-events/${capa}/actions/${capaAction}`,
  }),
  read('a workflow', 'workflow', { of: 'workflow', path: ({ workflow }) => `/v1/workflows/${workflow}` }),
];
