import { createHash } from 'node:crypto';
import type { Actor } from '@qsc/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import type { Call, Idempotency } from '../call.ts';
import type { Clock } from '../clock.ts';
import { AppError, invalidField } from '../error.ts';
import { type MeshSecret, makeKeyedHash } from '../mesh-secret.ts';
import { DuplicateKey } from '../mongo/change.ts';
import type { Collection } from '../mongo/collection.ts';
import { IDEMPOTENCY_SECONDS } from '../mongo/system-collections.ts';
import type { IdempotencyRow, UnitOfWork } from '../mongo/unit-of-work.ts';
import type { AnyRoute } from './route.ts';

export type Replayed = { value: unknown; replayed: boolean };

/** Runs a request at most once for each key; a repeated one gets the stored answer. Throws `idempotency_key_reused` or `idempotency_in_progress`. */
export type OncePerKey = (call: Call, run: () => Promise<unknown>) => Promise<Replayed>;

const KEY = /^[\x21-\x7e]{1,255}$/;

/** The names of the members that a JSON schema marks as write-only, at any depth. */
const writeOnlyNames = (json: unknown): string[] =>
  Object.entries(typeof json === 'object' && json !== null ? json : {}).flatMap(([name, value]) => [
    ...((value as { writeOnly?: unknown } | null)?.writeOnly === true ? [name] : []),
    ...writeOnlyNames(value),
  ]);

const namesOfSecrets = ({ body }: Pick<AnyRoute, 'body'>): ReadonlySet<string> =>
  new Set(body ? writeOnlyNames(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })) : []);

/** What came: the actor, and the bytes of the body (of an upload: its checksum and metadata). */
type Received = { actor: Actor; body: Buffer };

/**
 * Reads the idempotency keys of a route's requests. A key belongs to the caller, the method and the path. The fingerprint leaves out
 * what the schema marks as write-only, and is keyed: neither an answer nor the database reveals whether a password was right.
 * Null where the request has none, or the route takes none. Throws `validation_failed` for a malformed key.
 */
export const makeIdempotencyKeys = (
  secret: MeshSecret,
  route: Pick<AnyRoute, 'body' | 'once' | 'idempotencyKey'>,
): ((request: Request, received: Received) => Idempotency | null) => {
  const keyed = makeKeyedHash(secret);
  const secrets = namesOfSecrets(route);
  const requested = (request: Request, body: Buffer): string =>
    secrets.size === 0
      ? body.toString('latin1')
      : JSON.stringify(request.body, (name, value: unknown) => (secrets.has(name) ? undefined : value));
  return (request, { actor, body }) => {
    const key = request.get('idempotency-key');
    if (key === undefined || request.method !== 'POST' || route.idempotencyKey === false) return null;
    if (!KEY.test(key))
      throw invalidField('Idempotency-Key', 'invalid_format', 'The key is 1 to 255 visible ASCII characters.');
    const whose = [actor.id, request.method, request.originalUrl.split('?', 1)[0], key].join('\0');
    const [fingerprint, ...otherFingerprints] = keyed(
      `idempotency\0${request.originalUrl}\0${requested(request, body)}`,
    );
    return {
      id: `${actor.org_id}/${createHash('sha256').update(whose).digest('base64url')}`,
      fingerprint,
      otherFingerprints,
      once: route.once ?? [],
      stored: false,
    };
  };
};

type Parts = { rows: Collection<IdempotencyRow>; unitOfWork: UnitOfWork; clock: Clock };

const inProgress = (): AppError =>
  new AppError('idempotency_in_progress', 'A request with this idempotency key is still running. Try again.', {
    retryAfter: 1,
  });

const isRefusal = (error: unknown): boolean => error instanceof AppError && error.httpStatus < 500;

/**
 * The answer is stored in the same commit as the effect (the unit of work adds it), so that neither is there without the
 * other: no lock outlives a crash, and of two at once the unique key lets one through (decisions §2).
 */
export const makeOncePerKey = ({ rows, unitOfWork, clock }: Parts): OncePerKey => {
  const running = new Set<string>();

  const stored = async (call: Call): Promise<Replayed | null> => {
    const row = await rows.findOne({ _id: call.idempotency?.id ?? '' });
    if (!row) return null;
    if (clock().getTime() - row.created_at.getTime() > IDEMPOTENCY_SECONDS * 1000) {
      await rows.model.deleteOne({ _id: row._id, created_at: row.created_at });
      return null;
    }
    const { fingerprint, otherFingerprints = [] } = call.idempotency ?? {};
    if (row.fingerprint === fingerprint || otherFingerprints.includes(row.fingerprint))
      return { value: JSON.parse(row.answer), replayed: true };
    throw new AppError('idempotency_key_reused', 'This idempotency key was used for another request. Use a new key.');
  };

  const runNew = async (call: Call, run: () => Promise<unknown>): Promise<Replayed> => {
    try {
      const value = await run();
      if (!call.idempotency?.stored) await unitOfWork.storeAnswer(call, value);
      return { value, replayed: false };
    } catch (error) {
      const isSecond = error instanceof DuplicateKey && error.collection === rows.definition.name;
      // What refuses it may be what the first one did, which another replica has committed since the look-up.
      if (!isSecond && !isRefusal(error)) throw error;
      const winner = await stored(call);
      if (winner) return winner;
      throw isSecond ? inProgress() : error;
    }
  };

  return async (call, run) => {
    const id = call.idempotency?.id;
    if (id === undefined) return { value: await run(), replayed: false };
    if (running.has(id)) throw inProgress();
    running.add(id);
    try {
      return (await stored(call)) ?? (await runNew(call, run));
    } finally {
      running.delete(id);
    }
  };
};
