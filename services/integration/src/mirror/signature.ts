import { createHash } from 'node:crypto';
import { isObject } from '@qsc/service-kit/pure';

/** A signature that was made in an external system. It is not verified here. */
export type ExternalSignature = {
  signer: string | null;
  meaning: string | null;
  /** ISO 8601 UTC, or as the external system has it where that is no time that we can read. */
  signed_at: string | null;
};

const NAMES = {
  signer: ['signer', 'signer_name', 'signed_by', 'user_name', 'user', 'name'],
  meaning: ['meaning', 'signature_meaning', 'reason', 'verdict', 'capacity'],
  signed_at: ['signed_at', 'signature_time', 'signed_date', 'timestamp', 'time', 'date'],
} as const;

const TEXT = 512;

/** `Signed_By__c` and `signed_by` are one name. */
const plainName = (name: string): string => name.toLowerCase().replace(/__[a-z]{1,4}$/, '');

const toText = (value: unknown): string | null => {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  return String(value).trim().slice(0, TEXT) || null;
};

const member = (from: ReadonlyMap<string, unknown>, names: readonly string[]): string | null => {
  for (const name of names) {
    const text = toText(from.get(name));
    if (text !== null) return text;
  }
  return null;
};

const toInstant = (text: string | null): string | null => {
  if (text === null) return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
};

const toJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
};

const toSignature = (value: Record<string, unknown>): ExternalSignature => {
  const from = new Map(Object.entries(value).map(([name, inner]) => [plainName(name), inner]));
  return {
    signer: member(from, NAMES.signer),
    meaning: member(from, NAMES.meaning),
    signed_at: toInstant(member(from, NAMES.signed_at)),
  };
};

/**
 * The signatures that a field holds: an object or a list of them (also as JSON text) with a signer, a meaning and a time under
 * the usual names, or a text that is the signer. What names no signer is no signature.
 */
export const toSignatures = (value: unknown): ExternalSignature[] => {
  if (Array.isArray(value)) return value.flatMap(toSignatures);
  if (isObject(value)) return [toSignature(value)].filter(({ signer }) => signer !== null);
  const text = toText(value);
  if (text === null) return [];
  const inner = toJson(String(value));
  return inner === null ? [{ signer: text, meaning: null, signed_at: null }] : toSignatures(inner);
};

/** Tells a signature of a record from its others. */
export const signatureKey = ({ signer, meaning, signed_at }: ExternalSignature): string =>
  createHash('sha256')
    .update(JSON.stringify([signer, meaning, signed_at]))
    .digest('base64url');
