import type { UploadCertificateRequest } from '@qsc/contracts/grpc/certificate/v1/UploadCertificateRequest';
import type { UploadedCertificate__Output } from '@qsc/contracts/grpc/certificate/v1/UploadedCertificate';
import { type Call, type GrpcClient, toCommand } from '@qsc/service-kit';

/** A certificate to be: its metadata as POST /v1/certificates takes them, and its document. */
export type NewCertificate = {
  commandId: string;
  metadata: Readonly<Record<string, unknown>>;
  filename: string;
  bytes: Buffer;
};

/** Uploads a certificate, once for its command, and gives its id. Throws the coded error that it was refused with. */
export type UploadCertificate = (call: Call, certificate: NewCertificate) => Promise<string>;

const PART_BYTES = 256 * 1024;
/** As long as the upload and the look at its content may take. */
const UPLOAD_MS = 120_000;

const toParts = (bytes: Buffer): UploadCertificateRequest[] => {
  const parts: UploadCertificateRequest[] = [];
  for (let from = 0; from < bytes.length; from += PART_BYTES)
    parts.push({ content: bytes.subarray(from, from + PART_BYTES) });
  return parts;
};

/** The upload of certificates by a client of the certificate service. */
export const makeUploadCertificate =
  (client: Pick<GrpcClient, 'send'>): UploadCertificate =>
  async (call, { commandId, metadata, filename, bytes }) => {
    const command = toCommand(call, commandId);
    const upload = { command, metadata_json: JSON.stringify(metadata), filename, size: bytes.length };
    const parts: UploadCertificateRequest[] = [{ upload }, ...toParts(bytes)];
    const { certificate_json } = await client.send<UploadCertificateRequest, UploadedCertificate__Output>(
      'UploadCertificate',
      parts,
      UPLOAD_MS,
    );
    return (JSON.parse(certificate_json) as { id: string }).id;
  };
