import type { Envelope } from '@qsc/contracts/events';
import { eventFits, holds, needsRecord, type Scope } from '../definition/condition.ts';
import type { Reaction, ReactionEvent, State } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';

type Values = Readonly<Record<string, unknown>>;

/** A trigger: an event by its API name, with the records whose instances may react to it. */
export type TriggerEvent = Pick<Scope, 'event' | 'changes'> & {
  name: ReactionEvent;
  /** The ids of its records. */
  subjects: string[];
};

/** The values of a waiting record for conditions: its content and its facts. */
export const recordValues = ({ id, type, content, facts }: WorkflowRecord): Values => ({
  ...content,
  ...facts,
  id,
  type,
});

/** The reactions of a state to the event, by the conditions on the event alone. */
export const possibleReactions = ({ on = [] }: Pick<State, 'on'>, trigger: TriggerEvent): Reaction[] =>
  on.filter(({ event, when }) => event === trigger.name && eventFits(when, trigger));

/** Whether any of the reactions needs the waiting record. */
export const needRecord = (reactions: readonly Reaction[]): boolean => reactions.some(({ when }) => needsRecord(when));

/** The first of the reactions whose conditions hold; null for none. */
export const chosenReaction = (
  reactions: readonly Reaction[],
  trigger: TriggerEvent,
  record: Values,
): Reaction | null => reactions.find(({ when }) => holds(when, { ...trigger, record })) ?? null;

/** The largest number of reactions that may cause each other, so that definitions which answer each other come to an end. */
export const CHAIN_LIMIT = 10;

/** The number of reactions that led to the event, from the audit entry of its transition. */
export const chainLength = ({ data }: Pick<Envelope, 'data'>): number => {
  const chain = data.audit?.metadata.details?.chain;
  return typeof chain === 'number' ? chain : 0;
};

/** The details of the transition's audit entry: the event that the system reacted to. */
export const toDetails = (
  event: Pick<Envelope, 'id' | 'data'>,
  { name, subjects }: TriggerEvent,
): Record<string, unknown> => ({
  reacted_to: name,
  event_id: event.id,
  subject: subjects[0] ?? null,
  chain: chainLength(event) + 1,
});
