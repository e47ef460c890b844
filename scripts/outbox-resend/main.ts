import { DATABASES, runningMongodb, withClient } from '../backup-restore/deployment.ts';
import { getPrefix } from '../backup-restore/own-mongodb.ts';
import { Advice, runCommand, say } from '../runtime/command-line.ts';
import { loadSettings } from '../runtime/settings.ts';
import { resendQueue } from './resend-queue.ts';

const USAGE = 'Use: scripts/outbox resend QUEUE, while the mesh runs.';

await runCommand(async () => {
  const [command, queue, ...others] = process.argv.slice(2);
  if (command !== 'resend' || queue === undefined || others.length > 0) throw new Advice(USAGE);
  const settings = loadSettings(process.env);
  const databases = DATABASES.map((name) => `${getPrefix(settings)}${name}`);
  await withClient(runningMongodb(settings), (client) => resendQueue({ client, databases }, queue));
  say(`The producers send ${queue} again what they sent to it within the last day. Its consumer ignores what it has.`);
  return 0;
});
