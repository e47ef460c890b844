import { rebuildSuppliers } from './compose.ts';
import { readConfig } from './config.ts';

// Builds the read model anew. Logs and faults go to standard error.
try {
  await rebuildSuppliers(readConfig());
  process.stdout.write('The read model of the suppliers is built anew.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
