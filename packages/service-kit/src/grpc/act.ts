import type { ListActsRequest__Output } from '@qsc/contracts/grpc/activity/v1/ListActsRequest';
import type { Log } from '../log.ts';
import type { Collection } from '../mongo/collection.ts';
import { OUTBOX_KEPT_SECONDS, type OutboxRow } from '../mongo/system-collections.ts';
import { loadService } from './definition.ts';
import type { GrpcService } from './server.ts';
import { streamed } from './stream.ts';

/** An act that a service has committed, by the event of it; `confirmed_at` is null while the broker has not taken that. */
export type CommittedAct = { event_id: string; at: Date; confirmed_at: Date | null };

/** A part of a list of acts. `complete_since`: from when on it lists all; the same in every part. */
export type CommittedActs = { complete_since: Date; acts: CommittedAct[] };

/** The acts of an organisation in a period, both ends included, the oldest first, in parts, of which there is one at least. */
export type ListActs = (orgId: string, period: { from: Date; to: Date }) => AsyncIterable<CommittedActs>;

const getOutbox = ({ definition, model }: Collection<OutboxRow>) =>
  model.db.getClient().db(model.db.name).collection<OutboxRow>(definition.name);

const PART = 500;

const OLDEST_FIRST = { acted_at: 1, _id: 1 } as const;

/** The definition of what every service answers of its acts. */
export const actDefinition = () => loadService('activity/v1/activity.proto', 'qsc.activity.v1.ActService');

/** Lists the acts whose events are in an outbox: those of the last day, and those that the broker has not taken. */
export const makeListActs = (rows: Collection<OutboxRow>): ListActs => {
  const outbox = getOutbox(rows);
  return async function* (org_id, { from, to }) {
    const complete_since = new Date(Date.now() - OUTBOX_KEPT_SECONDS * 1_000);
    const found = outbox
      .find({ org_id, acted_at: { $gte: from, $lte: to } }, { projection: { acted_at: 1, confirmed_at: 1 } })
      .sort(OLDEST_FIRST)
      .batchSize(PART);
    let part: CommittedAct[] = [];
    for await (const { _id, acted_at, confirmed_at } of found) {
      if (acted_at) part.push({ event_id: _id, at: acted_at, confirmed_at: confirmed_at ?? null });
      if (part.length < PART) continue;
      yield { complete_since, acts: part };
      part = [];
    }
    yield { complete_since, acts: part };
  };
};

const toMessage = ({ event_id, at, confirmed_at }: CommittedAct) => ({
  event_id,
  at: at.toISOString(),
  confirmed_at: confirmed_at?.toISOString() ?? '',
});

async function* toMessages(parts: AsyncIterable<CommittedActs>) {
  for await (const { complete_since, acts } of parts)
    yield { complete_since: complete_since.toISOString(), acts: acts.map(toMessage) };
}

/** Lets the audit service hold its log against the acts that a service has committed (proto/activity/v1). */
export const actGrpc = (listActs: ListActs, log: Log): GrpcService => ({
  definition: actDefinition(),
  implementation: {
    ListActs: streamed(log, ({ org_id, from, to }: ListActsRequest__Output) =>
      toMessages(listActs(org_id, { from: new Date(from), to: new Date(to) })),
    ),
  },
});
