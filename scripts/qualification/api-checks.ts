import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { findUnsignedClosures } from './closing-signature.ts';
import { DAY_MS, type Found, failed, type Installation, open, passed } from './installation-check.ts';

/** How far clocks may differ. */
export const CLOCK_TOLERANCE_MS = 5_000;

/** How many days a certificate must be valid. */
export const CERTIFICATE_DAYS = 30;

/** Whether all programs run the version that is to be qualified. */
export const checkVersions = async (installation: Installation): Promise<Found> => {
  const programs = installation.system?.programs ?? [];
  const versions = new Set(programs.map(({ version }) => version));
  const actual = programs.map(({ name, version }) => `${name} ${version}`).join(', ');
  if (versions.size !== 1) return failed('The programs run different versions.', actual);
  const wanted = installation.version;
  if (wanted === null) return open('Give --version VERSION, the version that is to be qualified.');
  if (versions.has(wanted)) return passed(actual);
  return failed(`The programs run another version than ${wanted}.`, actual);
};

/** Whether a restore was tried within a year. */
export const checkRestoreDrill = async (installation: Installation): Promise<Found> => {
  const drill = installation.system?.last_restore_drill;
  if (!drill) return open('No restore drill is recorded. Make a backup and run ./scripts/restore --drill.');
  if (!drill.passed) return failed(`The restore drill of ${drill.at} did not pass: ${drill.reason}.`);
  if (Date.now() - Date.parse(drill.at) > 366 * DAY_MS) return failed(`The last restore drill is of ${drill.at}.`);
  return passed(`restore drill of ${drill.at}, backup of ${drill.backup_moment}`);
};

const readCertificateEnd = (host: string, port: number): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: 10_000 }, () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.end();
      resolve(new Date(valid_to));
    });
    socket.on('error', reject);
    socket.on('timeout', () => socket.destroy(new Error('no answer within 10 s')));
  });

/** Whether the public address has a certificate that is valid long enough. */
export const checkTransport = async ({ baseUrl }: Installation): Promise<Found> => {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:')
    return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
      ? open('The system is reached by plain http on this machine; qualify the public address by --against.')
      : failed('The system is reached by plain http.');
  try {
    const end = await readCertificateEnd(hostname, Number(port || 443));
    const days = Math.floor((end.getTime() - Date.now()) / DAY_MS);
    const actual = `valid until ${end.toISOString()}, ${days} days`;
    return days >= CERTIFICATE_DAYS ? passed(actual) : failed(`The certificate ends in ${days} days.`, actual);
  } catch (error) {
    return failed(`The certificate is not valid: ${(error as Error).message}`);
  }
};

/** Compares a clock with ours at the middle of the request. */
export const compareClocks = (
  name: string,
  theirs: Date,
  { before, after }: { before: number; after: number },
): Found => {
  const offset = Math.round(theirs.getTime() - (before + after) / 2);
  const actual = `${name} differs by ${(offset / 1000).toFixed(1)} s`;
  // A header tells whole seconds, and the answer took a while.
  return Math.abs(offset) <= CLOCK_TOLERANCE_MS + (after - before)
    ? passed(actual)
    : failed(`The clock of ${actual}.`, actual);
};

/** The clock of the gateway beside ours. */
export const checkGatewayClock = async ({ baseUrl }: Installation): Promise<Found> => {
  const before = Date.now();
  const response = await fetch(`${baseUrl}/v1/openapi.json`, { method: 'HEAD' });
  const date = response.headers.get('date');
  return date === null
    ? failed('The answer of the gateway has no Date header.')
    : compareClocks('the gateway', new Date(date), { before, after: Date.now() });
};

/** Whether the log agrees with checkpoints kept outside. */
export const checkOutsideCheckpoints = async ({ client }: Installation): Promise<Found> => {
  const { valid, entries_checked, compared_with } = await client.auditLogs.verify();
  const outside = compared_with.filter(({ source }) => source === 'outside');
  if (!valid || outside.some(({ holds }) => !holds)) return failed('The log does not agree with a checkpoint.');
  const actual = `${entries_checked} entries, ${outside.length} checkpoints outside agree`;
  return outside.length > 0
    ? passed(actual)
    : open('No checkpoint outside the database was compared; the first one may not be due yet.');
};

/** Whether deviations and CAPAs close with a signature. */
export const checkClosing = async ({ client }: Installation): Promise<Found> => {
  const definitions = [];
  for await (const definition of client.workflows.list({ per_page: 100 })) definitions.push(definition);
  const found = findUnsignedClosures(definitions);
  const active = definitions.filter(({ is_active }) => is_active).length;
  if (active === 0) return failed('No workflow is active.');
  return found.length === 0 ? passed(`${active} active definitions`) : failed(found.join('; '));
};

/** The checksums of image and bill of materials. */
export const checkRelease = async ({ sbom, imageDigest }: Installation): Promise<Found> => {
  if (sbom === null || imageDigest === null)
    return open(
      'Give --sbom FILE and --image-digest sha256:… of what is installed; a mesh of scripts/up has no image.',
    );
  if (!/^sha256:[0-9a-f]{64}$/.test(imageDigest))
    return failed(`${imageDigest} is no digest of the form sha256:<hex>.`);
  const text = readFileSync(sbom, 'utf8');
  const { bomFormat, components = [] } = JSON.parse(text) as { bomFormat?: string; components?: unknown[] };
  if (bomFormat !== 'CycloneDX') return failed(`${sbom} is no CycloneDX bill of materials.`);
  const digest = createHash('sha256').update(text).digest('hex');
  return passed(`image ${imageDigest}; bill of materials sha256:${digest}, ${components.length} components`);
};
