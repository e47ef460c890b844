import type { RemoteAnswer } from '../../remote/remote.ts';
import { RemoteRefusal, RemoteTrouble } from '../../remote/remote-error.ts';
import type { RemoteContent, RemoteContext, Source } from '../connector.ts';
import { apiUrl, idInPath } from './vault-address.ts';
import { readVault } from './vault-answer.ts';
import { VAULT_TIMEOUT_MS } from './vault-query.ts';
import { isDocuments } from './vault-source.ts';
import { objectName } from './vql.ts';

/** As large as a file of a certificate may be. */
const FILE_BYTES = 25 * 1024 * 1024;
const NAME_LENGTH = 255;

/** The source file of a document, or one of its renditions such as `viewable_rendition__v`. */
export const content = (
  { call, endpoints }: RemoteContext,
  source: Source,
  externalId: string,
  rendition: string | null,
): Promise<RemoteContent> => {
  if (!isDocuments(source))
    throw new RemoteRefusal('VALIDATION_ERROR', 'Only documents of Vault have files.', { field: 'content_sync' });
  const what = rendition === null ? 'file' : `renditions/${objectName(rendition)}`;
  const url = apiUrl(endpoints, `/objects/documents/${idInPath(externalId)}/${what}`);
  return call({ url, method: 'GET', timeoutMs: VAULT_TIMEOUT_MS, keepBytes: FILE_BYTES }, toFile);
};

/** A file comes with its name; an answer without one is JSON with the reason. */
const toFile = (answer: RemoteAnswer): RemoteContent => {
  const { status, headers, body } = answer;
  const disposition = String(headers['content-disposition'] ?? '');
  if (status === 200 && disposition !== '')
    return { name: toFileName(disposition), mediaType: toMediaType(headers['content-type']), bytes: body };
  readVault(answer);
  throw new RemoteTrouble('Vault answered without a file.');
};

const toMediaType = (header: string | string[] | undefined): string =>
  String(header ?? '')
    .split(';')[0]
    ?.trim() || 'application/octet-stream';

const toFileName = (disposition: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  const plain = /filename="?([^";]+)"?/i.exec(disposition)?.[1];
  const name = (encoded === undefined ? plain : decoded(encoded)) ?? '';
  const last = name.split(/[/\\]/).at(-1)?.trim() ?? '';
  return last.slice(0, NAME_LENGTH) || 'document';
};

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};
