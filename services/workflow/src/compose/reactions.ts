import { type Collection, type Kit, subscribe } from '@qsc/service-kit';
import type { Definitions } from '../definition/definitions.ts';
import type { StoredInstance } from '../instance/instance.store.ts';
import type { TransitionExecutor } from '../instance/transition-executor.ts';
import { makeReact } from '../reaction/reactor.ts';
import { makeFindWaiting } from '../reaction/waiting.query.ts';
import { reactionSubscriptions } from '../reaction.subscription.ts';
import type { RecordClient } from '../record/record.client.ts';

type Parts = {
  instances: Collection<StoredInstance>;
  definitions: Definitions;
  records: RecordClient;
  executor: TransitionExecutor;
  queue: string;
};

/** Reactions of states: the consumer of their events. */
export const makeReactions = (kit: Kit, { instances, queue, ...parts }: Parts) => {
  const { unitOfWork, inbox, localTime, log } = kit;
  const react = makeReact({ ...parts, findWaiting: makeFindWaiting(instances), inbox, localTime, log }, queue);
  return subscribe({ queue, subscriptions: reactionSubscriptions(react), unitOfWork, inbox, log });
};
