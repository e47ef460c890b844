import type { ConnectionType } from '../connection/connection.ts';
import type { Connector, Connectors } from './connector.ts';
import { odataV4 } from './odata-v4/odata-v4.ts';
import { sapS4Hana } from './sap-s4hana/sap-s4hana.ts';
import { tryton } from './tryton/tryton.ts';
import { veevaVault } from './veeva-vault/veeva-vault.ts';

/** The kinds of external systems that there are: a further one is a folder and its name here. */
const REGISTRY: readonly Connector[] = [veevaVault, sapS4Hana, odataV4, tryton];

/** The connectors by their types. */
export const CONNECTORS: Connectors = Object.fromEntries(REGISTRY.map((connector) => [connector.type, connector]));

/** The types that a connection may have. */
export const CONNECTION_TYPES: readonly ConnectionType[] = REGISTRY.map(({ type }) => type);
