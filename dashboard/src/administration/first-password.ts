/** Letters and digits that nobody confuses: 32 of them, so that each byte chooses evenly. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A random password of 100 bits, in groups, to be handed over and used once. */
export const makeFirstPassword = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(GROUPS * GROUP_LENGTH));
  const text = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (text.match(/.{5}/g) ?? []).join('-');
};
