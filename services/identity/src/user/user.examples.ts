import { exampleId } from '@qsc/contracts';

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
