import { type AnyRoute, created, none, one, page, route } from '@qsc/service-kit';
import { ChangePassword, CreateUser, PatchUser, UserId, UserListQuery, UserView } from './user.schemas.ts';
import type { UserService } from './user.service.ts';

/** The users of the organisation (decisions §3). */
export const userRoutes = (users: UserService): AnyRoute[] => [
  route({
    method: 'get',
    path: '/users',
    summary: 'List users',
    scope: 'admin:read',
    query: UserListQuery,
    answer: page(UserView),
    handle: ({ query, call }) => users.list(query, call),
  }),
  route({
    method: 'post',
    path: '/users',
    summary: 'Create a user',
    scope: 'admin:write',
    body: CreateUser,
    answer: created(UserView, (user) => `/v1/users/${user.id}`),
    handle: ({ body, call }) => users.create(body, call),
  }),
  route({
    method: 'get',
    path: '/users/:user_id',
    summary: 'Read a user',
    scope: 'admin:read',
    params: UserId,
    answer: one(UserView),
    handle: ({ params, call }) => users.read(params.user_id, call),
  }),
  route({
    method: 'patch',
    path: '/users/:user_id',
    summary: 'Change name, role or activity, or set a new password; tokens of before are refused from then on',
    scope: 'admin:write',
    params: UserId,
    body: PatchUser,
    answer: one(UserView),
    handle: ({ params, body, call }) => users.patch(params.user_id, body, call),
  }),
  route({
    method: 'post',
    path: '/users/:user_id/unlock',
    summary: 'Let a user sign and log in again after too many failures',
    scope: 'admin:write',
    params: UserId,
    answer: one(UserView),
    handle: ({ params, call }) => users.unlock(params.user_id, call),
  }),
  route({
    method: 'post',
    path: '/me/password',
    summary: 'Change the own password; every session ends',
    scope: 'authenticated',
    body: ChangePassword,
    answer: none(),
    handle: ({ body, call }) => users.changePassword(body, call),
  }),
];
