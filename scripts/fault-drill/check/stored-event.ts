/** A quality event as it is stored. */
export type StoredEvent = {
  id: string;
  type: string;
  title: string;
  number: string;
  version: number;
  status: string;
  /** How many moves of its workflow it has taken. */
  recordMoves: number;
  /** Of what was written to it: `description`, `category`, `completed` actions and `outcome` of a check. */
  fields: Record<string, unknown>;
};

/** The way of a record through a workflow. */
export type StoredInstance = {
  recordId: string;
  state: string;
  current: boolean;
  moves: number;
  recordMoves: number;
};

/** `recordMove`: which of those that change the record; null for one that does not. */
export type StoredMove = {
  recordId: string;
  number: number;
  recordMove: number | null;
  action: string;
  to: string;
  signature: string | null;
};

export type StoredSignature = { id: string; recordId: string; action: string; to: string };

/** A round of decisions that has ended. */
export type StoredDecision = { recordId: string; status: string; decisions: number };

/** What the supplier service keeps of a quality event. */
export type ListedEvent = { id: string; version: number; type: string; isOpen: boolean; related: string[] };

/** What an organisation has of quality events and their workflows. */
export type StoredQuality = {
  events: StoredEvent[];
  /** What the running totals say, by type and status; those that are not 0. */
  eventTotals: Record<string, number>;
  instances: StoredInstance[];
  /** In the order of their numbers, without the start. */
  moves: StoredMove[];
  signatures: StoredSignature[];
  decided: StoredDecision[];
  listedEvents: ListedEvent[];
  /** What the list should hold. */
  listableEvents: ListedEvent[];
};
