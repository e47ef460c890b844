import type { ConnectionType } from '../connection/connection.ts';
import type { Connector } from './connector.ts';
import { odataV4 } from './odata-v4/odata-v4.ts';
import { sapS4Hana } from './sap-s4hana/sap-s4hana.ts';
import { tryton } from './tryton/tryton.ts';
import { veevaVault } from './veeva-vault/veeva-vault.ts';

/** The kinds of external systems that there are. */
export const CONNECTORS: Readonly<Partial<Record<ConnectionType, Connector>>> = {
  odata_v4: odataV4,
  sap_s4hana: sapS4Hana,
  tryton,
  veeva_vault: veevaVault,
};
