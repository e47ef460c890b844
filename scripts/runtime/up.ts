import { runCommand, say } from './command-line.ts';
import type { Demo } from './demo.ts';
import { withLock } from './lock.ts';
import { prepareDataDirectory } from './paths.ts';
import { loadSettings } from './settings.ts';
import { startMesh } from './start-mesh.ts';

const summary = (demo: Demo, demoFile: string): string => `
The mesh is ready.

  Base URL       ${demo.base_url}
  Token URL      ${demo.auth_url}/oauth/token
  Documentation  ${demo.docs_url}
  API key        ${demo.api_key}

  curl -s -H "Authorization: Bearer ${demo.api_key}" ${demo.base_url}/v1/entities

Users, client and test key: ${demoFile}
./scripts/status   ./scripts/logs NAME -f   ./scripts/down (and up again to run changed code)`;

await runCommand(async () => {
  const settings = loadSettings(process.env);
  const paths = prepareDataDirectory(settings.dataDir);
  const { demo } = await withLock(paths.lock, () => startMesh(settings, paths, say));
  say(summary(demo, paths.demo));
  return 0;
});
