/** What the drill was promised about one record of the entity service. */
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

/** What was promised about a supplier beyond its record. */
export type PromisedSupplier = {
  record: Promised;
  status: string;
  /** In the order in which they were acknowledged; without an id where it is known by the supplier's state alone. */
  qualifications: { id: string | null; status: string }[];
  /** Of its assessments, the latest last. */
  scores: number[];
};

/** What was promised about a certificate. */
export type PromisedCertificate = {
  id: string;
  orgId: string;
  supplier: PromisedSupplier;
  /** Of the file that was sent. */
  checksum: string;
  status: string;
  /** How many versions the acknowledged writes have made; the end of the extraction makes one more. */
  version: number;
};

/** A transition of a workflow; `signature` is the id of the one that was given with it. */
export type PromisedTransition = { action: string; to: string; signature: string | null };

/** What was promised about a quality event and its workflow. */
export type PromisedEvent = {
  id: string;
  orgId: string;
  type: string;
  title: string;
  number: string;
  /** How many versions the acknowledged writes have made. */
  version: number;
  /** Of the record; the state of the workflow may be another one, as that of an approval. */
  status: string;
  state: string;
  /** Fields that were written, each once and by a write of its own. */
  fields: Record<string, unknown>;
  /** In their order. */
  transitions: PromisedTransition[];
};

/** Everything that was acknowledged, and what never was. */
export type Ledger = {
  /** By id; those of suppliers too. */
  records: Map<string, Promised>;
  /** By id. */
  suppliers: Map<string, PromisedSupplier>;
  /** By id. */
  certificates: Map<string, PromisedCertificate>;
  /** By id. */
  events: Map<string, PromisedEvent>;
  acknowledged: number;
  /** Writes that were refused or got no answer to the end, each as a sentence. */
  unfinished: string[];
  /** Requests that were answered with an internal error, each as a sentence. */
  internal: string[];
};

/** A ledger of nothing. */
export const emptyLedger = (): Ledger => ({
  records: new Map(),
  suppliers: new Map(),
  certificates: new Map(),
  events: new Map(),
  acknowledged: 0,
  unfinished: [],
  internal: [],
});

/** Notes a record that was created. */
export const noteRecord = (ledger: Ledger, { id, orgId, name }: Pick<Promised, 'id' | 'orgId' | 'name'>): Promised => {
  const promised: Promised = { id, orgId, name, version: 1, counter: 0, marks: [] };
  ledger.records.set(id, promised);
  return promised;
};

/** Notes an attribute that was set in a record. */
export const noteMark = (record: Promised, mark: string): void => {
  record.version += 1;
  record.marks.push(mark);
};
