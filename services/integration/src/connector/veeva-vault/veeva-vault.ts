import type { Connector } from '../connector.ts';
import { makeSparkVerifier } from './spark.ts';
import { apply, exchange, keepAlive, login } from './vault-login.ts';
import { DOCUMENTS } from './vault-source.ts';
import { openVault } from './vault-system.ts';

/** Veeva Vault, by its REST API. */
export const veevaVault: Connector = {
  type: 'veeva_vault',
  authenticationTypes: ['session', 'oauth2'],
  changeField: null,
  login,
  exchange,
  apply,
  keepAlive,
  open: openVault,
  inbound: makeSparkVerifier(),
  hasTypes: true,
  contentObjects: [DOCUMENTS],
  hasActions: true,
  statusName: 'vault_status',
};
