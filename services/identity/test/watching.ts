import type { AccessTokenClaims } from '@qsc/contracts';
import type { Revocation__Output } from '@qsc/contracts/grpc/identity/v1/Revocation';
import type { WatchAck } from '@qsc/contracts/grpc/identity/v1/WatchAck';
import type { WatchNotice__Output } from '@qsc/contracts/grpc/identity/v1/WatchNotice';
import {
  type GrpcClient,
  type IdentityWatch,
  identityDefinition,
  makeLog,
  type WatchHooks,
  watchIdentity,
} from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';

/** What a gateway's watch has heard. */
export type Heard = {
  watch: IdentityWatch;
  revocations: Revocation__Output[];
  organizations: string[];
  keyChanges: () => number;
  refuses(claims: Partial<AccessTokenClaims>): boolean;
};

/** Watches as every gateway does, and waits until the watch stands. */
export const startWatch = async (client: GrpcClient, more: WatchHooks[] = []): Promise<Heard> => {
  const revocations: Revocation__Output[] = [];
  const organizations: string[] = [];
  let keyChanges = 0;
  const hooks = {
    onRevocation: (revocation: Revocation__Output) => void revocations.push(revocation),
    onOrganizationChanged: (id: string) => void organizations.push(id),
    onKeysChanged: () => {
      keyChanges += 1;
    },
  };
  const watch = watchIdentity(client, [hooks, ...more], makeLog('test', 'error'));
  await eventually('the watch stands', () => watch.isFresh());
  return {
    watch,
    revocations,
    organizations,
    keyChanges: () => keyChanges,
    refuses(claims) {
      try {
        watch.refuseRevoked(claims as AccessTokenClaims);
        return false;
      } catch {
        return true;
      }
    },
  };
};

/** A watcher that hears everything and never says so. */
export const startMuteWatch = async (client: GrpcClient) => {
  const method = identityDefinition().Watch!;
  const stream = client.raw.makeBidiStreamRequest<WatchAck, WatchNotice__Output>(
    method.path,
    method.requestSerialize,
    method.responseDeserialize as (bytes: Buffer) => WatchNotice__Output,
    client.metadata(),
  );
  const notices: WatchNotice__Output[] = [];
  let ended = false;
  stream.on('data', (notice: WatchNotice__Output) => void notices.push(notice));
  for (const ending of ['end', 'error'])
    stream.on(ending, () => {
      ended = true;
    });
  await eventually('the snapshot', () => notices.length > 0);
  return { notices, hasEnded: () => ended, cancel: () => stream.cancel() };
};
