import { type Call, type PageOf, type RecordRead, requireMatch } from '@qsc/service-kit';
import { requireGrantable } from '../granted-scopes.ts';
import type { Announce } from '../notice/announce.ts';
import { makeRevocation } from '../notice/notice.ts';
import type { Passwords } from '../password/password-hash.ts';
import type { ApplicationListQuery, CreateApplication } from './application.schemas.ts';
import type { ApplicationStore } from './application.store.ts';
import { type Application, createApplication, newClientSecret, revokeApplication } from './application.ts';

/** An application without what checks its secret. */
export type ShownApplication = Omit<Application, 'secret_hash'> & { client_id: string; status: 'active' | 'revoked' };

export type ApplicationService = {
  /** Throws `forbidden` for a scope that the caller does not have. The secret is in this answer only. */
  create(input: CreateApplication, call: Call): Promise<ShownApplication & { client_secret?: string }>;
  read(id: string, call: Call): Promise<ShownApplication>;
  list(query: ApplicationListQuery, call: Call): Promise<PageOf<ShownApplication>>;
  /** Refuses the application and its tokens from the next request on. One that is revoked already stays so. */
  revoke(id: string, call: Call): Promise<void>;
};

type Parts = { store: ApplicationStore; passwords: Passwords; announce: Announce; recordRead: RecordRead };

const show = ({ secret_hash: _hash, ...application }: Application): ShownApplication => ({
  ...application,
  client_id: application.id,
  status: application.revoked_at ? 'revoked' : 'active',
});

export const makeApplicationService = ({ store, passwords, announce, recordRead }: Parts): ApplicationService => ({
  async create(input, call) {
    requireGrantable(call.actor, input.scopes);
    const secret = input.public ? null : newClientSecret();
    const { application, event } = createApplication(input, secret && (await passwords.hash(secret)), call);
    return announce(call, {}, async () => ({
      changes: [store.insert(application)],
      events: [event],
      notices: [],
      answer: { ...show(application), ...(secret ? { client_secret: secret } : {}) },
    }));
  },

  async read(id, call) {
    const application = await store.get(call.actor.org_id, id);
    await recordRead({ type: 'oauth_application', ...application }, call);
    return show(application);
  },

  async list(query, call) {
    const { data, meta } = await store.list(call.actor.org_id, query);
    return { data: data.map(show), meta };
  },

  revoke: (id, call) =>
    announce(call, { records: [id] }, async () => {
      const before = await store.get(call.actor.org_id, id);
      requireMatch(call, before.version);
      const revoked = revokeApplication(before, call);
      if (!revoked) return { changes: [], events: [], notices: [], answer: undefined };
      const notices = [makeRevocation('application', id, call.now)];
      return { changes: [store.update(revoked.application)], events: [revoked.event], notices, answer: undefined };
    }),
});
