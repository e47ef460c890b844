import { withHeaders } from '../../remote/remote.ts';
import type { Connector, RemoteContext, RemoteSystem } from '../connector.ts';
import { describe } from '../odata/describe.ts';
import { makeODataService } from '../odata/odata-service.ts';
import { makeReader } from '../odata/reader.ts';
import { makeView } from './view.ts';
import { MAX_BATCH, makeWriter } from './writer.ts';

/** SAP S/4HANA by its APIs in OData v2, such as API_BUSINESS_PARTNER; `api_base` names the root of one of them. */
export const sapS4Hana: Connector = {
  type: 'sap_s4hana',
  authenticationTypes: ['oauth2', 'basic', 'api_key', 'certificate'],
  // `LastChangeDateTime` or `LastChangeDate`, whichever the object has.
  changeField: null,
  login: null,
  exchange: null,
  apply: withHeaders,
  keepAlive: null,
  open: (context) => open(context),
  inbound: null,
};

const open = ({ endpoints, call }: RemoteContext): RemoteSystem => {
  const service = makeODataService('v2', endpoints.api_base, call);
  const getView = makeView(service);
  return {
    ...makeReader(service, getView),
    describe: async (object) => describe(await service.metadata(), object),
    test: async () => {
      const { version } = await service.metadata();
      return { apiVersion: version, checks: [{ name: 'metadata', ok: true, message: null }] };
    },
    // Its dates and times are in a zone of its own, which its HTTP clock says nothing of; the call still shows that it answers.
    now: async (source) => {
      if (!source) await service.now();
      return null;
    },
    // A record is flagged and not deleted.
    deletions: null,
    upsert: makeWriter(service, getView),
    maxBatch: MAX_BATCH,
    content: null,
    act: null,
  };
};
