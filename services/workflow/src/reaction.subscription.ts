import { type Effect, on, type Subscription } from '@qsc/service-kit';
import { HEARD_SOURCES } from './reaction/heard-event.ts';
import type { React } from './reaction/reactor.ts';

/** The queue of what states react to. */
export const REACTION_QUEUE = 'workflow.reactions';

/** What may have moved instances is marked as taken all the same: an instance that waits for it only later is not meant. */
const REACTED: Effect = { changes: [], events: [] };

/** Every event that a state may react to. Each move is a commit of its own, with the mark that its instance took the event. */
export const reactionSubscriptions = (react: React): Subscription[] =>
  HEARD_SOURCES.map(({ definition, heardOf }) =>
    on(definition, async (event, record) => {
      const heard = heardOf(event, record);
      if (!heard) return null;
      await react(event, heard);
      return REACTED;
    }),
  );
