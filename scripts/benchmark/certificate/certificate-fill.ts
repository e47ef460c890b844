import type { MongoClient } from 'mongodb';
import { send } from '../api.ts';
import type { Target } from '../load.ts';
import { type CertificateFloors, openCertificateFloors } from './certificate-floor.ts';
import { documentOf, type Form, formOf } from './document.ts';

/** What the rows of certificates need: an upload ready to be sent, and certificates that are there. */
export type Certificates = { form: Form; ids: readonly string[]; floors: CertificateFloors };

const MEBIBYTE = 1024 * 1024;
const COUNT = 8;

/** Uploads some certificates of 1 MiB, and writes as many files for the floor. */
export const fillCertificates = async (target: Target, client: MongoClient): Promise<Certificates> => {
  const file = documentOf(MEBIBYTE);
  const form = await formOf(file, { type: 'iso', name: 'Certificate of 1 MiB', expiry_date: '2099-01-01' });
  const ids: string[] = [];
  for (let count = 0; count < COUNT; count += 1)
    ids.push((await send<{ id: string }>(target, '/v1/certificates', form)).id);
  return { form, ids, floors: await openCertificateFloors(client, file) };
};
