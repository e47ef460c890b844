import { createHash } from 'node:crypto';
import type { PromisedCertificate, PromisedSupplier } from './ledger.ts';
import { makePaper } from './paper.ts';
import { type Pen, postOnce } from './pen.ts';

type Shown = { data: { id: string; status: string; document: { checksum: string } } };

type Upload = { supplier: PromisedSupplier; supersedes?: PromisedCertificate };

/** Uploads a certificate of the supplier, a paper of its own; its batch is the idempotency key. */
export const upload = async (pen: Pen, key: string, { supplier, supersedes }: Upload): Promise<PromisedCertificate> => {
  const paper = makePaper({ batch: key, manufacturer: supplier.record.name });
  const checksum = `sha256:${createHash('sha256').update(paper).digest('hex')}`;
  const metadata = {
    type: 'coc',
    name: key,
    supplier_id: supplier.record.id,
    batch_number: key,
    ...(supersedes ? { supersedes: supersedes.id } : {}),
  };
  const body = new FormData();
  body.set('metadata', JSON.stringify(metadata));
  body.set('file', new Blob([paper], { type: 'application/pdf' }), `${key}.pdf`);
  const { data } = (await postOnce(pen, { path: '/v1/certificates', key, body })) as Shown;
  if (data.document.checksum !== checksum) throw new Error(`${key} is ${checksum}: ${JSON.stringify(data)}`);
  const promised: PromisedCertificate = {
    id: data.id,
    orgId: pen.orgId,
    supplier,
    checksum,
    status: 'pending',
    version: 1,
  };
  pen.ledger.certificates.set(data.id, promised);
  return promised;
};

/** Finds a certificate valid. */
export const validate = async (pen: Pen, key: string, certificate: PromisedCertificate): Promise<void> => {
  const path = `/v1/certificates/${certificate.id}/validate`;
  const { data } = (await postOnce(pen, { path, key, body: { status: 'valid' } }, 200)) as Shown;
  if (data.status !== 'valid') throw new Error(`${key} was to be valid: ${JSON.stringify(data)}`);
  certificate.status = 'valid';
  certificate.version += 1;
};

/** Uploads a certificate of the same supplier that takes the place of a valid one, and finds it valid: both change by that. */
export const replace = async (pen: Pen, key: string, superseded: PromisedCertificate): Promise<PromisedCertificate> => {
  const newer = await upload(pen, `${key}-newer`, { supplier: superseded.supplier, supersedes: superseded });
  await validate(pen, key, newer);
  superseded.status = 'superseded';
  superseded.version += 1;
  return newer;
};
