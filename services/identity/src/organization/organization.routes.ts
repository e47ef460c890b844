import { type AnyRoute, one, route } from '@qsc/service-kit';
import {
  OrganizationView,
  organizationExample,
  organizationPatchExample,
  PatchOrganization,
  patchedOrganizationExample,
} from './organization.schemas.ts';
import type { OrganizationService } from './organization.service.ts';

/** The organisation of the caller (decisions §3, "Scopes, roles, identities"). */
export const organizationRoutes = (organizations: OrganizationService): AnyRoute[] => [
  route({
    id: 'getOrganization',
    tag: 'Organization',
    method: 'get',
    path: '/organization',
    summary: 'Read the organisation',
    description: 'Its tier, its settings, and the rate limits that hold.',
    scope: 'admin:read',
    answer: one(OrganizationView),
    example: { answer: organizationExample },
    handle: ({ call }) => organizations.read(call),
  }),
  route({
    id: 'updateOrganization',
    tag: 'Organization',
    method: 'patch',
    path: '/organization',
    summary: 'Update the organisation',
    description: 'Changes the name or settings; the figures of the rate limit in a custom tier only.',
    scope: 'admin:write',
    body: PatchOrganization,
    answer: one(OrganizationView),
    example: { body: organizationPatchExample, answer: patchedOrganizationExample },
    handle: ({ body, call }) => organizations.patch(body, call),
  }),
];
