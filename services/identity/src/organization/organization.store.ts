import { TIERS } from '@qsc/contracts';
import { type Change, type Collection, defineCollection, insert, notFound, replace } from '@qsc/service-kit';
import { z } from 'zod';
import type { Organization } from './organization.ts';

export const organizationDefinition = defineCollection({
  name: 'organization',
  shape: z.object({
    _id: z.string(),
    name: z.string(),
    tier: z.enum(TIERS),
    time_zone: z.string(),
    sandbox: z.boolean(),
    sandbox_id: z.string().nullable(),
    home_id: z.string().nullable(),
    settings: z.object({
      strict_mode: z.boolean(),
      recorded_reads: z.array(z.string()),
      session_idle_minutes: z.number().int(),
      audit_review_interval_days: z.number().int(),
      requests_per_minute: z.number().int().nullable(),
      burst: z.number().int().nullable(),
    }),
    created_at: z.date(),
    updated_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [],
  shared: true,
});

type StoredOrganization = z.infer<typeof organizationDefinition.shape>;

export type OrganizationStore = {
  /** Throws `not_found`. */
  get(id: string): Promise<Organization>;
  insert(organization: Organization): Change;
  /** The write of an organisation that was read at the version before this one. */
  update(organization: Organization): Change;
};

const toStored = ({ id, ...organization }: Organization): StoredOrganization => ({ _id: id, ...organization });

export const makeOrganizationStore = (organizations: Collection<StoredOrganization>): OrganizationStore => ({
  async get(id) {
    const stored = await organizations.findOne({ _id: id });
    if (!stored) throw notFound('organisation', id);
    const { _id, ...organization } = stored;
    return { id: _id, ...organization };
  },
  insert: (organization) => insert(organizations, toStored(organization)),
  update: (organization) => replace(organizations, toStored(organization), organization.version - 1),
});
