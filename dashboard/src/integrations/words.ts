import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { choices, RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';

export const CONNECTION_TYPES = {
  veeva_vault: msg`Veeva Vault`,
  sap_s4hana: msg`SAP S/4HANA`,
  odata_v4: msg`OData v4 service`,
  tryton: msg`Tryton`,
};

const CONNECTION_STATUSES = {
  pending_authorization: msg`Not authorized`,
  authorized: msg`Authorized, not enabled`,
  active: msg`Active`,
  disabled: msg`Disabled`,
  error: msg`Login refused`,
};

const HEALTH = {
  healthy: msg`Healthy`,
  degraded: msg`Some records wait`,
  unhealthy: msg`Does not work`,
  inactive: msg`Not enabled`,
};

/** The state by whose icon and colour a health is shown. */
const HEALTH_STATES: Readonly<Record<string, string>> = {
  healthy: 'active',
  degraded: 'retrying',
  unhealthy: 'failed',
  inactive: 'draft',
};

const SYNC_STATUSES = {
  running: msg`Running`,
  success: msg`Both sides agree`,
  partial_success: msg`Some records wait`,
  failed: msg`Failed`,
  cancelled: msg`Cancelled`,
};

const SYNC_STATES: Readonly<Record<string, string>> = { success: 'succeeded', partial_success: 'retrying' };

const TRIGGERS = {
  manual: msg`By a user`,
  interval: msg`By interval`,
  realtime: msg`By a message`,
  replay: msg`Replay`,
};

export const DIRECTIONS = {
  inbound: msg`From there to here`,
  outbound: msg`From here to there`,
  bidirectional: msg`Both ways`,
};

export const STRATEGIES = { external_wins: msg`The external system`, service_wins: msg`This system` };

export const AUTHENTICATIONS = {
  session: msg`User name and password, with a session`,
  basic: msg`User name and password`,
  oauth2: msg`OAuth 2.0`,
  api_key: msg`API key`,
  certificate: msg`Client certificate`,
};

const ERROR_CODES = {
  validation_failed: msg`Refused here`,
  VALIDATION_ERROR: msg`Refused there`,
  NO_PERMISSION: msg`No permission there`,
  RECORD_NOT_FOUND: msg`Not found there`,
  RATE_LIMIT: msg`Limited there`,
  INVALID_SESSION: msg`Login refused`,
  service_unavailable: msg`Not taken there`,
};

const ACTIONS = {
  create_local: msg`Create here`,
  update_local: msg`Change here`,
  delete_local: msg`Delete here`,
  create_remote: msg`Create there`,
  update_remote: msg`Change there`,
  review: msg`A user decides`,
};

const CONFLICT_STATUSES = { open: msg`Open`, resolved: msg`Resolved`, withdrawn: msg`Withdrawn` };

/** The kinds of record that an external object can become. */
export const MAPPED_TYPES = {
  supplier: RECORD_TYPES.supplier,
  component: RECORD_TYPES.component,
  product: RECORD_TYPES.product,
  certificate: RECORD_TYPES.certificate,
  equipment: RECORD_TYPES.equipment,
  facility: RECORD_TYPES.facility,
  document: RECORD_TYPES.document,
  quality_event: msg`Quality event`,
} as Record<string, ReturnType<typeof msg>>;

export const typeWord = (type: string): string => wordFor(CONNECTION_TYPES, type);
export const connectionStatusWord = (status: string): string => wordFor(CONNECTION_STATUSES, status);
export const connectionStatusChoices = () => choices(CONNECTION_STATUSES);

/** The state by whose icon and colour the status of a connection is shown. */
export const connectionState = (status: string): string =>
  ({ pending_authorization: 'draft', authorized: 'pending_approval', error: 'failed' })[status] ?? status;

export const healthWord = (status: string): string => wordFor(HEALTH, status);
export const healthState = (status: string): string => HEALTH_STATES[status] ?? status;
const isDone = (status: string): boolean => status === 'success' || status === 'partial_success';

/** What a synchronisation came to; a dry run makes no side agree. */
export const syncStatusWord = (status: string, isDryRun = false): string =>
  isDryRun && isDone(status) ? i18n._(msg`Done`) : wordFor(SYNC_STATUSES, status);
export const syncStatusChoices = () => choices(SYNC_STATUSES);
export const syncState = (status: string, isDryRun = false): string =>
  isDryRun && isDone(status) ? 'succeeded' : (SYNC_STATES[status] ?? status);
export const triggerWord = (trigger: string): string => wordFor(TRIGGERS, trigger);
export const errorWord = (code: string): string => wordFor(ERROR_CODES, code);
export const errorChoices = () => choices(ERROR_CODES);
export const actionWord = (action: string): string => wordFor(ACTIONS, action);
export const mappedTypeWord = (type: string): string => wordFor(MAPPED_TYPES, type);
export const conflictStatusWord = (status: string): string => wordFor(CONFLICT_STATUSES, status);
export const conflictStatusChoices = () => choices(CONFLICT_STATUSES);
export const directionWord = (direction: unknown): string => wordFor(DIRECTIONS, String(direction));
export const strategyWord = (strategy: unknown): string => wordFor(STRATEGIES, String(strategy));
export const authenticationWord = (type: string): string => wordFor(AUTHENTICATIONS, type);

/** A value of a record as a line of text; empty for none. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** What a test of a connection looks at. */
export const CHECKS = {
  reachable: msg`The address answers`,
  authorization: msg`Login`,
  metadata: msg`Description of its objects`,
  session: msg`Session`,
  api_version: msg`Version of the API`,
  address: msg({ message: 'Address', context: 'URL' }),
  permission: msg`Permission`,
  answer_size: msg`Size of the answer`,
};
