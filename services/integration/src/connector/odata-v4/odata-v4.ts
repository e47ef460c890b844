import { withHeaders } from '../../remote/remote.ts';
import type { Connector, RemoteContext, RemoteSystem } from '../connector.ts';
import { makeODataService } from '../odata/odata-service.ts';
import { makeReader } from '../odata/reader.ts';
import { makeClockOf, makeView } from './view.ts';
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
  const clockOf = makeClockOf(service);
  const viewOf = makeView(service, clockOf);
  return {
    ...makeReader(service, viewOf),
    test: async () => {
      const { version } = await service.metadata();
      return { apiVersion: version, checks: [{ name: 'metadata', ok: true, message: null }] };
    },
    // Times of the day are in a zone of the service's own, which its HTTP clock says nothing of.
    now: async (source) => (source && (await clockOf(source)).time ? null : service.now()),
    // OData has no list of what was deleted that every service keeps; the sweep of keys finds it.
    deletions: null,
    upsert: makeWriter(service, viewOf),
    maxBatch: MAX_BATCH,
    content: null,
    act: null,
  };
};
