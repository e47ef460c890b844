import { isIP } from 'node:net';
import { invalidField } from '../error.ts';
import { isInside, isPublic, type Network } from './address.ts';

/** Why an address is not called. The sentence names the rule, and never what a name resolved to. */
export const REFUSALS = {
  url: 'This is not an address that can be called.',
  scheme: 'Only https addresses are called.',
  credentials: 'The address must not hold a user name or a password.',
  plain_http: 'Plain http is called in networks alone that this deployment allows. Use https.',
  network: 'The address does not lie in the public internet, nor in a network that this deployment allows.',
  downgrade: 'The receiver redirected from https to plain http.',
  redirects: 'The receiver redirected too often.',
} as const;

export type OutboundRefusal = keyof typeof REFUSALS;

/** What may be called ("Outbound addresses" of the decisions). */
export type OutboundRule = {
  /** Checks what can be checked before a name is resolved. */
  refusalOfUrl(url: string | URL): OutboundRefusal | null;
  /** Judges where a name leads: each of its addresses has to pass, since any of them may be the one. */
  refusalOfAddresses(protocol: string, addresses: readonly string[]): OutboundRefusal | null;
};

/** Public addresses by https, and the networks that the deployment allows by http too. */
export const makeOutboundRule = (allowedNetworks: readonly Network[]): OutboundRule => {
  const isAllowed = (address: string): boolean => isInside(address, allowedNetworks);

  const refusalOfAddresses = (protocol: string, addresses: readonly string[]): OutboundRefusal | null => {
    if (addresses.length === 0) return 'network';
    if (!addresses.every((address) => isAllowed(address) || isPublic(address))) return 'network';
    return protocol === 'https:' || addresses.every(isAllowed) ? null : 'plain_http';
  };

  return {
    refusalOfAddresses,
    refusalOfUrl(given) {
      const url = typeof given === 'string' ? URL.parse(given) : given;
      if (!url) return 'url';
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme';
      if (url.username !== '' || url.password !== '') return 'credentials';
      const literal = parseLiteral(url);
      if (literal) return refusalOfAddresses(url.protocol, [literal]);
      return url.protocol === 'http:' && allowedNetworks.length === 0 ? 'plain_http' : null;
    },
  };
};

/** The IP address that a URL names outright; its parser has undone decimal, octal, hexadecimal and short forms by then. */
const parseLiteral = ({ hostname }: URL): string | null => {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(host) === 0 ? null : host;
};

/**
 * Refuses an address when it is written, as 422 that names the field: what is forbidden by itself. A name is checked at each
 * call, since what it resolves to changes.
 */
export const refuseLiteral = ({ url, field }: { url: string; field: string }, rule: OutboundRule): void => {
  const refusal = rule.refusalOfUrl(url);
  if (refusal) throw invalidField(field, 'address_not_allowed', REFUSALS[refusal]);
};
