import { type Change, type Collection, defineCollection, insert, replace } from '@qsc/service-kit';
import { z } from 'zod';
import type { User } from '../user/user.ts';
import { emptyGuard, type SigningGuard } from './signing.ts';

export const signingGuardDefinition = defineCollection({
  name: 'signing_guard',
  shape: z.object({ _id: z.string(), org_id: z.string(), failures: z.array(z.date()), version: z.number().int() }),
  indexes: [],
});

type StoredGuard = z.infer<typeof signingGuardDefinition.shape>;

export type SigningStore = {
  findGuard(user: User): Promise<SigningGuard>;
  /** The write of a guard: the first one, or in the place of the version before it. */
  write(guard: SigningGuard): Change;
};

export const makeSigningStore = (guards: Collection<StoredGuard>): SigningStore => ({
  async findGuard(user) {
    const stored = await guards.findOne({ org_id: user.org_id, _id: user.id });
    if (!stored) return emptyGuard(user);
    const { _id, ...guard } = stored;
    return { user_id: _id, ...guard };
  },
  write({ user_id, ...guard }) {
    const stored = { _id: user_id, ...guard };
    return guard.version === 1 ? insert(guards, stored) : replace(guards, stored, guard.version - 1);
  },
});
