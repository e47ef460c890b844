import type { Act } from './audit-act.ts';

/** Nobody is called: the address is asked for nothing before the connection is authorized. */
const CONNECTION = {
  name: 'ERP',
  type: 'odata_v4',
  endpoints: { api_base: 'https://erp.example.com/odata' },
  authentication: {
    type: 'oauth2',
    client_id: 'qsc',
    client_secret: 'of nobody',
    token_url: 'https://login.example.com/token',
    authorization_url: 'https://login.example.com/authorize',
  },
  sync_config: { direction: 'inbound', change_detection: { field: 'ChangedAt' } },
};

const MAPPINGS = [
  {
    entity_type: 'component',
    source_object: 'Parts',
    field_mappings: [{ source: 'Name', target: 'name', required: true }],
  },
];

const getPath = (connection = ''): string => `/v1/integrations/connections/${connection}`;

const entry = (action: string) => ({ action, entity_type: 'integration_connection', of: 'connection' });

/** What is done with connections to external systems. */
export const INTEGRATION_ACTS: readonly Act[] = [
  {
    what: 'makes a connection',
    by: 'admin',
    ask: () => ({ method: 'POST', path: '/v1/integrations/connections', body: CONNECTION }),
    status: 201,
    keep: ({ id }) => ({ connection: id }),
    entries: [entry('create')],
  },
  {
    what: 'changes a connection',
    by: 'admin',
    ask: ({ connection }) => ({ method: 'PATCH', path: getPath(connection), body: { name: 'ERP of the plant' } }),
    status: 200,
    entries: [{ ...entry('update'), changed: ['name'] }],
  },
  {
    what: 'changes nothing of a connection',
    by: 'admin',
    ask: ({ connection }) => ({ method: 'PATCH', path: getPath(connection), body: { name: 'ERP of the plant' } }),
    status: 200,
    entries: [],
  },
  {
    what: 'says what a connection synchronises',
    by: 'admin',
    ask: ({ connection }) => ({
      method: 'PUT',
      path: `${getPath(connection)}/mappings`,
      body: { mappings: MAPPINGS },
    }),
    status: 200,
    entries: [entry('update')],
  },
  {
    what: 'begins to authorize a connection',
    by: 'admin',
    ask: ({ connection }) => ({ method: 'POST', path: `${getPath(connection)}/authorize` }),
    status: 200,
    entries: [],
  },
  {
    what: 'enables a connection that is not authorized',
    by: 'admin',
    ask: ({ connection }) => ({ method: 'POST', path: `${getPath(connection)}/enable` }),
    status: 409,
    entries: [],
  },
  {
    what: 'removes a connection',
    by: 'admin',
    ask: ({ connection }) => ({ method: 'DELETE', path: getPath(connection) }),
    status: 204,
    entries: [entry('delete')],
  },
];
