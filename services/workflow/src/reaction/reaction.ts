import type { Envelope } from '@qsc/contracts/events';
import { eventFits, holds, needsRecord, type Scope } from '../definition/condition.ts';
import type { Reaction, ReactionEvent, State } from '../definition/definition.ts';
import type { WorkflowRecord } from '../record/record.ts';

type Values = Readonly<Record<string, unknown>>;

/** An event as states react to it: by the name that the API gives it, with the records whose instances it is of interest to. */
export type Heard = Pick<Scope, 'event' | 'changes'> & {
  name: ReactionEvent;
  /** The ids of the records that it is about. */
  subjects: string[];
};

/** What a waiting record tells conditions: its content, and what its owner says of it besides. */
export const recordValues = ({ id, type, content, facts }: WorkflowRecord): Values => ({
  ...content,
  ...facts,
  id,
  type,
});

/** The reactions of a state that the event may cause, as far as it alone can tell. */
export const possibleReactions = ({ on = [] }: Pick<State, 'on'>, heard: Heard): Reaction[] =>
  on.filter(({ event, when }) => event === heard.name && eventFits(when, heard));

/** Whether any of the reactions asks for the record that waits. */
export const needRecord = (reactions: readonly Reaction[]): boolean => reactions.some(({ when }) => needsRecord(when));

/** The first of the reactions whose conditions hold; null for none. */
export const chosenReaction = (reactions: readonly Reaction[], heard: Heard, record: Values): Reaction | null =>
  reactions.find(({ when }) => holds(when, { ...heard, record })) ?? null;

/** How many reactions may follow one from another: definitions that answer each other for ever come to an end. */
export const CHAIN_LIMIT = 10;

/** How many reactions led to the event, by what its audit entry tells of the move that it is of. */
export const chainOf = ({ data }: Pick<Envelope, 'data'>): number => {
  const chain = data.audit?.metadata.details?.chain;
  return typeof chain === 'number' ? chain : 0;
};

/** What the audit entry of the move tells: which event the system reacted to. */
export const detailsOf = (
  event: Pick<Envelope, 'id' | 'data'>,
  { name, subjects }: Heard,
): Record<string, unknown> => ({
  reacted_to: name,
  event_id: event.id,
  subject: subjects[0] ?? null,
  chain: chainOf(event) + 1,
});
