import { hash } from 'node:crypto';
import { ID_PREFIX } from '@qsc/contracts';
import type { Connection } from '../connection/connection.ts';
import type { InboundNotice } from '../connector/connector.ts';

/** A partner's notice of changed records. The records themselves are fetched before they are used. */
export type Notice = {
  id: string;
  org_id: string;
  connection_id: string;
  message_id: string;
  event: string;
  object: string;
  external_ids: readonly string[];
  received_at: Date;
  /** When a synchronisation took it; null while it waits. */
  taken_at: Date | null;
  version: number;
};

/** The names of events that are handled (specification, "Events"), for any object of the partner. */
const KNOWN = /^(document\.(created|updated)|object\.[a-z0-9_]+\.(created|updated)|lifecycle\.state_change)$/;

const toId = (...parts: readonly string[]): string =>
  `${ID_PREFIX.event}_${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)}`;

/** The id of the event of a message: the same for each of its repetitions. */
export const toEventId = (type: string, sender: string, { messageId }: Pick<InboundNotice, 'messageId'>): string =>
  toId(type, sender, messageId);

/**
 * Whether a connection handles a notice: notices are enabled, the event is one that it subscribed to (all, where it
 * names none), and a mapping takes the object. Others are accepted and dropped: a refusal would
 * make the partner repeat the message and delay the ones after it, and the next synchronisation by interval finds the change.
 */
export const isActedOn = (
  { sync_config: { realtime }, mappings }: Pick<Connection, 'sync_config' | 'mappings'>,
  { event, object, externalIds }: InboundNotice,
): boolean =>
  realtime.enabled &&
  KNOWN.test(event) &&
  (realtime.subscribed_events.length === 0 || realtime.subscribed_events.includes(event)) &&
  externalIds.length > 0 &&
  mappings.some(({ source_object }) => source_object === object);

/** The notice of a message for a connection. Its id follows from both, so that a message that comes twice makes one. */
export const toNotice = (
  { id, org_id }: Pick<Connection, 'id' | 'org_id'>,
  { messageId, event, object, externalIds }: InboundNotice,
  now: Date,
): Notice => ({
  id: toId(id, messageId),
  org_id,
  connection_id: id,
  message_id: messageId,
  event,
  object,
  external_ids: externalIds,
  received_at: now,
  taken_at: null,
  version: 1,
});

/** The address that a partner sends to, and signs: that of the connection, or this deployment's own. */
export const toAddress = ({ sync_config: { realtime } }: Pick<Connection, 'sync_config'>, own: string): string =>
  realtime.endpoint === null ? own : (URL.parse(realtime.endpoint, own)?.href ?? own);
