import { describeDemo, ensureRecords } from '../demo-records/ensure-records.ts';
import { runPlainCommand, say } from './command-line.ts';
import { buildDashboard } from './dashboard.ts';
import type { Demo } from './demo.ts';
import { withLock } from './lock.ts';
import { prepareDataDirectory } from './paths.ts';
import { loadSettings } from './settings.ts';
import { startMesh } from './start-mesh.ts';

const summary = (demo: Demo, demoFile: string): string => `${describeDemo(demo)}
Users, client and test key: ${demoFile}
./scripts/status   ./scripts/logs NAME -f   ./scripts/down (and up again to run changed code)`;

/** What was begun runs apart from this command, so that a terminal may be closed. */
const STOPPED = `
Stopped waiting. What was begun goes on: ./scripts/status shows it, ./scripts/up waits for it again, ./scripts/down ends it.`;

await runPlainCommand({ name: 'up' }, async () => {
  process.once('SIGINT', () => {
    say(STOPPED);
    process.exit(130);
  });
  const settings = loadSettings(process.env);
  const paths = prepareDataDirectory(settings.dataDir);
  const { demo, fault } = await withLock(paths.lock, async () => {
    const [{ demo }] = await Promise.all([startMesh(settings, paths, say), buildDashboard(say)]);
    return { demo, fault: await ensureRecords(demo, paths, say).catch((error: unknown) => error) };
  });
  say(summary(demo, paths.demo));
  // The mesh works without them, so its addresses come first.
  if (fault !== undefined) throw fault;
  return 0;
});
