import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { SigningKey } from '../../scripts/fuzzing/signing-key.ts';

type Claims = Record<string, unknown>;
type Header = Record<string, unknown>;

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const decodeClaims = (token: string): Claims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const rs256 = (header: Header, claims: Claims, key: KeyObject): string => {
  const signed = `${part({ typ: 'at+jwt', alg: 'RS256', ...header })}.${part(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
};

const hs256 = (kid: string, claims: Claims, secret: string | Buffer): string => {
  const signed = `${part({ typ: 'at+jwt', alg: 'HS256', kid })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
};

/** The rows that the true key has signed and that are still no credential. */
const trulySigned = ({ kid, privateKey }: SigningKey, claims: Claims): [string, string][] => {
  const now = Math.floor(Date.now() / 1_000);
  const signed = (changed: Claims): string => `Bearer ${rs256({ kid }, { ...claims, ...changed }, privateKey)}`;
  return [
    ['an expired token', signed({ iat: now - 7_200, exp: now - 1 })],
    ['a token without an end', signed({ exp: undefined })],
    ['a token that is not valid yet', signed({ nbf: now + 3_600 })],
    ['another audience', signed({ aud: 'http://elsewhere.example' })],
    ['no audience', signed({ aud: undefined })],
    ['another issuer', signed({ iss: 'http://elsewhere.example' })],
    ['no organisation', signed({ org_id: undefined })],
  ];
};

const forged = ({ kid, privateKey }: SigningKey, good: string): [string, string][] => {
  const claims = decodeClaims(good);
  const [header = '', , signature = ''] = good.split('.');
  const other = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const publicKey = createPublicKey(privateKey);
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const jwk = other.publicKey.export({ format: 'jwk' });
  const bearer = (token: string): string => `Bearer ${token}`;
  return [
    ['alg none', bearer(`${part({ alg: 'none', typ: 'at+jwt', kid })}.${part(claims)}.`)],
    ['alg NONE', bearer(`${part({ alg: 'NONE', typ: 'at+jwt', kid })}.${part(claims)}.${signature}`)],
    ['HS256 by the public key as PEM', bearer(hs256(kid, claims, pem))],
    ['HS256 by the public key as DER', bearer(hs256(kid, claims, publicKey.export({ type: 'spki', format: 'der' })))],
    ['another key under the known name', bearer(rs256({ kid }, claims, other.privateKey))],
    ['an unknown key', bearer(rs256({ kid: 'unknown' }, claims, other.privateKey))],
    ['a key that the token brings along', bearer(rs256({ kid, jwk }, claims, other.privateKey))],
    ['a changed claim', bearer(`${header}.${part({ ...claims, org_id: 'org_other' })}.${signature}`)],
    ['no signature', bearer(`${good.split('.').slice(0, 2).join('.')}.`)],
  ];
};

/** Every `Authorization` header that is no credential, by what it is. `good` is a valid access token. */
export const falseCredentials = (key: SigningKey, good: string, apiKey: string): [string, string | null][] => [
  ['no credential', null],
  ['text that is no token', 'Bearer abc'],
  ['another scheme', `Basic ${Buffer.from(`x:${good}`).toString('base64')}`],
  ['two credentials in one header', `Bearer ${good}, Bearer ${good}`],
  ['an API key that does not exist', `Bearer ${apiKey.slice(0, -4)}AAAA`],
  ...trulySigned(key, decodeClaims(good)),
  ...forged(key, good),
];

/** A token like the good one, truly signed: shows that the rows above fail for what they change alone. */
export const resigned = ({ kid, privateKey }: SigningKey, good: string): string =>
  rs256({ kid }, decodeClaims(good), privateKey);
