import { LONGEST_LIFE_SECONDS } from '../token/lifetime.ts';

/** `next` is published and does not sign yet; `current` signs; `retiring` stays published until its last token has expired. */
export const KEY_STATES = ['next', 'current', 'retiring'] as const;

export type PublicJwk = { kty: string; n: string; e: string };

/** A signing key; the private part is sealed. */
export type SigningKey = {
  kid: string;
  state: (typeof KEY_STATES)[number];
  public_jwk: PublicJwk;
  sealed_private: string;
  created_at: Date;
  activated_at: Date | null;
  retired_at: Date | null;
};

/** A key that was just made. */
export type FreshKey = Pick<SigningKey, 'kid' | 'public_jwk' | 'sealed_private'>;

/** All keys of the token service. One document, so that a change of state is one write and there is one current key. */
export type KeyRing = { keys: SigningKey[]; version: number; updated_at: Date };

const DAY_MS = 86_400_000;

const asNext = (key: FreshKey, now: Date): SigningKey => ({
  ...key,
  state: 'next',
  created_at: now,
  activated_at: null,
  retired_at: null,
});

const activate = (key: SigningKey, now: Date): SigningKey => ({ ...key, state: 'current', activated_at: now });

/** The ring of a new deployment: a key that signs, and the one that will. */
export const firstRing = (current: FreshKey, next: FreshKey, now: Date): KeyRing => ({
  keys: [activate(asNext(current, now), now), asNext(next, now)],
  version: 1,
  updated_at: now,
});

/** The key that signs. Throws when the ring has none, which no decision here brings about. */
export const currentKey = (ring: KeyRing): SigningKey => {
  const current = ring.keys.find((key) => key.state === 'current');
  if (!current) throw new Error('The key ring has no current signing key.');
  return current;
};

/** Next becomes current, current retires, and a fresh key is published as the next. */
export const rotate = (ring: KeyRing, fresh: FreshKey, now: Date): KeyRing => ({
  keys: [
    ...ring.keys.map((key): SigningKey => {
      if (key.state === 'next') return activate(key, now);
      return key.state === 'current' ? { ...key, state: 'retiring', retired_at: now } : key;
    }),
    asNext(fresh, now),
  ],
  version: ring.version + 1,
  updated_at: now,
});

/** All keys replaced at once, because they may be known to others: tokens of before are no longer valid. */
export const replaceAll = (ring: KeyRing, fresh: { current: FreshKey; next: FreshKey }, now: Date): KeyRing => ({
  ...firstRing(fresh.current, fresh.next, now),
  version: ring.version + 1,
});

const isSpent = ({ retired_at }: SigningKey, now: Date): boolean =>
  retired_at !== null && now.getTime() - retired_at.getTime() > LONGEST_LIFE_SECONDS * 1_000;

/** The ring without retiring keys whose last token has expired, or null when there is none of these. */
export const dropSpent = (ring: KeyRing, now: Date): KeyRing | null => {
  const keys = ring.keys.filter((key) => !isSpent(key, now));
  return keys.length === ring.keys.length ? null : { keys, version: ring.version + 1, updated_at: now };
};

/** Whether the current key has signed for as many days as it may. */
export const isDue = (ring: KeyRing, days: number, now: Date): boolean => {
  const since = currentKey(ring).activated_at ?? ring.updated_at;
  return now.getTime() - since.getTime() >= days * DAY_MS;
};
