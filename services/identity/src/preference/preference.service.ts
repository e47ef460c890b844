import {
  AppError,
  type Call,
  type Collection,
  defineCollection,
  put,
  requireUnversioned,
  type UnitOfWork,
} from '@qsc/service-kit';
import { z } from 'zod';

/** What a user has set for the own work: a JSON object that only the user's programs understand. */
export type Preferences = Record<string, unknown>;

/** Preferences by organisation and user, as JSON text: its names may be any, and nothing is searched in it. */
export const preferenceDefinition = defineCollection({
  name: 'preference',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    preferences: z.string(),
    updated_at: z.date(),
    version: z.number().int(),
  }),
  indexes: [],
});

type StoredPreferences = z.infer<typeof preferenceDefinition.shape>;

export type PreferenceService = {
  /** The caller's own; empty until some were set. Throws `forbidden` for an application. */
  read(call: Call): Promise<Preferences>;
  /** Replaces the caller's own. Throws `forbidden` for an application, `precondition_failed` for an `If-Match`. */
  replace(preferences: Preferences, call: Call): Promise<Preferences>;
};

type Parts = { preferences: Collection<StoredPreferences>; unitOfWork: Pick<UnitOfWork, 'commit'> };

/** A key that acts in the sandbox reads those of the sandbox. */
const keyFor = ({ actor }: Call): { _id: string; org_id: string } => {
  if (actor.kind !== 'user')
    throw new AppError('forbidden', 'Preferences belong to a user; an application has none.', {
      details: { reason: 'user_required' },
    });
  return { _id: `${actor.org_id}/${actor.id}`, org_id: actor.org_id };
};

/** The use cases of preferences. They are no GxP records: changes of them are not audited. */
export const makePreferenceService = ({ preferences, unitOfWork }: Parts): PreferenceService => ({
  async read(call) {
    const stored = await preferences.findOne(keyFor(call));
    return stored ? (JSON.parse(stored.preferences) as Preferences) : {};
  },

  async replace(wanted, call) {
    const key = keyFor(call);
    requireUnversioned(call);
    const stored = { ...key, preferences: JSON.stringify(wanted), updated_at: call.now, version: 1 };
    await unitOfWork.commit([put(preferences, stored)], []);
    return wanted;
  },
});
