import { newId } from '@qsc/contracts';
import type { Envelope } from '@qsc/contracts/events';
import { AppError, type Call, changesBetween, invalidTransition } from '@qsc/service-kit/pure';
import type { Mapping } from '../mapping/mapping.ts';
import type { Connection, ConnectionProblem, ConnectionStatus } from './connection.ts';
import { connectionEvent, mappingsEvent, tracked } from './connection-event.ts';
import { hashSettings } from './secret.ts';

/** What its owner says of a connection, with the secrets sealed. */
export type ConnectionContent = Pick<
  Connection,
  'name' | 'authentication' | 'sealed' | 'endpoints' | 'sync_config' | 'conflict_resolution' | 'error_handling'
>;

/** `isSameSystem`: another address is said to lead to the system of before. */
type ChangedContent = ConnectionContent & { isSameSystem: boolean };

export type Changed = { connection: Connection; event: Envelope };

/** A new connection. `id` is given, since its secrets are sealed for it. */
export const createConnection = (
  content: ConnectionContent & Pick<Connection, 'type'>,
  id: string,
  call: Call,
): Changed => {
  const connection: Connection = {
    id,
    org_id: call.actor.org_id,
    ...content,
    status: 'pending_authorization',
    problem: null,
    mappings: [],
    next_sync_at: null,
    created_at: call.now,
    created_by: call.actor.id,
    updated_at: call.now,
    version: 1,
  };
  return { connection, event: connectionEvent('created', { before: null, after: connection }, call) };
};

/**
 * The connection with other settings; null where nothing changes. With another login it has to be authorized again. At another
 * address its mappings restart with new ids, since keys and times of the former system do not apply, unless it is the same.
 */
export const changeConnection = (
  before: Connection,
  { isSameSystem, ...content }: ChangedContent,
  call: Call,
): Changed | null => {
  const isAddressChanged = toAddress(before) !== toAddress(content);
  const isElsewhere = isAddressChanged && !isSameSystem;
  const mappings = isElsewhere ? before.mappings.map(renewed) : before.mappings;
  const after: Connection = { ...before, ...content, mappings };
  const isSame = hashSettings(before) === hashSettings(after);
  if (isSame && Object.keys(changesBetween(tracked(before), tracked(after))).length === 0) return null;
  const changed = isSame ? after : { ...after, ...statusFields('pending_authorization') };
  const secrets = Object.keys(after.sealed).filter((name) => after.sealed[name] !== before.sealed[name]);
  const changeDetails = {
    ...(secrets.length > 0 ? { secrets_changed: secrets } : {}),
    ...(isAddressChanged && isSameSystem ? { same_system: true } : {}),
    ...(isElsewhere && mappings.length > 0 ? { new_mapping_ids: mappings.map(({ id }) => id) } : {}),
  };
  return next('update', { before, after: changed }, call, changeDetails);
};

/** The connection after its authorization. */
export const authorizeConnection = (before: Connection, call: Call): Changed => {
  const isFirst = before.status === 'pending_authorization';
  return next('authorize', { before, after: isFirst ? { ...before, ...statusFields('authorized') } : before }, call);
};

/** Active from now on, with a synchronisation due at once; null where it is. Throws `connection_not_ready`. */
export const enableConnection = (before: Connection, isAuthorized: boolean, call: Call): Changed | null => {
  if (before.status === 'active') return null;
  if (before.status === 'pending_authorization' || !isAuthorized)
    throw notReady(before, 'The connection is not authorized. Authorize it first: POST …/authorize.');
  if (before.mappings.length === 0)
    throw notReady(before, 'The connection has no mapping. Say first what it synchronises: PUT …/mappings.');
  return next('enable', { before, after: { ...before, ...statusFields('active'), next_sync_at: call.now } }, call);
};

/** Synchronised no more; null where it is disabled. Throws `invalid_transition`. */
export const disableConnection = (before: Connection, call: Call): Changed | null => {
  if (before.status === 'disabled') return null;
  if (before.status !== 'active') throw invalidTransition(before.status, 'disabled', AFTER[before.status]);
  return next('disable', { before, after: { ...before, ...statusFields('disabled') } }, call);
};

/** The connection after its authorization was lost; null where nothing changes. */
export const loseAuthorization = (before: Connection, problem: ConnectionProblem, call: Call): Changed | null => {
  if (before.status === 'active')
    return next('lose_authorization', { before, after: { ...before, ...statusFields('error'), problem } }, call);
  if (before.status === 'authorized')
    return next('lose_authorization', { before, after: { ...before, ...statusFields('pending_authorization') } }, call);
  return null;
};

/** The connection with other mappings. Throws `connection_not_ready` where an active one would have none. */
export const replaceMappings = (before: Connection, mappings: readonly Mapping[], call: Call): Changed => {
  if (mappings.length === 0 && before.status === 'active')
    throw notReady(before, 'An active connection keeps at least one mapping. Disable it first.');
  const connection = { ...before, mappings, updated_at: call.now, version: before.version + 1 };
  return { connection, event: mappingsEvent(before, connection, call) };
};

/** The event of a removal. */
export const deleteConnection = (before: Connection, call: Call): Envelope =>
  connectionEvent('deleted', { before, after: null }, call);

/** Refuses what only an active connection does. Throws `connection_not_ready`. */
export const requireActive = (connection: Connection): void => {
  if (connection.status !== 'active') throw notReady(connection, 'The connection is not active. Enable it first.');
};

export const newConnectionId = (): string => newId('connection');

/** The same address may be written in several ways. */
const toAddress = ({ endpoints }: Pick<Connection, 'endpoints'>): string =>
  new URL(endpoints.api_base).href.replace(/\/+$/, '');

/** Links, cursors and what was parked hang on the id of a mapping. */
const renewed = (mapping: Mapping): Mapping => ({ ...mapping, id: newId('mapping') });

/** Where a status leads by somebody's act. */
const AFTER: Readonly<Record<ConnectionStatus, readonly ConnectionStatus[]>> = {
  pending_authorization: ['authorized'],
  authorized: ['active'],
  active: ['disabled'],
  disabled: ['active'],
  error: ['active'],
};

const notReady = ({ status }: Connection, message: string): AppError =>
  new AppError('connection_not_ready', message, { details: { status } });

/** A problem ends with the status that it explains, and nothing is due unless active. */
const statusFields = (status: ConnectionStatus) => ({ status, problem: null, next_sync_at: null });

type Operation = 'update' | 'authorize' | 'enable' | 'disable' | 'lose_authorization';

const next = (
  operation: Operation,
  { before, after }: { before: Connection; after: Connection },
  call: Call,
  changeDetails: Record<string, unknown> = {},
): Changed => {
  const connection = { ...after, updated_at: call.now, version: before.version + 1 };
  const details = operation === 'update' ? changeDetails : { operation, ...changeDetails };
  return { connection, event: connectionEvent('updated', { before, after: connection }, call, details) };
};
