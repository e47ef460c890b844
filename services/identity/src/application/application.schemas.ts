import { SCOPES } from '@qsc/contracts';
import { Instant } from '@qsc/service-kit';
import { z } from 'zod';
import { CredentialName, Scopes } from '../api-key/api-key.schemas.ts';
import { listQuery } from '../list-order.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost']);

const isRedirectUri = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null) return false;
  if (text.includes('#') || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};

const RedirectUri = z
  .string()
  .max(2_000)
  .refine(isRedirectUri, 'A redirect address is https (http on the loopback only), without a fragment');

export const CreateApplication = z
  .strictObject({
    name: CredentialName,
    scopes: Scopes,
    /** Where the authorization code flow may send users back to; without any there is only client credentials. */
    redirect_uris: z.array(RedirectUri).max(20).default([]),
    /** A browser or native application, which can keep no secret. */
    public: z.boolean().default(false),
  })
  .refine((input) => !input.public || input.redirect_uris.length > 0, {
    path: ['redirect_uris'],
    message: 'A public application needs a redirect address',
  });

export type CreateApplication = z.infer<typeof CreateApplication>;

/** An application as the API shows it. */
export const ApplicationView = z.object({
  id: z.string(),
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  redirect_uris: z.array(z.string()),
  public: z.boolean(),
  status: z.enum(['active', 'revoked']),
  revoked_at: Instant.nullable(),
  created_at: Instant,
  created_by: z.string(),
  version: z.number().int(),
});

/** The new application with its secret, which is there in this one answer only; a public one has none. */
export const CreatedApplication = ApplicationView.extend({ client_secret: z.string().optional() });

export const ApplicationId = z.object({ application_id: z.string().max(64) });

export const ApplicationListQuery = z.strictObject({
  status: z.enum(['active', 'revoked']).optional(),
  ...listQuery(['created_at', 'name', 'id']),
});

export type ApplicationListQuery = z.infer<typeof ApplicationListQuery>;
