import { Resolver } from 'node:dns/promises';

const ANSWER_MS = 2_000;
const TRIES = 2;

/** All addresses of a name. Throws `NameNotResolved` when there is none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** A name has no address, or the servers for it do not answer. */
export class NameNotResolved extends Error {
  constructor(cause?: unknown) {
    super('The name could not be resolved.', { cause });
    this.name = 'NameNotResolved';
  }
}

/**
 * Asks the machine's name servers, or the given ones, for the full name. The system's own resolver (`getaddrinfo`) is not
 * used: it blocks one of the process's four threads for as long as a stranger's name server takes. So `/etc/hosts` and search
 * domains do not count.
 */
export const makeLookup = (servers?: readonly string[]): Lookup => {
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    if (isLocalhost(name)) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw new NameNotResolved(answers.find((answer) => answer.status === 'rejected')?.reason);
  };
};

/** Such names are never resolved by a server (RFC 6761, 6.3). */
const isLocalhost = (name: string): boolean => /(^|\.)localhost\.?$/i.test(name);
