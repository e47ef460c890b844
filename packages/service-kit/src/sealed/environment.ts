import { z } from 'zod';
import { commaSeparated } from '../config.ts';

/** A variable that holds an encryption key: 32 bytes in Base64. What is wrong with it is said without its value. */
export const sealingKeyVariable = z
  .base64('must be 32 bytes in Base64')
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in Base64');

/**
 * A variable `<NAME>_FORMER_KEYS`: encryption keys that open and do not seal, by comma; none when it is not set. A key goes
 * there before it becomes the current one too, so that no replica meets a text it cannot open.
 */
export const formerSealingKeysVariable = commaSeparated.pipe(z.array(sealingKeyVariable));
