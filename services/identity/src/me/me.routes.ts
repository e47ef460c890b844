import { exampleId, Role, roleAllows, Scope, Tier } from '@qsc/contracts';
import { type AnyRoute, type Call, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import type { OrganizationStore } from '../organization/organization.store.ts';

export const meExample = {
  kind: 'user',
  id: exampleId('user'),
  name: 'Marta Rossi',
  email: 'm.rossi@example.com',
  role: 'quality_manager',
  organization: { id: exampleId('organization'), name: 'Acme Quality', tier: 'professional', sandbox: false },
  credential: { type: 'api_key', api_key_id: exampleId('apiKey'), session_id: null },
  scopes: ['entities:read', 'entities:write', 'admin:write'] as Scope[],
  rights: ['entities:read', 'entities:write'] as Scope[],
} as const;

/** Who calls, by which credential, for which organisation, and what that comes to. */
const Me = z
  .object({
    kind: z.enum(['user', 'application']),
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: Role.nullable(),
    organization: z.object({ id: z.string(), name: z.string(), tier: Tier, sandbox: z.boolean() }),
    credential: z.object({
      type: z.enum(['session', 'api_key', 'application']),
      api_key_id: z.string().nullable(),
      session_id: z.string().nullable(),
    }),
    scopes: z.array(Scope),
    rights: z.array(Scope).meta({ description: 'The scopes that the role allows too.' }),
  })
  .meta({ id: 'Account', description: 'The caller: user or application, by which credential, of which organisation.' });

const toCredential = ({ actor }: Call) => {
  const { api_key_id, session_id } = actor;
  const type = api_key_id ? 'api_key' : session_id ? 'session' : 'application';
  return { type, api_key_id, session_id } as const;
};

/** The caller itself; any credential will do. `rights` are the scopes that the role allows too (decisions §3). */
export const meRoutes = (organizations: Pick<OrganizationStore, 'get'>): AnyRoute[] => [
  route({
    id: 'getAccount',
    tag: 'Account',
    method: 'get',
    path: '/me',
    summary: 'Read who calls',
    description:
      'The user or application behind the credential, its organisation, its scopes, and the rights that they come to.',
    scope: 'authenticated',
    answer: one(Me),
    example: { answer: meExample },
    async handle({ call }) {
      const { actor } = call;
      const { id, name, tier, sandbox } = await organizations.get(actor.org_id);
      return {
        kind: actor.kind === 'application' ? ('application' as const) : ('user' as const),
        id: actor.id,
        name: actor.name,
        email: actor.email,
        role: actor.role,
        organization: { id, name, tier, sandbox },
        credential: toCredential(call),
        scopes: [...actor.scopes],
        rights: actor.scopes.filter((scope) => roleAllows(actor.role, scope)),
      };
    },
  }),
];
