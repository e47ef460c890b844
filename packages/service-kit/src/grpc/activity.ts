import type { ListChangesRequest__Output } from '@qsc/contracts/grpc/activity/v1/ListChangesRequest';
import type { Log } from '../log.ts';
import { loadService } from './definition.ts';
import type { GrpcService } from './server.ts';
import { streamed } from './stream.ts';

/** A change of a record that its owner knows of by its own records. */
export type OwnChange = { record_id: string; version: number; at: Date };

/** The changes of an organisation in a period, both ends included. */
export type ListOwnChanges = (orgId: string, period: { from: Date; to: Date }) => AsyncIterable<OwnChange>;

const PART = 500;

/** The definition of what owners of records answer of their changes. */
export const activityDefinition = () => loadService('activity/v1/activity.proto', 'qsc.activity.v1.ActivityService');

async function* toParts(changes: AsyncIterable<OwnChange>) {
  let part: OwnChange[] = [];
  const message = () => ({ changes: part.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) });
  for await (const change of changes) {
    part.push(change);
    if (part.length < PART) continue;
    yield message();
    part = [];
  }
  if (part.length > 0) yield message();
}

/** Lets the audit service hold its log against the changes that the owner of records knows of (proto/activity/v1). */
export const activityGrpc = (listChanges: ListOwnChanges, log: Log): GrpcService => ({
  definition: activityDefinition(),
  implementation: {
    ListChanges: streamed(log, ({ org_id, from, to }: ListChangesRequest__Output) =>
      toParts(listChanges(org_id, { from: new Date(from), to: new Date(to) })),
    ),
  },
});
