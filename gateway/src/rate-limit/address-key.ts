import { isIPv6 } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;

const firstGroups = (address: string): string => {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(8 - left.length - right.length, 0);
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right].slice(0, GROUPS_OF_A_NETWORK);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
};

/** The key by which an address is counted: an IPv4 address itself, the /64 network of an IPv6 one, which one host may own whole. */
export const addressKey = (address: string): string => (isIPv6(address) ? `${firstGroups(address)}::/64` : address);
