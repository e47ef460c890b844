import { withIdentity } from './compose.ts';
import { readConfig } from './config.ts';

const COMPROMISED = '--compromised';

// Makes the next signing key the current one. No request fails by it: the key was published before, and the old one stays
// published until its last token has expired. With --compromised every key is replaced at once and tokens of before are
// refused. Prints the id of the key that signs from now on.
try {
  const kid = await withIdentity(readConfig(), ({ keys }) =>
    process.argv.includes(COMPROMISED) ? keys.replaceAll() : keys.rotate(),
  );
  process.stdout.write(`${JSON.stringify({ kid })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
