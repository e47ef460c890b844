export type Changes = Record<string, unknown>;
export type StoredRecord = { id: string; name: string; version: number; counter: number; marks: string[] };
export type StoredHistory = { entityId: string; version: number; changes: Changes };
export type StoredEntry = {
  id: string;
  eventId: string;
  sequence: number;
  /** When the act was, in milliseconds since 1970. */
  at: number;
  entityId: string;
  version: number | null;
  action: string;
  userId: string;
  /** The state that a workflow moved to by the act. */
  workflowState: string | null;
  signature: string | null;
  changes: Changes;
};

/** What a list of suppliers tells of one. */
export type StoredSupplier = {
  id: string;
  version: number;
  name: string;
  status: string;
  riskScore: number | null;
  riskLevel: string | null;
};

/** A qualification that took effect or an assessment, beside the record of its supplier. */
export type StoredQualification = { id: string; supplierId: string; status: string };
export type StoredAssessment = { id: string; supplierId: string; score: number };

export type StoredCertificate = {
  id: string;
  name: string;
  version: number;
  status: string;
  supplierId: string | null;
  fileId: string;
  extraction: string;
  run: number;
};

/** What the supplier service keeps of a certificate. */
export type ListedCertificate = { id: string; version: number; status: string; supplierId: string | null };

/** A file as it lies in the store: the checksum is that of its bytes; one that is marked is swept away an hour later. */
export type StoredFile = { id: string; checksum: string; isMarked: boolean };

/** A record that a synchronisation made. */
export type Synchronised = { id: string; name: string; mark: unknown; version: number };

/** What is kept of an external system. */
export type StoredSync = { links: { externalId: string; entityId: string }[]; records: Synchronised[] };

/** What an organisation has on disk. */
export type Stored = StoredQuality & {
  records: StoredRecord[];
  /** What the drill's own read model holds of the records. */
  projected: StoredRecord[];
  /** What the running totals say of the records. */
  counted: number;
  /** Of records and of certificates. */
  history: StoredHistory[];
  entries: StoredEntry[];
  /** The records that are suppliers, and what the supplier service lists of them. */
  suppliers: StoredSupplier[];
  listed: StoredSupplier[];
  qualifications: StoredQualification[];
  assessments: StoredAssessment[];
  certificates: StoredCertificate[];
  listedCertificates: ListedCertificate[];
  files: StoredFile[];
  sync: StoredSync;
};

/** A quality event as it is stored. */
export type StoredEvent = {
  id: string;
  type: string;
  title: string;
  number: string;
  version: number;
  status: string;
  /** The last transition of its workflow that it has applied. */
  lastTransition: string | null;
  /** Of what was written to it: `description`, `category`, `completed` actions and `outcome` of a check. */
  fields: Record<string, unknown>;
};

/** The way of a record through a workflow. */
export type StoredInstance = {
  recordId: string;
  state: string;
  current: boolean;
  transitions: number;
  lastTransition: string | null;
};

/** `changed`: whether it changes the record. */
export type StoredTransition = {
  id: string;
  recordId: string;
  number: number;
  changed: boolean;
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
  transitions: StoredTransition[];
  signatures: StoredSignature[];
  decided: StoredDecision[];
  listedEvents: ListedEvent[];
  /** What the list should hold. */
  listableEvents: ListedEvent[];
};
