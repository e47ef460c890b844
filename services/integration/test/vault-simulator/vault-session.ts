import { randomBytes } from 'node:crypto';
import { failure, type Reply, success } from './vault-reply.ts';

const IDLE_MS = 20 * 60_000;
const WINDOW_MS = 60_000;

export type VaultUser = { username: string; password: string };

type Vault = { id: number; name: string; url: string };

type Parts = {
  users: readonly VaultUser[];
  /** The vault itself, and another one that its users may enter. */
  vaults: readonly [Vault, Vault];
  now: () => Date;
  landsElsewhere: () => boolean;
  /** Logins of a user that a minute has. */
  loginsPerMinute: number;
};

/** The sessions of a vault. */
export type Sessions = {
  login(form: URLSearchParams): Reply;
  loginByToken(form: URLSearchParams, isKnown: boolean): Reply;
  /** Whether the session is there; it is not idle from then on. */
  use(id: string | undefined): boolean;
  expireAll(): void;
  /** How many logins have succeeded. */
  opened: number;
};

export const makeSessions = ({ users, vaults, now, landsElsewhere, loginsPerMinute }: Parts): Sessions => {
  const lastUse = new Map<string, number>();
  const tries = new Map<string, number[]>();
  /** Who does not say which vault is meant lands in the other one, as in the one that was entered last. */
  const toVault = (form: URLSearchParams): Vault =>
    !landsElsewhere() && form.get('vaultDNS') === URL.parse(vaults[0].url)?.host ? vaults[0] : vaults[1];
  const open = (form: URLSearchParams): Reply => {
    const id = randomBytes(48).toString('hex').toUpperCase();
    lastUse.set(id, now().getTime());
    sessions.opened += 1;
    return success({ sessionId: id, userId: 12021, vaultIds: vaults, vaultId: toVault(form).id });
  };
  const isAboveLimit = (username: string): boolean => {
    const recent = (tries.get(username) ?? []).filter((at) => at > now().getTime() - WINDOW_MS);
    tries.set(username, [...recent, now().getTime()]);
    return recent.length >= loginsPerMinute;
  };
  const sessions: Sessions = {
    opened: 0,
    login(form) {
      const [username, password] = [form.get('username') ?? '', form.get('password') ?? ''];
      if (isAboveLimit(username))
        return failure('API_LIMIT_EXCEEDED', 'You have exceeded the maximum number of calls.');
      const isKnown = users.some((user) => user.username === username && user.password === password);
      if (!isKnown) return failure('USERNAME_OR_PASSWORD_INCORRECT', 'Authentication failed', 'AUTHENTICATION_FAILED');
      return open(form);
    },
    loginByToken: (form, isKnown) =>
      isKnown ? open(form) : failure('INVALID_TOKEN', 'The token is not valid.', 'AUTHENTICATION_FAILED'),
    use(id) {
      const last = lastUse.get(id ?? '');
      if (last === undefined || now().getTime() - last > IDLE_MS) return false;
      lastUse.set(id ?? '', now().getTime());
      return true;
    },
    expireAll: () => lastUse.clear(),
  };
  return sessions;
};
