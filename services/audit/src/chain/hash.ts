import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** SHA-256, in lower-case hex, of a value's canonical JSON (RFC 8785). */
export const hashOf = (value: Record<string, unknown>): string => hash('sha256', canonicalJson(value), 'hex');
