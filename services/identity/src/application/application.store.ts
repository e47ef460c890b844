import { SCOPES } from '@qsc/contracts';
import {
  type Change,
  type Collection,
  defineCollection,
  insert,
  listPage,
  notFound,
  type PageOf,
  replace,
  trusted,
} from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import { z } from 'zod';
import type { ApplicationListQuery } from './application.schemas.ts';
import type { Application } from './application.ts';

export const applicationDefinition = defineCollection({
  name: 'oauth_application',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    redirect_uris: z.array(z.string()),
    public: z.boolean(),
    secret_hash: z.string().nullable(),
    revoked_at: z.date().nullable(),
    created_at: z.date(),
    created_by: z.string(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { org_id: 1, created_at: -1, _id: -1 } }],
});

type StoredApplication = z.infer<typeof applicationDefinition.shape>;

export type ApplicationStore = {
  /** The application of the organisation. Throws `not_found`. */
  get(orgId: string, id: string): Promise<Application>;
  /** The application of any organisation that may get tokens, by its `client_id`. */
  findActive(clientId: string): Promise<Application | null>;
  list(orgId: string, query: ApplicationListQuery): Promise<PageOf<Application>>;
  insert(application: Application): Change;
  /** The write of an application that was read at the version before this one. */
  update(application: Application): Change;
};

const toApplication = ({ _id, ...stored }: StoredApplication): Application => ({ id: _id, ...stored });

const toStored = ({ id, ...application }: Application): StoredApplication => ({ _id: id, ...application });

const statusFilter = (status: 'active' | 'revoked'): QueryFilter<StoredApplication> => ({
  revoked_at: status === 'active' ? null : trusted({ $ne: null }),
});

/** The store of OAuth applications in MongoDB. */
export const makeApplicationStore = (applications: Collection<StoredApplication>): ApplicationStore => ({
  async get(orgId, id) {
    const stored = await applications.findOne({ org_id: orgId, _id: id });
    if (!stored) throw notFound('OAuth application', id);
    return toApplication(stored);
  },
  async findActive(clientId) {
    const stored = (await applications.model
      .findOne({ _id: clientId, revoked_at: null })
      .lean()
      .exec()) as StoredApplication | null;
    return stored ? toApplication(stored) : null;
  },
  async list(orgId, query) {
    const filter: QueryFilter<StoredApplication> = {
      org_id: orgId,
      ...(query.status ? { $or: query.status.map(statusFilter) } : {}),
    };
    return listPage(applications, { filter, query, show: toApplication });
  },
  insert: (application) => insert(applications, toStored(application)),
  update: (application) => replace(applications, toStored(application), application.version - 1),
});
