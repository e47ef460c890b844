import { exampleId, Role, visibleText } from '@qsc/contracts';
import { Flag, Instant, listParameter, listQuery } from '@qsc/service-kit';
import { z } from 'zod';
import { NewPassword, TypedPassword } from '../password/password.schemas.ts';

const Name = visibleText(200);

export const CreateUser = z
  .strictObject({
    email: z.email().max(254).meta({ description: 'By which the user logs in; unique over all organisations.' }),
    name: Name,
    role: Role,
    password: NewPassword,
  })
  .meta({ id: 'NewUser' });

export type CreateUser = z.infer<typeof CreateUser>;

export const PatchUser = z
  .strictObject({
    name: Name.optional(),
    role: Role.optional(),
    active: z
      .boolean()
      .optional()
      .meta({ description: '`false` takes away all access and revokes the API keys of the user.' }),
    password: NewPassword.optional(),
  })
  .meta({ id: 'UserPatch', description: 'What is left out stays.' });

export type PatchUser = z.infer<typeof PatchUser>;

/** A user's own change of password. */
export const ChangePassword = z
  .strictObject({ current_password: TypedPassword, new_password: NewPassword })
  .meta({ id: 'PasswordChange' });

export type ChangePassword = z.infer<typeof ChangePassword>;

/** A user as the API shows it. */
export const UserView = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    role: Role,
    active: z.boolean(),
    signing_locked: z.boolean().meta({ description: 'Signing is refused after too many wrong passwords.' }),
    created_at: Instant,
    updated_at: Instant,
    created_by: z.string(),
    version: z.number().int(),
  })
  .meta({ id: 'User', description: 'A person of the organisation.' });

export const UserId = z.object({
  user_id: z
    .string()
    .max(64)
    .meta({ description: 'The id of the user.', examples: [exampleId('user')] }),
});

export const UserListQuery = z.strictObject({
  role: listParameter(Role)
    .optional()
    .meta({ description: `One or several roles by comma: ${Role.options.join(', ')}.` }),
  active: Flag.optional().meta({ description: 'Only users who are, or are not, active.' }),
  email: listParameter(z.string().min(1).max(254))
    .optional()
    .meta({ description: 'One or several e-mail addresses by comma.' }),
  ...listQuery(['created_at', 'updated_at', 'name', 'email', 'role', 'id']),
});

/** A user as colleagues see one. */
export const DirectoryEntry = UserView.pick({ id: true, name: true, role: true, active: true }).meta({
  id: 'DirectoryEntry',
  description: 'Who somebody of the organisation is.',
});

export const DirectoryQuery = UserListQuery.omit({ email: true, sort: true }).extend({
  sort: z.enum(['name', '-name']).default('name').meta({ description: 'By name, upwards or downwards.' }),
});

export type DirectoryQuery = z.infer<typeof DirectoryQuery>;

export type UserListQuery = z.infer<typeof UserListQuery>;

const person = { email: 'm.rossi@example.com', name: 'Marta Rossi', role: 'quality_manager' } as const;

const PASSWORD = 'correct horse battery';

export const newUserExample = { ...person, password: PASSWORD };

export const userExample = {
  id: exampleId('user'),
  ...person,
  active: true,
  signing_locked: false,
  created_at: '2026-01-15T08:00:00.000Z',
  updated_at: '2026-01-15T08:00:00.000Z',
  created_by: exampleId('user', 2),
  version: 1,
};

export const directoryExample = { id: exampleId('user'), name: person.name, role: person.role, active: true };

export const userPatchExample = { name: 'Marta Rossi-Klein' };

export const patchedUserExample = {
  ...userExample,
  ...userPatchExample,
  updated_at: '2026-02-01T08:00:00.000Z',
  version: 2,
};

export const passwordChangeExample = { current_password: PASSWORD, new_password: 'staple clip notebook' };
