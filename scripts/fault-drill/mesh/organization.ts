import { randomBytes } from 'node:crypto';
import { type NewOrganization, newPassword, provisionAll, unlimitedOrganization } from '../../runtime/provision.ts';

/**
 * An organisation of the drill. An administrator may not qualify or validate, and nobody approves what they asked for: so there
 * are a quality manager and one of quality assurance, each with a password to sign with, and a specialist.
 */
export type Organization = {
  id: string;
  adminKey: string;
  apiKey: string;
  password: string;
  specialistKey: string;
  assuranceKey: string;
  assurancePassword: string;
};

/** Creates organisations of these names. */
export const provisionOrganizations = async (
  environment: Record<string, string>,
  names: readonly string[],
  stopped: AbortSignal,
): Promise<Organization[]> => {
  const wanted = names.map((name) => withStaff(unlimitedOrganization(name)));
  const request = {
    organizations: wanted.map(({ organization }) => organization),
    keys: wanted.flatMap(({ staff }) => staff.map(({ email }) => ({ email, name: 'Drill key' }))),
  };
  const { organizations, keys } = await provisionAll(environment, request, stopped);
  const keyByEmail = new Map(keys.map(({ email, api_key }) => [email, api_key]));
  return wanted.map(({ staff: [manager, specialist, assurance] }, index) => ({
    id: organizations[index]?.org_id ?? '',
    adminKey: organizations[index]?.api_key ?? '',
    apiKey: keyByEmail.get(manager.email) ?? '',
    password: manager.password,
    specialistKey: keyByEmail.get(specialist.email) ?? '',
    assuranceKey: keyByEmail.get(assurance.email) ?? '',
    assurancePassword: assurance.password,
  }));
};

type User = NewOrganization['users'][number];

const withStaff = (organization: NewOrganization): { organization: NewOrganization; staff: [User, User, User] } => {
  const domain = `${randomBytes(5).toString('hex')}.example`;
  const staff: [User, User, User] = [
    { email: `manager@${domain}`, name: 'Quality manager', role: 'quality_manager', password: newPassword() },
    { email: `specialist@${domain}`, name: 'Specialist', role: 'quality_specialist', password: newPassword() },
    { email: `assurance@${domain}`, name: 'Quality assurance', role: 'quality_assurance', password: newPassword() },
  ];
  return { organization: { ...organization, users: [...organization.users, ...staff] }, staff };
};
