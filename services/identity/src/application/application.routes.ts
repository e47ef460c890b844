import { type AnyRoute, created, none, one, page, route } from '@qsc/service-kit';
import {
  ApplicationId,
  ApplicationListQuery,
  ApplicationView,
  CreateApplication,
  CreatedApplication,
} from './application.schemas.ts';
import type { ApplicationService } from './application.service.ts';

/** The OAuth applications of the organisation (specification, "OAuth 2.0 client credentials"; decisions §3). */
export const applicationRoutes = (applications: ApplicationService): AnyRoute[] => [
  route({
    method: 'get',
    path: '/oauth-applications',
    summary: 'List OAuth applications, without their secrets',
    scope: 'admin:read',
    query: ApplicationListQuery,
    answer: page(ApplicationView),
    handle: ({ query, call }) => applications.list(query, call),
  }),
  route({
    method: 'post',
    path: '/oauth-applications',
    summary: 'Create an OAuth application; `client_secret` is shown in this answer only',
    scope: 'admin:write',
    body: CreateApplication,
    answer: created(CreatedApplication, (application) => `/v1/oauth-applications/${application.id}`),
    once: ['client_secret'],
    handle: ({ body, call }) => applications.create(body, call),
  }),
  route({
    method: 'get',
    path: '/oauth-applications/:application_id',
    summary: 'Read an OAuth application, without its secret',
    scope: 'admin:read',
    params: ApplicationId,
    answer: one(ApplicationView),
    handle: ({ params, call }) => applications.read(params.application_id, call),
  }),
  route({
    method: 'delete',
    path: '/oauth-applications/:application_id',
    summary: 'Revoke an OAuth application; the next request with a token of it is refused',
    scope: 'admin:write',
    params: ApplicationId,
    answer: none(),
    handle: ({ params, call }) => applications.revoke(params.application_id, call),
  }),
];
