import { type Composed, makeRevocationList, makeSealer, type ProgramKit } from '@qsc/service-kit';
import type { IdentityConfig } from '../config.ts';
import { SEALING_PURPOSE } from '../signing-key/key-pair.ts';
import { makeSigningKeys } from '../signing-key/signing-key.service.ts';
import type { Stores } from '../stores.ts';
import { toSeconds } from '../token/lifetime.ts';
import { makeAnnounce } from './announce.ts';
import { makeBulletin } from './bulletin.ts';
import { isRevocation, type Notice, toRevocation } from './notice.ts';
import { makeWatchers } from './watchers.ts';

/** How often the keys are looked after unless a test says otherwise. */
const MAINTAIN_MS = 60_000;

/** Keys, revocations and what hands them on: they know each other. */
export const makeTrust = (
  kit: ProgramKit,
  stores: Stores,
  { config, cutMs }: { config: IdentityConfig; cutMs: number | undefined },
) => {
  const { clock, log, unitOfWork } = kit;
  const revocations = makeRevocationList();
  const readRevocations = async () => (await stores.notices.revocations(toSeconds(new Date()))).map(toRevocation);
  const apply = async (notice: Notice): Promise<void> => {
    if (isRevocation(notice)) revocations.add(toRevocation(notice));
    if (notice.kind === 'keys') await keys.load();
  };
  const reload = async (): Promise<void> => {
    await keys.load();
    for (const revocation of await readRevocations()) revocations.add(revocation);
  };
  const watchers = makeWatchers({
    snapshot: readRevocations,
    isSubscribed: () => bulletin.isSubscribed(),
    log,
    ...(cutMs ? { cutMs } : {}),
  });
  const bulletin = makeBulletin({ store: stores.notices, watchers, apply, reload, log });
  const announce = makeAnnounce({ unitOfWork, notices: stores.notices, bulletin });
  const sealer = makeSealer({
    key: config.IDENTITY_ENCRYPTION_KEY,
    formerKeys: config.IDENTITY_ENCRYPTION_FORMER_KEYS,
    purpose: SEALING_PURPOSE,
  });
  const rotationDays = config.SIGNING_KEY_DAYS;
  const keys = makeSigningKeys({ store: stores.keyRing, unitOfWork, announce, sealer, clock, log, rotationDays });
  return { keys, revocations, watchers, bulletin, announce };
};

export type Trust = ReturnType<typeof makeTrust>;

/** What runs while the service does: notices are handed on, and keys rotated by their schedule. */
export const makeLife = (
  { keys, bulletin, watchers }: Trust,
  maintainMs = MAINTAIN_MS,
): Pick<Composed, 'start' | 'drain' | 'stop'> => {
  let maintaining: NodeJS.Timeout | undefined;
  return {
    async start(signal) {
      await bulletin.start();
      signal.throwIfAborted();
      await keys.maintain();
      signal.throwIfAborted();
      maintaining = setInterval(() => void keys.maintain(), maintainMs);
    },
    drain: watchers.stop,
    async stop() {
      clearInterval(maintaining);
      await bulletin.stop();
    },
  };
};
