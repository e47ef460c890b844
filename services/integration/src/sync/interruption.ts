import { AppError, DuplicateKey, isDatabaseAway, VersionConflict } from '@qsc/service-kit';
import { problemOfLoss } from '../authorization/loss.ts';
import {
  AddressRefused,
  AuthorizationLost,
  RecordsNotTaken,
  RemoteRefusal,
  RemoteTrouble,
} from '../remote/remote-error.ts';
import { CursorHeld } from './inbound.ts';
import { ConnectionChanged, ConnectionInactive } from './ledger.ts';
import type { SyncError } from './sync.ts';

/** The shown error of an interrupted synchronisation, in our own text. */
export const toSyncError = (error: unknown): SyncError => {
  if (error instanceof AuthorizationLost) return problemOfLoss(error);
  if (error instanceof RemoteRefusal) return { code: error.code, message: toSentence(error) };
  if (error instanceof RemoteTrouble) return { code: 'service_unavailable', message: error.message };
  if (error instanceof CursorHeld) return { code: 'validation_failed', message: error.message };
  if (isOurs(error)) return { code: 'internal_error', message: 'The synchronisation failed with an internal error.' };
  return { code: 'service_unavailable', message: 'A service that the synchronisation needs here did not answer.' };
};

/** Whether the external system is not available: it does not answer, limits the rate, or its address is refused. */
export const isAway = (error: unknown): boolean =>
  (error instanceof RemoteTrouble && !(error instanceof RecordsNotTaken)) ||
  (error instanceof RemoteRefusal && error.code === 'RATE_LIMIT') ||
  error instanceof AddressRefused;

const toSentence = ({ field, message }: RemoteRefusal): string => (field === null ? message : `${field}: ${message}`);

const FORESEEN = [
  ...[RemoteRefusal, RemoteTrouble, AuthorizationLost, CursorHeld],
  ...[ConnectionInactive, ConnectionChanged, VersionConflict, DuplicateKey],
];

/** Whether an error is neither the partner's, nor of its address, a part of the mesh or the database that is away. */
export const isOurs = (error: unknown): boolean =>
  !FORESEEN.some((kind) => error instanceof kind) &&
  !(error instanceof AppError && error.code === 'service_unavailable') &&
  !isDatabaseAway(error);
