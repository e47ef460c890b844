import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network in CIDR form, `10.1.0.0/16` or `2001:db8::/32`. */
export type Network = readonly [Address, number];

/**
 * The network, or null where the text is not one. Its address is the network's first, since of `10.0.0.5/8` nobody knows
 * whether one address was meant or all.
 */
export const parseNetwork = (text: string): Network | null => {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0 || address.includes('%') || !ipaddr.isValidCIDR(text)) return null;
  const kind = isIP(address) === 4 ? ipaddr.IPv4 : ipaddr.IPv6;
  const isFirst = kind.networkAddressFromCIDR(text).toString() === ipaddr.parse(address).toString();
  return isFirst ? ipaddr.parseCIDR(text) : null;
};

const network = (text: string): Network => {
  const parsed = parseNetwork(text);
  if (!parsed) throw new Error(`"${text}" is not a network.`);
  return parsed;
};

/** All of IPv6 that is handed out for global unicast (RFC 4291); what lies outside leads inside or nowhere. */
const GLOBAL_IPV6 = [network('2000::/3')];

/** Public by its number, yet a cloud answers its own machines there (Azure: metadata, DNS, health). */
const PLATFORM = [network('168.63.129.16/32')];

/** What is written in its plain form: no octal or short forms, which readers understand differently, and no IPv6 zone. */
const parseAddress = (text: string): Address | null =>
  isIP(text) === 0 || text.includes('%') ? null : ipaddr.parse(text);

const isWithin = (address: Address, networks: readonly Network[]): boolean =>
  networks.some(([first, bits]) => {
    if (first.kind() !== address.kind()) return false;
    return (address as ipaddr.IPv6).match(first as ipaddr.IPv6, bits);
  });

/** Whether an address that a name resolved to lies in one of the networks. False for what is not an address. */
export const isInside = (text: string, networks: readonly Network[]): boolean => {
  const address = parseAddress(text);
  return address !== null && isWithin(address, networks);
};

/**
 * Whether an address is global unicast: not private, shared, loopback, link-local, multicast, documentation, benchmarking or
 * otherwise reserved (the registries of RFC 6890). IPv6 forms that carry an IPv4 address (mapped, compatible, NAT64, 6to4,
 * Teredo) never are, since where they lead is the network's choice. False for what is not an address.
 */
export const isPublic = (text: string): boolean => {
  const address = parseAddress(text);
  if (address?.range() !== 'unicast') return false;
  return address.kind() === 'ipv6' ? isWithin(address, GLOBAL_IPV6) : !isWithin(address, PLATFORM);
};
