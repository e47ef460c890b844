import { rebuildSuppliers } from './compose.ts';
import { readConfig } from './config.ts';

// Rebuilds the read model. Logs and errors go to standard error.
try {
  await rebuildSuppliers(readConfig());
  process.stdout.write('The read model of the suppliers is rebuilt.\n');
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
