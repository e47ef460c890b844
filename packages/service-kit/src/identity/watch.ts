import type { ClientDuplexStream } from '@grpc/grpc-js';
import type { AccessTokenClaims } from '@qsc/contracts';
import type { Revocation__Output } from '@qsc/contracts/grpc/identity/v1/Revocation';
import type { WatchAck } from '@qsc/contracts/grpc/identity/v1/WatchAck';
import type { WatchNotice__Output } from '@qsc/contracts/grpc/identity/v1/WatchNotice';
import type { GrpcClient } from '../grpc/client.ts';
import { errorFields, type Log } from '../log.ts';
import { identityDefinition } from './client.ts';
import { makeRevocationList } from './revocation.ts';

/** What caches do when the identity service says so. Each is done before the notice is acknowledged. */
export type WatchHooks = {
  /** Kind `user`: drop what was exchanged for that user's API keys, so that the next request exchanges again. */
  onRevocation?: (revocation: Revocation__Output) => void;
  onOrganizationChanged?: (orgId: string) => void;
  /** Also when the watch begins: the key set may have changed while nobody listened. */
  onKeysChanged?: () => void;
  /** The watch was lost or starts again: whatever was cached may be out of date. */
  onReset?: () => void;
};

export type IdentityWatch = {
  /** Whether the watch is alive; a cache of credentials or settings may be used only then. */
  isFresh(): boolean;
  /** Throws `unauthorized` when the token's session, application, API key or user was revoked. */
  refuseRevoked(claims: AccessTokenClaims): void;
  close(): void;
};

const FRESH_MS = 3_000;
const WARN_EVERY_MS = 10_000;
const PAUSE_MS = 250;

type Stream = ClientDuplexStream<WatchAck, WatchNotice__Output>;

const openStream = (client: GrpcClient): Stream => {
  const method = identityDefinition().Watch;
  if (!method) throw new Error('proto/identity holds no Watch.');
  return client.raw.makeBidiStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize as (bytes: Buffer) => WatchNotice__Output,
    client.metadata(),
  );
};

/**
 * Watches the identity service for what caches must drop. A revocation is answered to its caller only after every watcher
 * has acknowledged it or is known to be gone, so that it acts on the next request; a watcher that hears nothing for three
 * seconds stops trusting its caches.
 */
export const watchIdentity = (client: GrpcClient, hooks: readonly WatchHooks[], log: Log): IdentityWatch => {
  const revocations = makeRevocationList();
  let lastSeenAt = 0;
  let warnedAt = 0;
  let stream: Stream | undefined;
  let closed = false;

  const apply = (notice: WatchNotice__Output): number | undefined => {
    if (notice.snapshot) {
      notice.snapshot.revocations.forEach(revocations.add);
      for (const hook of hooks) {
        hook.onReset?.();
        hook.onKeysChanged?.();
      }
    }
    if (notice.revocation) {
      revocations.add(notice.revocation);
      for (const hook of hooks) hook.onRevocation?.(notice.revocation);
    }
    if (notice.organization_changed)
      for (const hook of hooks) hook.onOrganizationChanged?.(notice.organization_changed.org_id);
    if (notice.keys_changed) for (const hook of hooks) hook.onKeysChanged?.();
    const numbered = notice.heartbeat ?? notice.revocation ?? notice.organization_changed ?? notice.keys_changed;
    return numbered ? Number(numbered.sequence) : undefined;
  };

  const warnNow = (): boolean => {
    if (Date.now() - warnedAt < WARN_EVERY_MS) return false;
    warnedAt = Date.now();
    return true;
  };

  const open = (): void => {
    if (closed) return;
    const opened = openStream(client);
    stream = opened;
    let ended = false;
    const end = (error?: unknown) => {
      if (ended) return;
      ended = true;
      lastSeenAt = 0;
      for (const hook of hooks) hook.onReset?.();
      if (error && !closed && warnNow())
        log.warn('the watch on identity is lost; it is opened again', errorFields(error));
      setTimeout(open, PAUSE_MS).unref();
    };
    opened.on('data', (notice: WatchNotice__Output) => {
      const sequence = apply(notice);
      lastSeenAt = Date.now();
      if (sequence !== undefined) opened.write({ sequence });
    });
    opened.on('error', end);
    opened.on('end', () => end());
  };

  const supervise = setInterval(() => {
    if (lastSeenAt > 0 && Date.now() - lastSeenAt > FRESH_MS) stream?.cancel();
  }, 1_000);
  supervise.unref();
  open();

  return {
    isFresh: () => Date.now() - lastSeenAt < FRESH_MS,
    refuseRevoked: revocations.refuseRevoked,
    close() {
      closed = true;
      clearInterval(supervise);
      stream?.cancel();
    },
  };
};
