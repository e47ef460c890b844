import { type Collection, type Kit, subscribe } from '@qsc/service-kit';
import type { Definitions } from '../definition/definitions.ts';
import type { StoredInstance } from '../instance/instance.store.ts';
import type { Mover } from '../instance/mover.ts';
import { makeReact } from '../reaction/reactor.ts';
import { makeFindWaiting } from '../reaction/waiting.query.ts';
import { reactionSubscriptions } from '../reaction.subscription.ts';
import type { RecordClient } from '../record/record.client.ts';

type Parts = {
  instances: Collection<StoredInstance>;
  definitions: Definitions;
  records: RecordClient;
  mover: Mover;
  queue: string;
};

/** What states react to: the consumer of the events that they wait for. */
export const makeReactions = (kit: Kit, { instances, queue, ...parts }: Parts) => {
  const { unitOfWork, inbox, localTime, log } = kit;
  const react = makeReact({ ...parts, findWaiting: makeFindWaiting(instances), inbox, localTime, log }, queue);
  return subscribe({ queue, subscriptions: reactionSubscriptions(react), unitOfWork, inbox, log });
};
