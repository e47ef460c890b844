import { SCOPES } from '@qsc/contracts';
import { type Change, type Collection, defineCollection, insert, replace, trusted } from '@qsc/service-kit';
import type { QueryFilter } from 'mongoose';
import { z } from 'zod';
import type { User } from '../user/user.ts';
import type { RefreshToken, Session } from './session.ts';

/** Kept for a day after its end, so that reuse of a token can still be detected. */
const KEPT_SECONDS = 86_400;

const MAX_LISTED = 100;

export const sessionDefinition = defineCollection({
  name: 'session',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    user_id: z.string(),
    client_id: z.string().nullable(),
    grant_id: z.string().nullable(),
    scopes: z.array(z.enum(SCOPES)).nullable(),
    rights_version: z.number().int(),
    created_at: z.date(),
    expires_at: z.date(),
    ended_at: z.date().nullable(),
    ended_because: z.enum(['logout', 'token_reuse', 'revoked', 'unlocked']).nullable(),
    cookie_hash: z.string().optional(),
    active_at: z.date().optional(),
    user_agent: z.string().optional(),
    version: z.number().int(),
  }),
  indexes: [
    { keys: { cookie_hash: 1 }, unique: true, partial: { cookie_hash: { $type: 'string' } } },
    { keys: { grant_id: 1 }, unique: true, partial: { grant_id: { $type: 'string' } } },
    { keys: { org_id: 1, user_id: 1 } },
    { keys: { expires_at: 1 }, expireAfterSeconds: KEPT_SECONDS },
  ],
});

export const refreshTokenDefinition = defineCollection({
  name: 'refresh_token',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    session_id: z.string(),
    used_at: z.date().nullable(),
    expires_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [{ keys: { expires_at: 1 }, expireAfterSeconds: KEPT_SECONDS }],
});

type StoredSession = z.infer<typeof sessionDefinition.shape>;
type StoredToken = z.infer<typeof refreshTokenDefinition.shape>;

export type SessionStore = {
  /** Found by what a token carries, whichever organisation it is of. */
  find(id: string): Promise<Session | null>;
  findByGrant(grantId: string): Promise<Session | null>;
  findByCookie(hash: string): Promise<Session | null>;
  /** The sessions of a user that have not ended, newest first. */
  listOpen(user: Pick<User, 'id' | 'org_id'>, now: Date): Promise<Session[]>;
  /** Notes input at an instant; an earlier one than is known changes nothing. */
  touch(id: string, at: Date): Promise<void>;
  findRefreshToken(id: string): Promise<RefreshToken | null>;
  insert(session: Session): Change;
  update(session: Session): Change;
  insertRefreshToken(token: RefreshToken): Change;
  /** The write of a token that was read at the version before this one. */
  updateRefreshToken(token: RefreshToken): Change;
};

const withId = <Doc extends { _id: string }>({ _id, ...stored }: Doc): Omit<Doc, '_id'> & { id: string } => ({
  id: _id,
  ...stored,
});

const toStored = <Item extends { id: string }>({ id, ...item }: Item): Omit<Item, 'id'> & { _id: string } => ({
  _id: id,
  ...item,
});

/** The store of sessions and their refresh tokens in MongoDB. */
export const makeSessionStore = (
  sessions: Collection<StoredSession>,
  tokens: Collection<StoredToken>,
): SessionStore => {
  const findOne = async (filter: QueryFilter<StoredSession>): Promise<Session | null> => {
    const stored = (await sessions.model.findOne(filter).lean().exec()) as StoredSession | null;
    return stored ? withId(stored) : null;
  };
  return {
    find: (_id) => findOne({ _id }),
    findByGrant: (grant_id) => findOne({ grant_id }),
    findByCookie: (cookie_hash) => findOne({ cookie_hash }),
    async listOpen({ id: user_id, org_id }, now) {
      const filter = { org_id, user_id, ended_at: null, expires_at: trusted({ $gt: now }) };
      const stored = await sessions.model.find(filter).sort({ created_at: -1 }).limit(MAX_LISTED).lean().exec();
      return (stored as StoredSession[]).map(withId);
    },
    async touch(_id, at) {
      await sessions.model.updateOne({ _id }, { $max: { active_at: at } });
    },
    async findRefreshToken(_id) {
      const stored = (await tokens.model.findOne({ _id }).lean().exec()) as StoredToken | null;
      return stored ? withId(stored) : null;
    },
    insert: (session) => insert(sessions, toStored(session)),
    update: (session) => replace(sessions, toStored(session), session.version - 1),
    insertRefreshToken: (token) => insert(tokens, toStored(token)),
    updateRefreshToken: (token) => replace(tokens, toStored(token), token.version - 1),
  };
};
