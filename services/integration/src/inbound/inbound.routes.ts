import { type AnyRoute, AppError, one, openRoute } from '@qsc/service-kit';
import { CONNECTION_TYPES } from '../connector/registry.ts';
import { ConnectorPath, Receipt, receiptExample } from './inbound.schemas.ts';
import type { InboundService } from './inbound.service.ts';

export const INBOUND_PATH = '/integrations/webhooks';

/** Partners send ids, no records. */
const BODY_LIMIT = 256 * 1024;

/** Messages of external systems (decisions, "Integrations"). */
export const inboundRoutes = (inbound: InboundService): AnyRoute[] => [
  openRoute({
    id: 'receiveIntegrationMessage',
    tag: 'Integrations',
    method: 'post',
    path: `${INBOUND_PATH}/:connector`,
    summary: 'Tell of changes in an external system',
    description:
      'For external systems, not for users. A message of Vault is verified by its signature (SHA256withRSA) with the certificate of the Vault that the connection is for. Only ids are taken from it: the records are fetched. `message.attributes.event` is `document.created`, `document.updated`, `object.<name>.created`, `object.<name>.updated` or `lifecycle.state_change`, `message.attributes.object` the name of the object, `message.items` the ids. Other events are taken and not acted on (`accepted: false`).',
    params: ConnectorPath,
    consumes: ['application/json'],
    bodyLimit: BODY_LIMIT,
    answer: one(Receipt, { status: 202 }),
    throws: ['unauthorized', 'not_found', 'unsupported_media_type', 'service_unavailable'],
    example: { answer: receiptExample },
    handle({ params, opened: { headers, body } }) {
      const type = CONNECTION_TYPES.find((one) => one === params.connector);
      if (!type) throw new AppError('not_found', 'There is no external system of this kind.');
      return inbound.receive(type, { headers, body });
    },
  }),
];
