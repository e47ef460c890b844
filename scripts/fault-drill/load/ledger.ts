/** What the drill was promised about one record. */
export type Promised = {
  id: string;
  orgId: string;
  name: string;
  /** How many versions the acknowledged writes have made. */
  version: number;
  /** How often its counter was raised. */
  counter: number;
  /** Attributes that were set in it, each by a write of its own. */
  marks: string[];
};

/** Everything that was acknowledged, and what never was. */
export type Ledger = {
  /** By id. */
  records: Map<string, Promised>;
  acknowledged: number;
  /** Writes that were refused or got no answer to the end, each as a sentence. */
  unfinished: string[];
  /** Requests that were answered with an internal error, each as a sentence. */
  internal: string[];
};

/** A ledger of nothing. */
export const emptyLedger = (): Ledger => ({ records: new Map(), acknowledged: 0, unfinished: [], internal: [] });
