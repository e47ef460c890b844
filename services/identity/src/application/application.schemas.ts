import { exampleId, Scope } from '@qsc/contracts';
import { Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { CredentialName, Scopes } from '../api-key/api-key.schemas.ts';

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
    redirect_uris: z.array(RedirectUri).max(20).default([]).meta({
      description:
        'Where the authorization code flow may send users back to; without any there is only client credentials.',
    }),
    public: z
      .boolean()
      .default(false)
      .meta({ description: 'A browser or native application, which can keep no secret.' }),
  })
  .refine((input) => !input.public || input.redirect_uris.length > 0, {
    path: ['redirect_uris'],
    message: 'A public application needs a redirect address',
  })
  .meta({ id: 'NewOAuthApplication' });

export type CreateApplication = z.infer<typeof CreateApplication>;

const Status = z.enum(['active', 'revoked']).meta({ id: 'OAuthApplicationStatus' });

/** An application as the API shows it. */
export const ApplicationView = z
  .object({
    id: z.string(),
    client_id: z.string(),
    name: z.string(),
    scopes: z.array(Scope),
    redirect_uris: z.array(z.string()),
    public: z.boolean(),
    status: Status,
    revoked_at: Instant.nullable(),
    created_at: Instant,
    created_by: z.string(),
    version: z.number().int(),
  })
  .meta({ id: 'OAuthApplication', description: 'An OAuth application without its secret.' });

/** The new application with its secret, which is there in this one answer only; a public one has none. */
export const CreatedApplication = ApplicationView.extend({
  client_secret: z
    .string()
    .optional()
    .meta({ description: 'The secret, shown this once. A public application and a replayed answer have none.' }),
}).meta({ id: 'CreatedOAuthApplication', description: 'A new OAuth application with its secret.' });

export const ApplicationId = z.object({
  application_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the application.', examples: [exampleId('application')] }),
});

export const ApplicationListQuery = z.strictObject({
  status: listParameter(Status)
    .optional()
    .meta({ description: `One or several by comma: ${Status.options.join(', ')}.` }),
  ...listQuery(['created_at', 'name', 'id']),
});

export type ApplicationListQuery = z.infer<typeof ApplicationListQuery>;

export const newApplicationExample = {
  name: 'Supplier portal',
  scopes: ['suppliers:read' as const, 'entities:read' as const],
  redirect_uris: ['https://portal.example.com/callback'],
};

export const applicationExample = {
  id: exampleId('application'),
  client_id: exampleId('application'),
  ...newApplicationExample,
  public: false,
  status: 'active',
  revoked_at: null,
  created_at: '2026-03-02T09:00:00.000Z',
  created_by: exampleId('user'),
  version: 1,
} as const;

export const createdApplicationExample = { ...applicationExample, client_secret: 'wQ2f…' };
