import { z } from 'zod';

/** The scopes of the specification ("Scopes"). */
export const SCOPES = [
  'entities:read',
  'entities:write',
  'entities:delete',
  'certificates:read',
  'certificates:write',
  'suppliers:read',
  'suppliers:write',
  'quality-events:read',
  'quality-events:write',
  'workflows:read',
  'workflows:execute',
  'audit-logs:read',
  'admin:read',
  'admin:write',
] as const;

export const Scope = z.enum(SCOPES).meta({ id: 'Scope', description: 'What a credential may be used for.' });

export type Scope = z.infer<typeof Scope>;

const known: ReadonlySet<string> = new Set(SCOPES);

/** Whether the text names a scope of the specification. */
export const isScope = (text: string): text is Scope => known.has(text);

/** The known scopes of a space-separated list, as a token carries them; unknown words are left out. */
export const parseScopes = (list: string): Scope[] => list.split(' ').filter(isScope);
