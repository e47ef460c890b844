import { type AnyRoute, created, examplePage, none, one, page, route } from '@qsc/service-kit';
import { applicationExample, createdApplicationExample, newApplicationExample } from './application.examples.ts';
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
    id: 'listOAuthApplications',
    tag: 'OAuth applications',
    method: 'get',
    path: '/oauth-applications',
    summary: 'List OAuth applications',
    description: 'The applications of the organisation without their secrets, newest first.',
    scope: 'admin:read',
    query: ApplicationListQuery,
    answer: page(ApplicationView),
    example: { answer: examplePage(applicationExample) },
    handle: ({ query, call }) => applications.list(query, call),
  }),
  route({
    id: 'createOAuthApplication',
    tag: 'OAuth applications',
    method: 'post',
    path: '/oauth-applications',
    summary: 'Create an OAuth application',
    description: 'With scopes that the caller has too. `client_secret` is shown in this answer only.',
    scope: 'admin:write',
    body: CreateApplication,
    answer: created(CreatedApplication, (application) => `/v1/oauth-applications/${application.id}`),
    once: ['client_secret'],
    example: { body: newApplicationExample, answer: createdApplicationExample },
    handle: ({ body, call }) => applications.create(body, call),
  }),
  route({
    id: 'getOAuthApplication',
    tag: 'OAuth applications',
    method: 'get',
    path: '/oauth-applications/:application_id',
    summary: 'Read an OAuth application',
    description: 'One application without its secret. A revoked one stays readable.',
    scope: 'admin:read',
    params: ApplicationId,
    answer: one(ApplicationView),
    example: { answer: applicationExample },
    handle: ({ params, call }) => applications.read(params.application_id, call),
  }),
  route({
    id: 'revokeOAuthApplication',
    tag: 'OAuth applications',
    method: 'delete',
    path: '/oauth-applications/:application_id',
    summary: 'Revoke an OAuth application',
    description: 'The next request with a token of it is refused. One that is revoked already stays so.',
    scope: 'admin:write',
    params: ApplicationId,
    answer: none(),
    example: {},
    handle: ({ params, call }) => applications.revoke(params.application_id, call),
  }),
];
