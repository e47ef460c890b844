import { withHeaders } from '../../remote/credential-headers.ts';
import type { Connector, RemoteContext, RemoteSystem } from '../connector.ts';
import { makeODataService } from '../odata/odata-service.ts';
import { makeReader } from '../odata/reader.ts';
import { makeView } from './view.ts';
import { MAX_BATCH, makeWriter } from './writer.ts';

/** Any service of OData v4, by the root that `api_base` names. */
export const odataV4: Connector = {
  type: 'odata_v4',
  authenticationTypes: ['oauth2', 'basic', 'api_key', 'certificate'],
  // Every service names its own.
  changeField: null,
  login: null,
  exchange: null,
  apply: withHeaders,
  keepAlive: null,
  open: (context) => open(context),
  inbound: null,
};

const open = ({ endpoints, call }: RemoteContext): RemoteSystem => {
  const service = makeODataService('v4', endpoints.api_base, call);
  const viewOf = makeView(service);
  return {
    ...makeReader(service, viewOf),
    test: async () => {
      const { version } = await service.metadata();
      return { apiVersion: version, checks: [{ name: 'metadata', ok: true, message: null }] };
    },
    now: () => service.now(),
    // OData has no list of what was deleted that every service keeps; the sweep of keys finds it.
    deletions: null,
    upsert: makeWriter(service, viewOf),
    maxBatch: MAX_BATCH,
    content: null,
    act: null,
  };
};
