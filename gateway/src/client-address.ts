import { isIP } from 'node:net';

const MAPPED = '::ffff:';

/** An address as IPv4 where it is one: `::ffff:192.0.2.1` is `192.0.2.1`. Null when it is no address. */
export const plainAddress = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  const inner = text.slice(MAPPED.length);
  const plain = text.startsWith(MAPPED) && isIP(inner) === 4 ? inner : text;
  return isIP(plain) === 0 ? null : plain;
};

/** What stands for a client whose address is unknown. */
export const UNKNOWN_ADDRESS = '0.0.0.0';
