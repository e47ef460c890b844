import { ExtractedData } from '@qsc/certificate-extraction/result';
import { indexedWords, searchKey, uniqueKey } from '@qsc/contracts';
import { Changes } from '@qsc/contracts/events';
import { fileCollections } from '@qsc/file-store';
import {
  type Call,
  type Change,
  type Collection,
  defineCollection,
  insert,
  notFound,
  type RecordRead,
  replace,
} from '@qsc/service-kit';
import { z } from 'zod';
import {
  CERTIFICATE_STATUSES,
  CERTIFICATE_TYPES,
  type Certificate,
  type CertificateStatus,
  EXTRACTION_STATUSES,
} from './certificate.ts';
import type { Decided, HistoryRecord } from './certificate-change.ts';
import type { ReadCertificate } from './certificate-snapshot.ts';
import type { Series } from './supersession.ts';

/** `approved`: valid, expiring_soon and expired, between which the date alone decides. */
const PHASES = ['pending', 'approved', 'rejected', 'superseded'] as const;

export type Phase = (typeof PHASES)[number];

const WITH_BATCH = { batch_number: { $type: 'string' } };

/** A certificate as it is stored; its document lies in the file store. `phase` and the keys are there for the lists alone. */
export const certificateDefinition = defineCollection({
  name: 'certificate',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    type: z.enum(CERTIFICATE_TYPES),
    name: z.string(),
    name_key: z.string(),
    status: z.enum(CERTIFICATE_STATUSES),
    phase: z.enum(PHASES),
    supplier_id: z.string().nullable(),
    component_id: z.string().nullable(),
    batch_number: z.string().nullable(),
    /** What batch numbers are compared by. */
    batch_key: z.string().nullable(),
    /** The words that search finds it by. */
    words: z.array(z.string()),
    issue_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    expiry_key: z.string(),
    supersedes: z.string().nullable(),
    superseded_by: z.string().nullable(),
    document: z.object({
      file_id: z.string(),
      filename: z.string(),
      mime_type: z.string(),
      size_bytes: z.number().int(),
      checksum: z.string(),
    }),
    extraction: z.object({
      status: z.enum(EXTRACTION_STATUSES),
      run: z.number().int(),
      confidence_score: z.number().nullable(),
      data: z
        .custom<ExtractedData | null>((value) => value === null || ExtractedData.safeParse(value).success)
        .meta({ examples: [null] }),
      extracted_at: z.date().nullable(),
      error: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
    overrides: z.array(
      z.object({
        path: z.string(),
        parameter: z.string().optional(),
        value: z.unknown(),
        from: z.unknown(),
        by: z.string(),
        at: z.date(),
        reason: z.string().nullable(),
      }),
    ),
    validation: z
      .object({ validated_at: z.date(), validated_by: z.string(), validation_notes: z.string().nullable() })
      .nullable(),
    version: z.number().int(),
    created_at: z.date(),
    updated_at: z.date(),
    created_by: z.string(),
  }),
  filterOnly: ['name_key', 'batch_key', 'words', 'phase', 'expiry_key'],
  indexes: [
    { keys: { org_id: 1, created_at: -1, _id: -1, expiry_key: 1, phase: 1 } },
    { keys: { org_id: 1, updated_at: -1, _id: -1, expiry_key: 1, phase: 1 } },
    { keys: { org_id: 1, name_key: 1, _id: 1, expiry_key: 1, phase: 1 } },
    { keys: { org_id: 1, expiry_key: 1, _id: 1, phase: 1, type: 1 } },
    { keys: { org_id: 1, phase: 1, created_at: -1, _id: -1, expiry_key: 1, type: 1 } },
    { keys: { org_id: 1, phase: 1, expiry_key: 1, _id: 1, type: 1 } },
    { keys: { org_id: 1, type: 1, created_at: -1, _id: -1, phase: 1, expiry_key: 1 } },
    { keys: { org_id: 1, supplier_id: 1, created_at: -1, _id: -1, phase: 1, expiry_key: 1, type: 1 } },
    { keys: { org_id: 1, component_id: 1, created_at: -1, _id: -1, phase: 1, expiry_key: 1, type: 1 } },
    // The sweep of states by date goes over all organisations.
    { keys: { status: 1, _id: 1, expiry_key: 1 } },
    { keys: { org_id: 1, batch_key: 1, created_at: -1, _id: -1, phase: 1, expiry_key: 1, type: 1 } },
    { keys: { org_id: 1, words: 1 } },
    // Batches by what they are of, out of the keys alone; most types of certificate have none.
    { keys: { org_id: 1, component_id: 1, batch_number: 1, supplier_id: 1 }, partial: WITH_BATCH },
    { keys: { org_id: 1, supplier_id: 1, batch_number: 1, component_id: 1 }, partial: WITH_BATCH },
  ],
});

export type StoredCertificate = z.infer<typeof certificateDefinition.shape>;

type FilterOnly = NonNullable<(typeof certificateDefinition)['filterOnly']>[number];

export type CertificateCollection = Collection<StoredCertificate, FilterOnly>;

/** What happened to a certificate, newest first in `GET …/history`; written in the commit of what it tells. */
export const historyDefinition = defineCollection({
  name: 'certificate_history',
  shape: z.object({
    _id: z.string(),
    org_id: z.string(),
    certificate_id: z.string(),
    version: z.number().int(),
    action: z.string(),
    changes: Changes,
    details: z.record(z.string(), z.unknown()),
    user: z.string(),
    timestamp: z.date(),
  }),
  indexes: [
    { keys: { org_id: 1, certificate_id: 1, version: -1 }, unique: true },
    { keys: { org_id: 1, timestamp: 1 } },
  ],
});

export type StoredHistory = z.infer<typeof historyDefinition.shape>;

export type CertificateStore = {
  /** The certificate, or null when the organisation has none of that id. */
  find(orgId: string, id: string): Promise<Certificate | null>;
  /** Those of a series that were found valid and are not superseded, expired ones too. */
  findInForce(orgId: string, series: Series): Promise<Certificate[]>;
  /** The certificate at its new version, where there is nothing to report. */
  write(certificate: Certificate): Change;
  /** The writes of a decision: the certificate at its new version, and its history. */
  changes(decided: Pick<Decided, 'certificate' | 'history'>): Change[];
  history(
    orgId: string,
    id: string,
    page: { skip: number; limit: number; direction: 1 | -1 },
  ): Promise<HistoryRecord[]>;
  countHistory(orgId: string, id: string): Promise<number>;
};

/** The certificate. Throws `not_found` when it is unknown or another organisation's. */
export const requireCertificate = async (
  store: Pick<CertificateStore, 'find'>,
  id: string,
  call: Call,
): Promise<Certificate> => {
  const certificate = await store.find(call.actor.org_id, id);
  if (!certificate) throw notFound('certificate', id);
  return certificate;
};

/** The certificate, and its reading where the organisation records that. Throws `not_found`. */
export type ReadRecorded = (id: string, call: Call) => Promise<Certificate>;

/** Every read of one certificate uses it: of the certificate, its document, its history and what was extracted from it. */
export const makeReadRecorded =
  (store: Pick<CertificateStore, 'find'>, recordRead: RecordRead<ReadCertificate>): ReadRecorded =>
  async (id, call) => {
    const certificate = await requireCertificate(store, id, call);
    await recordRead({ type: 'certificate', certificate }, call);
    return certificate;
  };

/** Sorts after every date: what never expires comes last. */
export const NEVER = '9999-12-31';

const PHASE_OF: Partial<Record<CertificateStatus, Phase>> = {
  pending: 'pending',
  rejected: 'rejected',
  superseded: 'superseded',
};

/** The domain's certificate out of a stored one. */
export const toCertificate = ({ _id, ...stored }: Omit<StoredCertificate, FilterOnly>): Certificate => ({
  id: _id,
  ...stored,
});

const listKeys = ({ name, batch_number, extraction }: Pick<Certificate, 'name' | 'batch_number' | 'extraction'>) => ({
  name_key: searchKey(name),
  batch_key: batch_number === null ? null : uniqueKey(batch_number),
  words: indexedWords([name, batch_number, extraction.data?.certificate_number]),
});

/** The stored form of a certificate. */
export const toStored = ({ id, ...certificate }: Certificate): StoredCertificate => ({
  _id: id,
  ...certificate,
  ...listKeys(certificate),
  phase: PHASE_OF[certificate.status] ?? 'approved',
  expiry_key: certificate.expiry_date ?? NEVER,
});

const toStoredHistory = ({ id, org_id }: Certificate, record: HistoryRecord): StoredHistory => ({
  _id: `${id}/${record.version}`,
  org_id,
  certificate_id: id,
  ...record,
});

type Collections = { certificates: CertificateCollection; histories: Collection<StoredHistory> };

/** The store of certificates and their history in MongoDB. */
export const makeCertificateStore = ({ certificates, histories }: Collections): CertificateStore => {
  const write: CertificateStore['write'] = (certificate) => {
    const { version } = certificate;
    const stored = toStored(certificate);
    return version === 1 ? insert(certificates, stored) : replace(certificates, stored, version - 1);
  };
  return {
    async find(org_id, _id) {
      const stored = await certificates.findOne({ org_id, _id });
      return stored ? toCertificate(stored) : null;
    },
    async findInForce(org_id, { batch_number, ...series }) {
      const batch = batch_number === undefined ? {} : { batch_key: uniqueKey(batch_number) };
      return (await certificates.find({ org_id, ...series, ...batch, phase: 'approved' })).map(toCertificate);
    },
    write,
    changes: ({ certificate, history }) => [
      write(certificate),
      insert(histories, toStoredHistory(certificate, history)),
    ],
    history: (org_id, certificate_id, { skip, limit, direction }) =>
      histories.find({ org_id, certificate_id }, { sort: { version: direction }, skip, limit }),
    countHistory: (org_id, certificate_id) => histories.count({ org_id, certificate_id }),
  };
};

/** Certificates, their histories and the marks of their files: what each program of the service opens. */
export const certificateCollections = [certificateDefinition, historyDefinition, ...fileCollections] as const;
