import { createHash } from 'node:crypto';
import type { Db, Document } from 'mongodb';
import { SYNCHRONISED_TYPE } from '../load/connection.ts';
import type { DatabaseName } from '../mesh/drill-plan.ts';
import { readQuality } from './quality-reading.ts';
import type {
  Changes,
  Stored,
  StoredCertificate,
  StoredEntry,
  StoredFile,
  StoredHistory,
  StoredRecord,
  StoredSupplier,
} from './stored.ts';

/** Where the certificate service keeps files. */
export const FILES = 'file';

/** Finds the database of a service. */
export type DatabaseOf = (name: DatabaseName) => Db;

/** Reads everything that an organisation has on disk. */
export const readStored = async (toDatabase: DatabaseOf, orgId: string): Promise<Stored> => {
  const find = (name: DatabaseName, collection: string, filter: Document = {}) =>
    toDatabase(name)
      .collection(collection)
      .find({ org_id: orgId, ...filter })
      .toArray();
  return {
    records: (await find('entity', 'entity')).map(toRecord),
    projected: (await find('projector', 'entity_view')).map(toRecord),
    counted: (await find('entity', 'entity_total')).reduce((sum, { count }) => sum + Number(count), 0),
    history: [
      ...(await find('entity', 'entity_history')).map((row) => toHistory(row, row.entity_id)),
      ...(await find('certificate', 'certificate_history')).map((row) => toHistory(row, row.certificate_id)),
    ],
    entries: await readEntries(toDatabase('audit'), orgId),
    suppliers: (await find('entity', 'entity', { type: 'supplier' })).map(toSupplier),
    listed: (await find('supplier', 'supplier')).map(toListed),
    qualifications: (await find('supplier', 'qualification', { outcome: 'effective' })).map((row) => ({
      id: String(row._id),
      supplierId: row.supplier_id,
      status: row.status,
    })),
    assessments: (await find('supplier', 'risk_assessment')).map((row) => ({
      id: String(row._id),
      supplierId: row.supplier_id,
      score: row.risk_score,
    })),
    certificates: (await find('certificate', 'certificate')).map(toCertificate),
    listedCertificates: (await find('supplier', 'supplier_certificate')).map((row) => ({
      id: String(row._id),
      version: row.version,
      status: row.status,
      supplierId: row.supplier_id,
    })),
    files: await readFiles(toDatabase('certificate'), orgId),
    sync: {
      links: (await find('integration', 'link')).map(({ external_id, entity_id }) => ({
        externalId: String(external_id),
        entityId: entity_id,
      })),
      records: (await find('entity', 'entity', { type: SYNCHRONISED_TYPE })).map((row) => ({
        id: String(row._id),
        name: row.name,
        version: row.version,
        mark: row.attributes.mark,
      })),
    },
    ...(await readQuality(find)),
  };
};

const toRecord = ({ _id, name, version, attributes: { counter, ...marks } }: Document): StoredRecord => ({
  id: _id,
  name,
  version,
  counter: Number(counter ?? 0),
  marks: Object.keys(marks),
});

const toSupplier = ({ _id, version, name, attributes }: Document): StoredSupplier => ({
  id: _id,
  version,
  name,
  status: attributes.qualification_status,
  riskScore: attributes.risk_score ?? null,
  riskLevel: attributes.risk_level ?? null,
});

const toListed = ({ _id, version, name, qualification_status, risk_score, risk_level }: Document): StoredSupplier => ({
  id: _id,
  version,
  name,
  status: qualification_status,
  riskScore: risk_score,
  riskLevel: risk_level,
});

const toCertificate = ({
  _id,
  name,
  version,
  status,
  supplier_id,
  document,
  extraction,
}: Document): StoredCertificate => ({
  id: _id,
  name,
  version,
  status,
  supplierId: supplier_id,
  fileId: document.file_id,
  extraction: extraction.status,
  run: extraction.run,
});

const toHistory = ({ version, changes }: Document, entityId: string): StoredHistory => ({
  entityId,
  version,
  changes: changes as Changes,
});

const readEntries = async (audit: Db, orgId: string): Promise<StoredEntry[]> => {
  const found = audit.collection('audit_entry').find({ org_id: orgId }).sort({ sequence: 1 });
  return (await found.toArray()).map((entry) => ({
    id: String(entry._id),
    eventId: entry.event_id,
    sequence: entry.sequence,
    at: entry.timestamp.getTime(),
    entityId: entry.entity_id,
    version: entry.entity_version,
    action: entry.action,
    userId: entry.user.id,
    workflowState: entry.metadata.workflow_state,
    signature: entry.signature.signature_id,
    changes: JSON.parse(entry.changes) as Changes,
  }));
};

/** Reads every file to its end, also one of which there are parts alone. */
const readFiles = async (database: Db, orgId: string): Promise<StoredFile[]> => {
  const parts = database.collection(`${FILES}.chunks`);
  const keys: string[] = await parts.distinct('files_id', { files_id: { $regex: `^${orgId}/` } });
  const marks = await database.collection('file_mark').find({ org_id: orgId }).toArray();
  const marked = new Set(marks.map(({ _id }) => String(_id)));
  return Promise.all(
    keys.map(async (key) => {
      const hash = createHash('sha256');
      for await (const { data } of parts.find({ files_id: key }).sort({ n: 1 })) hash.update(data.buffer);
      const id = key.slice(orgId.length + 1);
      return { id, checksum: `sha256:${hash.digest('hex')}`, isMarked: marked.has(id) };
    }),
  );
};
