import { randomBytes } from 'node:crypto';
import { type NewOrganization, newPassword, provisionAll, unlimitedOrganization } from '../../runtime/provision.ts';

/** An organisation of the drill, and a key that acts for its quality manager: an administrator may not qualify or validate. */
export type Organization = { id: string; apiKey: string };

/** Creates organisations of these names. */
export const provisionOrganizations = async (
  environment: Record<string, string>,
  names: readonly string[],
  stopped: AbortSignal,
): Promise<Organization[]> => {
  const wanted = names.map((name) => withQualityManager(unlimitedOrganization(name)));
  const request = {
    organizations: wanted.map(({ organization }) => organization),
    keys: wanted.map(({ email }) => ({ email, name: 'Drill key' })),
  };
  const { organizations, keys } = await provisionAll(environment, request, stopped);
  return organizations.map(({ org_id }, index) => ({ id: org_id, apiKey: keys[index]?.api_key ?? '' }));
};

const withQualityManager = (organization: NewOrganization): { organization: NewOrganization; email: string } => {
  const email = `quality@${randomBytes(5).toString('hex')}.example`;
  const user = { email, name: 'Quality manager', role: 'quality_manager' as const, password: newPassword() };
  return { organization: { ...organization, users: [...organization.users, user] }, email };
};
