import type { Direction } from '../connection/connection.ts';
import { sendsStates } from '../mirror/mirrored-field.ts';
import type { Mapping } from './mapping.ts';

/** Whether something of our records goes to the external system by a mapping: their fields, or their states. */
export const sendsRecords = (
  direction: Direction,
  mapping: Pick<Mapping, 'bidirectional' | 'workflow_sync'>,
): boolean =>
  direction !== 'inbound' && ((mapping.bidirectional?.enabled ?? direction === 'outbound') || sendsStates(mapping));
