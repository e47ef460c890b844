import { ROLES, roleAllows, SCOPES, TIERS } from '@qsc/contracts';
import { type AnyRoute, type Call, one, route } from '@qsc/service-kit';
import { z } from 'zod';
import type { OrganizationStore } from '../organization/organization.store.ts';

/** Who calls, by which credential, for which organisation, and what that comes to. */
const Me = z.object({
  kind: z.enum(['user', 'application']),
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: z.enum(ROLES).nullable(),
  organization: z.object({ id: z.string(), name: z.string(), tier: z.enum(TIERS), sandbox: z.boolean() }),
  credential: z.object({
    type: z.enum(['session', 'api_key', 'application']),
    api_key_id: z.string().nullable(),
    session_id: z.string().nullable(),
  }),
  scopes: z.array(z.enum(SCOPES)),
  rights: z.array(z.enum(SCOPES)),
});

const credentialOf = ({ actor }: Call) => {
  const { api_key_id, session_id } = actor;
  const type = api_key_id ? 'api_key' : session_id ? 'session' : 'application';
  return { type, api_key_id, session_id } as const;
};

/** The caller itself; any credential will do. `rights` are the scopes that the role allows too (decisions §3). */
export const meRoutes = (organizations: Pick<OrganizationStore, 'get'>): AnyRoute[] => [
  route({
    method: 'get',
    path: '/me',
    summary: 'Who calls: user or application, organisation, scopes and the rights that they come to',
    scope: 'authenticated',
    answer: one(Me),
    async handle({ call }) {
      const { actor } = call;
      const { id, name, tier, sandbox } = await organizations.get(actor.org_id);
      return {
        kind: actor.kind,
        id: actor.id,
        name: actor.name,
        email: actor.email,
        role: actor.role,
        organization: { id, name, tier, sandbox },
        credential: credentialOf(call),
        scopes: [...actor.scopes],
        rights: actor.scopes.filter((scope) => roleAllows(actor.role, scope)),
      };
    },
  }),
];
