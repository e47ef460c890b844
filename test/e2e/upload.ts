import { type Answer, send } from './security-answer.ts';

export type Upload = {
  key: string;
  file: Uint8Array;
  filename?: string;
  metadata?: object;
};

/** Uploads a certificate through the gateway. */
export const uploadCertificate = async (
  { base_url }: { base_url: string },
  { key, file, filename = 'certificate.pdf', metadata = { type: 'gmp', name: 'Certificate' } }: Upload,
): Promise<Answer> => {
  const form = new FormData();
  form.append('metadata', JSON.stringify(metadata));
  form.append('file', new Blob([Buffer.from(file)]), filename);
  // Encoded here, so that a refusal that comes before the end of the body is an answer like any other.
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return send({
    method: 'POST',
    url: `${base_url}/v1/certificates`,
    authorization: `Bearer ${key}`,
    headers: { 'content-type': type },
    body: new Uint8Array(await encoded.arrayBuffer()),
  });
};
