import { z } from 'zod';
import { toOpaqueString } from './password-hash.ts';

/** A new password: at least twelve characters (decisions §3); any character counts, and none is required. */
export const NewPassword = z
  .string()
  .overwrite(toOpaqueString)
  .min(12, 'A password has at least 12 characters')
  .max(256)
  .meta({ writeOnly: true });

/** A password as somebody types it to be checked; what no password can be is simply wrong, and not a fault of form. */
export const TypedPassword = z.string().min(1).max(1_024).meta({ writeOnly: true });
