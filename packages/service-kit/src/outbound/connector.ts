import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { givenAuthorities, outsideContext } from '../tls/authority.ts';
import type { Lookup } from './lookup.ts';
import { type OutboundRefusal, type OutboundRule, REFUSALS } from './rule.ts';

/** How long one of several addresses is tried before the next one is, too. */
const NEXT_ADDRESS_MS = 1_000;

/** The rules forbid the call. */
export class CallRefused extends Error {
  readonly refusal: OutboundRefusal;

  constructor(refusal: OutboundRefusal) {
    super(REFUSALS[refusal]);
    this.name = 'CallRefused';
    this.refusal = refusal;
  }
}

/**
 * What proves the caller when a TLS connection is made (mutual TLS), in PEM: a certificate, with those between it and its
 * authority, and its key.
 */
export type ClientCertificate = { certificate: string; privateKey: string };

/** `authorities` are trusted in the place of those that Node was given, PEM. The mesh's own are not trusted here. */
export type ConnectorParts = {
  rule: OutboundRule;
  lookup: Lookup;
  connectMs: number;
  authorities?: readonly string[];
  clientCertificate?: ClientCertificate;
};

/**
 * Makes connections to addresses that were checked, and to no other: a name is resolved once for a connection, all that it
 * resolves to is checked, and the socket is given just those addresses, so a second answer of its name server is never used.
 * Certificate and Host stay those of the name. Fails with `CallRefused` or `NameNotResolved`.
 */
export const makeConnector = (parts: ConnectorParts): buildConnector.connector => {
  const { rule, lookup, connectMs } = parts;
  const connectBy = (protocol: string): buildConnector.connector =>
    buildConnector({
      allowH2: false,
      timeout: connectMs,
      lookup: checkedLookup(protocol, { rule, lookup }),
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      rejectUnauthorized: true,
      ...buildProof(parts),
    });
  const [secure, plain] = [connectBy('https:'), connectBy('http:')];
  return (options, callback) => {
    const { protocol, hostname } = options;
    // The socket looks up names alone, so a literal is checked here.
    const refusal = isIP(hostname) === 0 ? null : rule.refusalOfAddresses(protocol, [hostname]);
    if (refusal) return process.nextTick(callback, new CallRefused(refusal), null);
    return protocol === 'https:' ? secure(options, callback) : plain(options, callback);
  };
};

/** Whose certificates are believed, and what is shown. Most connections share what was made of the authorities once. */
const buildProof = ({ authorities, clientCertificate: own }: ConnectorParts) => {
  if (!authorities && !own) return { secureContext: outsideContext() };
  const ca = [...(authorities ?? givenAuthorities())];
  return own ? { ca, cert: own.certificate, key: own.privateKey } : { ca };
};

/** The lookup of a socket: what it answers is what the socket connects to. */
const checkedLookup =
  (protocol: string, { rule, lookup }: Pick<ConnectorParts, 'rule' | 'lookup'>): LookupFunction =>
  (name, { all }, callback) => {
    const check = async () => {
      const addresses = await lookup(name);
      const refusal = rule.refusalOfAddresses(protocol, addresses);
      if (refusal) throw new CallRefused(refusal);
      return addresses.map((address) => ({ address, family: isIP(address) }));
    };
    check().then(
      (checked) => (all ? callback(null, checked) : callback(null, checked[0]?.address ?? '', checked[0]?.family)),
      (error: Error) => callback(error, ''),
    );
  };
