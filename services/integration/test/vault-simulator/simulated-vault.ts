import type { Spark } from './spark-sender.ts';
import type { VaultData } from './vault-data.ts';
import type { Faults } from './vault-fault.ts';
import type { Sessions, VaultUser } from './vault-session.ts';

/** A vault of the simulator while it runs. */
export type VaultSimulator = {
  /** The address of the vault, without `/api`. */
  url: string;
  host: string;
  vaultId: string;
  user: VaultUser;
  data: VaultData;
  faults: Faults;
  sessions: Sessions;
  spark: Spark;
  /** All requests that came, as `POST /api/v25.2/query`. */
  requests: string[];
  /** Tokens of OAuth that it takes. */
  oauthTokens: Set<string>;
  /** The vault's clock is ahead of this machine's by so much. */
  skewMs: number;
  now(): Date;
  stop(): Promise<void>;
};
