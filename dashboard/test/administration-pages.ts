import { heading, type Shown } from './shown-page.ts';

/** The pages of the administration; `leaver`: a user in whose name something is open. */
export const administrationPages = (leaver: string): Shown[] => [
  {
    name: 'user-list',
    path: '/administration/users',
    ready: (page) => page.getByRole('cell', { name: 'Quality manager', exact: true }).first().waitFor(),
  },
  {
    name: 'user-invite',
    path: '/administration/users',
    role: 'system_admin',
    ready: heading('Users'),
    act: (page) => page.getByRole('button', { name: 'Invite user' }).click(),
  },
  {
    name: 'user',
    path: `/administration/users/${leaver}`,
    role: 'system_admin',
    ready: (page) =>
      page
        .getByRole('link', { name: /^(DEV|CAPA|CMP|AF|CR)-/ })
        .first()
        .waitFor(),
  },
  {
    name: 'user-deactivate',
    path: `/administration/users/${leaver}`,
    role: 'system_admin',
    ready: heading(/./),
    act: async (page) => {
      await page.getByRole('button', { name: 'Deactivate…' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Hand over/ })
        .waitFor();
    },
  },
  {
    name: 'key-list',
    path: '/administration/api-keys',
    ready: (page) =>
      page
        .getByText(/^qsc_live_/)
        .first()
        .waitFor(),
  },
  {
    name: 'key-new',
    path: '/administration/api-keys',
    role: 'system_admin',
    ready: heading('API keys'),
    act: async (page) => {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByText('Single scopes').click();
      await page.getByRole('checkbox', { name: 'Import suppliers' }).check();
    },
  },
  {
    name: 'key',
    path: '/administration/api-keys?status=active',
    role: 'system_admin',
    ready: (page) => page.getByRole('region', { name: 'API keys' }).getByRole('link').first().click(),
    act: (page) => page.getByRole('button', { name: 'Revoke…' }).click(),
  },
  { name: 'application-list', path: '/administration/applications', ready: heading('OAuth applications') },
  {
    name: 'application-new',
    path: '/administration/applications',
    role: 'system_admin',
    ready: heading('OAuth applications'),
    act: (page) => page.getByRole('button', { name: 'New application' }).first().click(),
  },
  {
    name: 'organization',
    path: '/administration/organization',
    role: 'system_admin',
    ready: (page) => page.getByRole('button', { name: 'Edit Records' }).click(),
  },
  {
    name: 'retention',
    path: '/administration/retention',
    role: 'system_admin',
    ready: (page) => page.getByRole('button', { name: 'Edit Rules' }).waitFor(),
  },
  {
    name: 'retention-holds',
    path: '/administration/retention?tab=holds',
    role: 'system_admin',
    ready: (page) => page.getByRole('button', { name: 'Place a hold' }).click(),
  },
];
