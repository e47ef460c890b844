import type { State } from '../definition/definition.ts';

/** The way of one record through one version of a definition. A record has one that is current. */
export type Instance = {
  id: string;
  org_id: string;
  record_id: string;
  record_type: string;
  record_name: string;
  /** Who created the record: may not decide on it. */
  record_creator: string;
  workflow_id: string;
  workflow_version: number;
  workflow_name: string;
  state: Pick<State, 'id' | 'name' | 'type'> & { entered_at: Date; entered_by: string };
  /** The round of decisions that the state waits for; null outside approval states. */
  approval_id: string | null;
  /** The record and those that it is about: whose events it may react to. */
  watched_ids: string[];
  /** How many moves were made, and how many of them changed the record. */
  moves: number;
  record_moves: number;
  current: boolean;
  started_at: Date;
  completed_at: Date | null;
  /** When the state shall have been left, by its `sla_hours`. */
  state_due_at: Date | null;
  version: number;
};
