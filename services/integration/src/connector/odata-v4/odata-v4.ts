import { withHeaders } from '../../remote/remote.ts';
import type { Connector, RemoteContext, RemoteSystem } from '../connector.ts';
import { describe } from '../odata/describe.ts';
import { makeODataService } from '../odata/odata-service.ts';
import { makeReader } from '../odata/reader.ts';
import { makeClockReader, makeView } from './view.ts';
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
  const toClock = makeClockReader(service);
  const getView = makeView(service, toClock);
  return {
    ...makeReader(service, getView),
    describe: async (object) => describe(await service.metadata(), object),
    test: async () => {
      const { version } = await service.metadata();
      return { apiVersion: version, checks: [{ name: 'metadata', ok: true, message: null }] };
    },
    // Times of the day are in a zone of the service's own, which its HTTP clock says nothing of.
    now: async (source) => (source && (await toClock(source)).time ? null : service.now()),
    // Not every OData service lists deletions; the comparison of keys finds them.
    deletions: null,
    upsert: makeWriter(service, getView),
    maxBatch: MAX_BATCH,
    content: null,
    act: null,
  };
};
