import type { FileStore } from '@qsc/file-store';
import {
  type Call,
  countSkipped,
  type Download,
  invalidField,
  type PageOf,
  pageMeta,
  type ReadLocalTime,
  requireMatch,
  toDirection,
  type UnitOfWork,
} from '@qsc/service-kit';
import type { RequireEntities } from '../entity-client.ts';
import type { RequestExtraction } from '../extraction/extraction.service.ts';
import { makeDocumentDownload } from './certificate.document.ts';
import type { ListCertificates } from './certificate.query.ts';
import type { CertificateListQuery, HistoryQuery, NewCertificate } from './certificate.schemas.ts';
import { type CertificateStore, type ReadRecorded, requireCertificate } from './certificate.store.ts';
import type { Certificate } from './certificate.ts';
import type { UploadedDocument } from './certificate.upload.ts';
import { type ShownCertificate, shownCertificate } from './certificate.view.ts';
import { createCertificate, type Decided, type HistoryRecord } from './certificate-change.ts';
import type { ExpirySummary, SummarizeExpiry } from './expiry-summary.query.ts';
import { isReplaceable, supersede, toSeries } from './supersession.ts';
import type { ValidateCertificate } from './validation.schemas.ts';
import { validateCertificate } from './validation.ts';

export type CertificateService = {
  create(input: NewCertificate, document: UploadedDocument, call: Call): Promise<ShownCertificate>;
  read(id: string, call: Call): Promise<ShownCertificate>;
  list(orgId: string, query: CertificateListQuery): Promise<PageOf<ShownCertificate>>;
  document(id: string, call: Call): Promise<Download>;
  history(id: string, query: HistoryQuery, call: Call): Promise<PageOf<HistoryRecord>>;
  validate(id: string, finding: ValidateCertificate, call: Call): Promise<ShownCertificate>;
  summarizeExpiry(orgId: string): Promise<ExpirySummary>;
};

export type CertificateParts = {
  store: CertificateStore;
  list: ListCertificates;
  summarize: SummarizeExpiry;
  files: Pick<FileStore, 'open' | 'confirm'>;
  requireEntities: RequireEntities;
  requestExtraction: RequestExtraction;
  readRecorded: ReadRecorded;
  unitOfWork: UnitOfWork;
  localTime: ReadLocalTime;
};

const toNew = (input: NewCertificate) => ({
  type: input.type,
  name: input.name,
  supplier_id: input.supplier_id ?? null,
  component_id: input.component_id ?? null,
  batch_number: input.batch_number ?? null,
  issue_date: input.issue_date ?? null,
  expiry_date: input.expiry_date ?? null,
  supersedes: input.supersedes ?? null,
});

/** The certificate found valid, and those that it takes the place of. */
const makeFinding =
  (store: CertificateStore) =>
  async (certificate: Certificate, finding: ValidateCertificate, call: Call): Promise<Decided[]> => {
    const decided = validateCertificate(certificate, finding, call);
    if (finding.status !== 'valid') return [decided];
    const { certificate: after } = decided;
    const series = toSeries(after);
    const [inForce, named] = await Promise.all([
      series ? store.findInForce(after.org_id, series) : [],
      after.supersedes === null ? null : store.find(after.org_id, after.supersedes),
    ]);
    const others = new Map([...inForce, ...(named ? [named] : [])].map((other) => [other.id, other]));
    return [decided, ...supersede(after, [...others.values()], call)];
  };

/** Throws where there is no certificate that the upload names to take the place of, or where it is another supplier's. */
const requireReplaceable = ({ supplier_id = null, supersedes }: NewCertificate, named: Certificate | null): void => {
  if (!named)
    throw invalidField('supersedes', 'unknown_target', `There is no certificate with the id "${supersedes}".`);
  if (!isReplaceable({ supplier_id }, named))
    throw invalidField('supersedes', 'other_supplier', 'It is the certificate of another supplier.');
};

/** The use cases of certificates (specification, "Certificates"). Each write is one commit: record, history and event together. */
export const makeCertificateService = (parts: CertificateParts): CertificateService => {
  const { store, list, summarize, files, requireEntities, requestExtraction, readRecorded, unitOfWork, localTime } =
    parts;
  const downloadDocument = makeDocumentDownload(parts);
  const find = makeFinding(store);

  return {
    async create(input, document, call) {
      await requireEntities(call.actor.org_id, { supplier: input.supplier_id, component: input.component_id });
      if (input.supersedes) requireReplaceable(input, await store.find(call.actor.org_id, input.supersedes));
      return unitOfWork.decide(call, {}, () => {
        const { discard: _discard, ...stored } = document;
        const decided = createCertificate(toNew(input), stored, call);
        const { certificate } = decided;
        return {
          changes: [...store.changes(decided), files.confirm(document), requestExtraction(certificate, call)],
          events: decided.events,
          answer: shownCertificate(certificate, call),
        };
      });
    },

    read: async (id, call) => shownCertificate(await readRecorded(id, call), call),

    async list(orgId, query) {
      const at = await localTime(orgId);
      const { data, meta } = await list(orgId, query, at);
      return { data: data.map((certificate) => shownCertificate(certificate, at)), meta };
    },

    document: async (id, call) => downloadDocument(await readRecorded(id, call), call),

    async history(id, query, call) {
      await readRecorded(id, call);
      const { org_id } = call.actor;
      const [data, total] = await Promise.all([
        store.history(org_id, id, {
          skip: countSkipped(query),
          limit: query.per_page,
          direction: toDirection(query.sort),
        }),
        store.countHistory(org_id, id),
      ]);
      return { data, meta: pageMeta(total, query) };
    },

    validate: (id, finding, call) =>
      unitOfWork.decide(call, { records: [id] }, async () => {
        const certificate = await requireCertificate(store, id, call);
        requireMatch(call, certificate.version);
        const decided = await find(certificate, finding, call);
        const [first] = decided as [Decided];
        return {
          changes: decided.flatMap(store.changes),
          events: decided.flatMap(({ events }) => events),
          answer: shownCertificate(first.certificate, call),
        };
      }),

    summarizeExpiry: async (orgId) => summarize(orgId, await localTime(orgId)),
  };
};
