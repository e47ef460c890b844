import { entityEvents } from '@qsc/contracts/events';
import { type Effect, type HandledKinds, on, type Subscription } from '@qsc/service-kit';
import type { React } from './reaction/reactor.ts';
import { TRIGGER_SOURCES } from './reaction/trigger-event.ts';

/** The queue of events that states react to. */
export const REACTION_QUEUE = 'workflow.reactions';

/** Of entities, states react to the qualification of suppliers alone. */
export const REACTION_KINDS: HandledKinds = { types: [entityEvents.updated.type], list: async () => ['supplier'] };

/** The event is stored in the inbox in any case: an instance that enters a reacting state later does not react to it. */
const REACTED: Effect = { changes: [], events: [] };

/**
 * All events that a state may react to. Each transition is a commit of its own, with an inbox row for the event and the
 * instance.
 */
export const reactionSubscriptions = (react: React): Subscription[] =>
  TRIGGER_SOURCES.map(({ definition, toTrigger }) =>
    on(definition, async (event, record) => {
      const trigger = toTrigger(event, record);
      if (!trigger) return null;
      await react(event, trigger);
      return REACTED;
    }),
  );
