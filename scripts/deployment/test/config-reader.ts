import { gatewayEnvironment, readConfig as readGatewayConfig } from '../../../gateway/src/config.ts';
import * as audit from '../../../services/audit/src/config.ts';
import * as certificate from '../../../services/certificate/src/config.ts';
import * as entity from '../../../services/entity/src/config.ts';
import * as identity from '../../../services/identity/src/config.ts';
import * as integration from '../../../services/integration/src/config.ts';
import * as quality from '../../../services/quality/src/config.ts';
import * as supplier from '../../../services/supplier/src/config.ts';
import * as webhook from '../../../services/webhook/src/config.ts';
import * as workflow from '../../../services/workflow/src/config.ts';

const SERVICE_READERS: Readonly<Record<string, () => unknown>> = {
  'audit-worker': audit.readWorkerConfig,
  'certificate-worker': certificate.readWorkerConfig,
  ...Object.fromEntries(
    Object.entries({ audit, certificate, entity, identity, integration, quality, supplier, webhook, workflow }).map(
      ([name, { readConfig }]) => [name, readConfig],
    ),
  ),
};

/** Has a program read its configuration from an environment. Throws the sentence that it would end with. */
export const parseConfig = (name: string, environment: NodeJS.ProcessEnv): unknown => {
  const reader = SERVICE_READERS[name];
  if (!reader) return readGatewayConfig(environment);
  const before = process.env;
  process.env = environment;
  try {
    return reader();
  } finally {
    process.env = before;
  }
};

const FILE = '_FILE';

/** The variables that a program reads: for each of them a file is looked for, whose variable has its name and `_FILE`. */
export const readVariables = (name: string): Set<string> => {
  if (!SERVICE_READERS[name]) return new Set(Object.keys(gatewayEnvironment));
  const requested = new Set<string>();
  const nothing = new Proxy<NodeJS.ProcessEnv>({}, { get: (_none, variable) => void requested.add(String(variable)) });
  try {
    parseConfig(name, nothing);
  } catch {
    // Nothing is set, so that it cannot be complete.
  }
  return new Set(
    [...requested].filter((variable) => variable.endsWith(FILE)).map((file) => file.slice(0, -FILE.length)),
  );
};
