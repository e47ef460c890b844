import type { StoredQuality } from './stored-event.ts';

export type Changes = Record<string, unknown>;
export type StoredRecord = { id: string; name: string; version: number; counter: number; marks: string[] };
export type StoredHistory = { entityId: string; version: number; changes: Changes };
export type StoredEntry = {
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
};
