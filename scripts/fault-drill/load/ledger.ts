/** What the drill was promised about one record. */
export type Promised = {
  id: string;
  orgId: string;
  name: string;
  /** How many versions the acknowledged writes have made. */
  version: number;
  /** How often its counter was raised. */
  counter: number;
};

/** Everything that was acknowledged, and what never was. */
export type Ledger = {
  /** By id. */
  records: Map<string, Promised>;
  acknowledged: number;
  /** Writes that were refused or got no answer to the end, each as a sentence. */
  unfinished: string[];
};

/** A ledger of nothing. */
export const emptyLedger = (): Ledger => ({ records: new Map(), acknowledged: 0, unfinished: [] });
