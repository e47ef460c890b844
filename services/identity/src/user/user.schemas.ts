import { ROLES } from '@qsc/contracts';
import { Instant } from '@qsc/service-kit';
import { z } from 'zod';
import { listQuery } from '../list-order.ts';
import { NewPassword, TypedPassword } from '../password/password.schemas.ts';

const Name = z.string().trim().min(1).max(200);

export const CreateUser = z.strictObject({
  email: z.email().max(254),
  name: Name,
  role: z.enum(ROLES),
  password: NewPassword,
});

export type CreateUser = z.infer<typeof CreateUser>;

export const PatchUser = z.strictObject({
  name: Name.optional(),
  role: z.enum(ROLES).optional(),
  active: z.boolean().optional(),
  password: NewPassword.optional(),
});

export type PatchUser = z.infer<typeof PatchUser>;

/** A user's own change of password. */
export const ChangePassword = z.strictObject({ current_password: TypedPassword, new_password: NewPassword });

export type ChangePassword = z.infer<typeof ChangePassword>;

/** A user as the API shows it. */
export const UserView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  active: z.boolean(),
  signing_locked: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  created_by: z.string(),
  version: z.number().int(),
});

export const UserId = z.object({ user_id: z.string().max(64) });

const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const UserListQuery = z.strictObject({
  role: z.enum(ROLES).optional(),
  active: Flag.optional(),
  email: z.string().max(254).optional(),
  ...listQuery(['created_at', 'updated_at', 'name', 'email', 'role', 'id']),
});

export type UserListQuery = z.infer<typeof UserListQuery>;
