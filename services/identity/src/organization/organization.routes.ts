import { type AnyRoute, one, route } from '@qsc/service-kit';
import { OrganizationView, PatchOrganization } from './organization.schemas.ts';
import type { OrganizationService } from './organization.service.ts';

/** The organisation of the caller (decisions §3, "Scopes, roles, identities"). */
export const organizationRoutes = (organizations: OrganizationService): AnyRoute[] => [
  route({
    method: 'get',
    path: '/organization',
    summary: 'Read the organisation: tier, settings and the limits that hold',
    scope: 'admin:read',
    answer: one(OrganizationView),
    handle: ({ call }) => organizations.read(call),
  }),
  route({
    method: 'patch',
    path: '/organization',
    summary: 'Change the name or settings; the figures of the rate limit in a custom tier only',
    scope: 'admin:write',
    body: PatchOrganization,
    answer: one(OrganizationView),
    handle: ({ body, call }) => organizations.patch(body, call),
  }),
];
