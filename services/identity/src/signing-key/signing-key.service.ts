import type { KeyObject } from 'node:crypto';
import { identityEvents } from '@qsc/contracts/events';
import {
  type Call,
  type Clock,
  DuplicateKey,
  errorFields,
  type Log,
  makeEvent,
  type Sealer,
  type UnitOfWork,
  within,
} from '@qsc/service-kit';
import type { Announce, Announced } from '../notice/announce.ts';
import { keysNotice } from '../notice/notice.ts';
import { operatorCall, PLATFORM_ORG } from '../operator.ts';
import { makeKeyPair, openPrivateKey, reseal, toPublicKey } from './key-pair.ts';
import type { KeyRingStore } from './key-ring.store.ts';
import {
  currentKey,
  dropSpent,
  firstRing,
  isDue,
  type KeyRing,
  replaceAll,
  rotate,
  type SigningKey,
} from './key-ring.ts';

/** The public keys as they are published. */
export type KeySet = { keys: { kty: string; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' }[] };

/** The keys of one version of the ring, opened for use. */
export type OpenKeys = {
  version: number;
  kid: string;
  privateKey: KeyObject;
  publicKeys: ReadonlyMap<string, KeyObject>;
  published: KeySet;
};

export type SigningKeys = {
  /** Reads the ring, and makes the first one when there is none; of two replicas at once one makes it. */
  load(): Promise<void>;
  /** The keys as they are now. Throws before `load`. */
  open(): OpenKeys;
  /**
   * The public keys as the ring has them, which another replica may have changed before this one has heard of it: who heard of it
   * from that one asks here, and keeps what it is given. Those that are known here where the database does not answer in time.
   */
  published(): Promise<KeySet>;
  /** Changes the signing key without a refused token: the next one was published before. Resolves when verifiers know. */
  rotate(): Promise<string>;
  /** Replaces every key because one may be known to others; every token of before is refused. Resolves when verifiers know. */
  replaceAll(): Promise<string>;
  /** Rotates when the schedule says so, and drops retired keys whose last token has expired; seals all by the current key. */
  maintain(): Promise<void>;
};

type Parts = {
  store: KeyRingStore;
  unitOfWork: UnitOfWork;
  announce: Announce;
  sealer: Sealer;
  clock: Clock;
  log: Log;
  rotationDays: number;
};

/** Less than those wait who ask for the key set: it is there also while the database is away. */
const CURRENT_MS = 1_000;

const openRing = (ring: KeyRing, sealer: Sealer): OpenKeys => {
  const current = currentKey(ring);
  return {
    version: ring.version,
    kid: current.kid,
    privateKey: openPrivateKey(current, sealer),
    publicKeys: new Map(ring.keys.map((key) => [key.kid, toPublicKey(key)])),
    published: { keys: ring.keys.map(({ kid, public_jwk }) => ({ ...public_jwk, kid, use: 'sig', alg: 'RS256' })) },
  };
};

const rotated = (ring: KeyRing, before: KeyRing | null, call: Call) => {
  const { kid, state } = currentKey(ring);
  const from = before ? currentKey(before).kid : null;
  return makeEvent(identityEvents.signingKeyRotated, call, {
    audit: {
      action: 'update',
      entity_type: 'signing_key',
      entity_id: kid,
      entity_name: 'Token signing key',
      entity_version: ring.version,
      changes: { kid: { from, to: kid } },
    },
    record: { kid, state },
  });
};

export const makeSigningKeys = ({
  store,
  unitOfWork,
  announce,
  sealer,
  clock,
  log,
  rotationDays,
}: Parts): SigningKeys => {
  let opened: OpenKeys | undefined;

  const required = async (): Promise<KeyRing> => {
    const ring = await store.read();
    if (!ring) throw new Error('There is no key ring yet.');
    return ring;
  };

  const createFirst = async (): Promise<void> => {
    const ring = firstRing(await makeKeyPair(sealer), await makeKeyPair(sealer), clock());
    const event = rotated(ring, null, operatorCall('Token service', PLATFORM_ORG, clock()));
    await unitOfWork.commit([store.write(ring)], [event]).catch((error: unknown) => {
      if (!(error instanceof DuplicateKey)) throw error;
    });
  };

  const load = async (): Promise<void> => {
    if (!(await store.read())) await createFirst();
    const ring = await required();
    // Of two that load at the same time the one that has read first may come last.
    if (ring.version > (opened?.version ?? 0)) opened = openRing(ring, sealer);
  };

  const buildCall = (name: string): Call => operatorCall(name, PLATFORM_ORG, clock());

  /** Changes the ring as it is now. `decide` answers null where nothing is left to do. Resolves to the key that signs. */
  const change = async (call: Call, decide: (ring: KeyRing) => KeyRing | null): Promise<string> => {
    const kid = await announce(call, { records: ['ring'] }, async (): Promise<Announced<string>> => {
      const ring = await required();
      const next = decide(ring);
      if (!next) return { changes: [], events: [], notices: [], answer: currentKey(ring).kid };
      const { kid } = currentKey(next);
      const events = kid === currentKey(ring).kid ? [] : [rotated(next, ring, call)];
      return { changes: [store.write(next)], events, notices: [keysNotice(call.now)], answer: kid };
    });
    await load();
    log.info('the signing keys are up to date', { kid });
    return kid;
  };

  /** Rotates unless another replica has rotated since it was found necessary. */
  const rotateFrom = async ({ kid }: SigningKey, by: string): Promise<string> => {
    const fresh = await makeKeyPair(sealer);
    return change(buildCall(by), (ring) => (currentKey(ring).kid === kid ? rotate(ring, fresh, clock()) : null));
  };

  const open = (): OpenKeys => {
    if (!opened) throw new Error('The signing keys are not loaded.');
    return opened;
  };

  return {
    load,
    open,
    async published() {
      await within(CURRENT_MS, undefined, load);
      return open().published;
    },
    rotate: async () => rotateFrom(currentKey(await required()), 'Operator'),
    async replaceAll() {
      const fresh = { current: await makeKeyPair(sealer), next: await makeKeyPair(sealer) };
      return change(buildCall('Operator'), (ring) => replaceAll(ring, fresh, clock()));
    },
    async maintain() {
      try {
        const ring = await required();
        if (isDue(ring, rotationDays, clock())) await rotateFrom(currentKey(ring), 'Rotation schedule');
        if (dropSpent(await required(), clock()))
          await change(buildCall('Rotation schedule'), (whole) => dropSpent(whole, clock()));
        // Seals what a former encryption key has sealed by the current one, so that the former can go.
        if (reseal(await required(), sealer))
          await change(buildCall('Encryption key'), (whole) => reseal(whole, sealer));
        await load();
      } catch (error) {
        log.error('the signing keys could not be maintained', errorFields(error));
      }
    },
  };
};
