import { z } from 'zod';
import type { InboundMessage, InboundNotice } from '../connector.ts';

/** The prefix of the signed headers. */
const SIGNED = 'x-vaultapisignature-';
const SIGNATURE = 'x-vaultapi-signaturev2';

const VAULT_ID = /^\d{1,12}$/;
const CERTIFICATE_ID = /^[A-Za-z0-9]{1,32}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const ITEMS = 500;
const KEY_LENGTH = 100;

/** How far the clocks of the sender and of this machine may be apart. */
const SKEW_MS = 60_000;

/** The signed head of a message, and its signed text. */
export type SparkHead = {
  vaultId: string;
  certificateId: string;
  notBefore: Date;
  notAfter: Date;
  signature: Buffer;
  /** The text that was signed: header lines in order, the body as it came, and the address. */
  signedText: Buffer;
};

/** A vault, by its id and its host. */
export const senderName = (vaultId: string, host: string): string => `${vaultId}@${host}`;

/** The vault that a message says it comes from; null where it says none, or more than one. */
export const claimedSender = (message: InboundMessage): string | null => {
  const vaultId = claimedVault(message);
  const content = vaultId === null ? null : toContent(message.body);
  return vaultId === null || !content ? null : senderName(vaultId, content.host);
};

const claimedVault = ({ headers }: InboundMessage): string | null => {
  const claimed = single(headers[`${SIGNED}vaultid`]);
  return claimed !== null && VAULT_ID.test(claimed) ? claimed : null;
};

/** The head of a message; null where a part is missing, comes twice, or is not of its form. */
export const toHead = (message: InboundMessage): SparkHead | null => {
  const lines = signedLines(message);
  const vaultId = claimedVault(message);
  const signature = single(message.headers[SIGNATURE]);
  const certificateId = lines?.get(`${SIGNED}certificateid`) ?? '';
  const notBefore = toMoment(lines?.get(`${SIGNED}requestnotbefore`));
  const notAfter = toMoment(lines?.get(`${SIGNED}requestnotafter`));
  if (!lines || vaultId === null || signature === null || !notBefore || !notAfter) return null;
  if (!CERTIFICATE_ID.test(certificateId) || !BASE64.test(signature)) return null;
  return {
    vaultId,
    certificateId,
    notBefore,
    notAfter,
    signature: Buffer.from(signature, 'base64'),
    signedText: signedText(lines, message),
  };
};

/** Whether the moment lies in the time for which the sender signed the message. */
export const isTimely = ({ notBefore, notAfter }: SparkHead, now: Date): boolean =>
  now.getTime() >= notBefore.getTime() - SKEW_MS && now.getTime() <= notAfter.getTime() + SKEW_MS;

const single = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value.trim() : null;

const toMoment = (text: string | undefined): Date | null => {
  const at = new Date(text ?? '');
  return text !== undefined && !Number.isNaN(at.getTime()) ? at : null;
};

/** The signed headers by name; null where one came more than once, since nobody knows which of its values was signed. */
const signedLines = ({ headers }: InboundMessage): Map<string, string> | null => {
  const lines = new Map<string, string>();
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(SIGNED) || value === undefined) continue;
    const text = single(value);
    if (text === null) return null;
    lines.set(name, text);
  }
  return lines;
};

const signedText = (lines: ReadonlyMap<string, string>, { body, url }: InboundMessage): Buffer => {
  const names = [...lines.keys()].toSorted();
  const head = names.map((name) => `${name}:${lines.get(name)}\n`).join('');
  return Buffer.concat([Buffer.from(head, 'latin1'), body, Buffer.from(`\n${url}`)]);
};

const Body = z.looseObject({
  vault_host_name: z.string(),
  message_id: z.string().min(1).max(KEY_LENGTH),
  message: z.looseObject({
    attributes: z.looseObject({ event: z.string().max(KEY_LENGTH), object: z.string().max(KEY_LENGTH).optional() }),
    items: z.array(z.union([z.string().min(1).max(KEY_LENGTH), z.int().min(0)])).max(ITEMS),
  }),
});

/** What a message says, and the host that it says it comes from; null where it is no such message. */
export const toContent = (body: Buffer): { host: string; notice: InboundNotice } | null => {
  const parsed = Body.safeParse(toJson(body));
  if (!parsed.success) return null;
  const { vault_host_name: host, message_id: messageId, message } = parsed.data;
  const { event, object } = message.attributes;
  const externalIds = [...new Set(message.items.map(String))];
  return { host: host.toLowerCase(), notice: { messageId, event, object: object ?? toObject(event), externalIds } };
};

/** `object.deviation.created` is about deviations, the events of documents about documents. */
const toObject = (event: string): string => {
  const [kind = '', name] = event.split('.');
  if (kind === 'document') return 'documents';
  return kind === 'object' && name ? `${name}__v` : '';
};

const toJson = (body: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
};
