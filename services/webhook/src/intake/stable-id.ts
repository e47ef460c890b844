import { hash } from 'node:crypto';
import { ID_PREFIX, type IdKind } from '@qsc/contracts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const EVENT_TIME = /^evt_([0-9A-HJKMNP-TV-Z]{10})/;
const RANDOM_CHARACTERS = 16;

/**
 * An identifier that derives from the event's and what distinguishes the record: an event that comes twice makes the same
 * records. It has the form of any other: the event's time, and 80 bits of a hash where others have random bits.
 */
export const stableId = (kind: IdKind, eventId: string, ...rest: readonly string[]): string => {
  const time = EVENT_TIME.exec(eventId)?.[1] ?? '0'.repeat(10);
  const digest = hash('sha256', JSON.stringify([kind, eventId, ...rest]), 'buffer');
  const random = Array.from({ length: RANDOM_CHARACTERS }, (_, index) => CROCKFORD[(digest[index] ?? 0) & 31]);
  return `${ID_PREFIX[kind]}_${time}${random.join('')}`;
};
