import type { Role, Scope } from '@qsc/contracts';

/** What a token of the stand-in identity says. */
export type TokenOptions = {
  orgId: string;
  scopes?: readonly Scope[];
  role?: Role | null;
  userId?: string;
  kind?: 'user' | 'application';
  sid?: string;
  keyId?: string;
  expiresIn?: number;
  /** Claims that override the right ones, for tokens that must be refused. */
  claims?: Record<string, unknown>;
};
