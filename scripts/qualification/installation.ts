import { REPOSITORY } from '../runtime/paths.ts';
import {
  CERTIFICATE_DAYS,
  CLOCK_TOLERANCE_MS,
  checkClosing,
  checkGatewayClock,
  checkOutsideCheckpoints,
  checkRelease,
  checkRestoreDrill,
  checkTransport,
  checkVersions,
} from './api-checks.ts';
import {
  checkBaseline,
  checkCheckpointFolder,
  checkDatabaseClock,
  checkDatabaseRights,
  checkSecretFiles,
  checkUsers,
} from './host-checks.ts';
import { type Found, failed, type Installation } from './installation-check.ts';
import type { StepResult } from './result.ts';

type Check = {
  title: string;
  covers: string[];
  action: string;
  expected: string;
  run: (installation: Installation) => Promise<Found>;
};

const CHECKS: readonly Check[] = [
  {
    title: 'All programs run the version that is to be qualified',
    covers: ['OPS-01'],
    action: 'Ask each program for its version, by a compliance report',
    expected: 'one version, that of the release',
    run: checkVersions,
  },
  {
    title: 'Image and bill of materials are recorded by their checksums',
    covers: ['OPS-10'],
    action: 'Compute and record the checksums',
    expected: 'checksums recorded',
    run: checkRelease,
  },
  {
    title: 'Settings are those of the declared baseline',
    covers: ['OPS-02', 'Annex 11, 10'],
    action: 'Compare the environment of each program with the baseline',
    expected: 'no difference',
    run: checkBaseline,
  },
  {
    title: 'Transport is encrypted by a valid certificate',
    covers: ['OPS-07', 'Annex 11, 12.1'],
    action: 'Read the certificate of the public address',
    expected: `valid for ${CERTIFICATE_DAYS} days or longer`,
    run: checkTransport,
  },
  {
    title: 'The clock of the gateway agrees with this one',
    covers: ['OPS-04', '11.10 (e)', 'Annex 11, 12.4'],
    action: 'Compare the Date header',
    expected: `within ${CLOCK_TOLERANCE_MS / 1000} s`,
    run: checkGatewayClock,
  },
  {
    title: 'The clock of the database agrees with this one',
    covers: ['OPS-04', '11.10 (e)'],
    action: 'Ask the database for its time',
    expected: `within ${CLOCK_TOLERANCE_MS / 1000} s`,
    run: checkDatabaseClock,
  },
  {
    title: 'Each program has a database user of its own',
    covers: ['OPS-03', '11.10 (d)'],
    action: 'Compare the users in MONGODB_URI',
    expected: 'no user twice',
    run: checkUsers('MONGODB_URI'),
  },
  {
    title: 'No database user has more rights than its program needs',
    covers: ['OPS-03', '11.10 (d)'],
    action: 'Ask the database for roles and privileges of each user',
    expected: 'the own database alone, no broad role',
    run: checkDatabaseRights,
  },
  {
    title: 'Each program has a broker user of its own',
    covers: ['OPS-03', '11.10 (d)'],
    action: 'Compare the users in AMQP_URL',
    expected: 'no user twice',
    run: checkUsers('AMQP_URL'),
  },
  {
    title: 'The folder of checkpoints is there',
    covers: ['OPS-05', '11.10 (e)'],
    action: 'Look into the folder',
    expected: 'a folder with checkpoints',
    run: checkCheckpointFolder,
  },
  {
    title: 'The log agrees with checkpoints kept outside',
    covers: ['OPS-05', '11.10 (e)', 'Annex 11, 7.1'],
    action: 'Verify the log by the API',
    expected: 'valid; every checkpoint holds',
    run: checkOutsideCheckpoints,
  },
  {
    title: 'Files with secrets are readable by their owner alone',
    covers: ['OPS-08', 'Annex 11, 12.1'],
    action: 'Read the modes of the files',
    expected: 'no right of group or others',
    run: checkSecretFiles,
  },
  {
    title: 'A restore was tried within a year',
    covers: ['OPS-06', 'Annex 11, 7.2'],
    action: 'Read the last recorded restore drill',
    expected: 'passed, not older than a year',
    run: checkRestoreDrill,
  },
  {
    title: 'Deviations and CAPAs close with a signature',
    covers: ['OPS-09', 'SIG-02', '11.10 (f)'],
    action: 'Read the active definitions',
    expected: 'a signature on each way into a closed state',
    run: checkClosing,
  },
];

/** Runs the installation qualification. A check that cannot be run is open; one that breaks off has failed. */
export const qualifyInstallation = async (installation: Installation, by: string): Promise<StepResult[]> => {
  const results: StepResult[] = [];
  for (const { run, ...check } of CHECKS) {
    const started = new Date();
    const found = await run(installation).catch((error: Error) => failed(`The check broke off: ${error.message}`));
    results.push({
      ...check,
      id: `IQ-${String(results.length + 1).padStart(2, '0')}`,
      by,
      at: started.toISOString(),
      duration_ms: Date.now() - started.getTime(),
      actual: found.actual,
      outcome: found.outcome,
      reason: found.reason ?? null,
      request_ids: [],
      audit_entries: [],
      specification: check.expected,
      audit: null,
    });
  }
  return results;
};

/** The baseline of the mesh that `scripts/up` starts. */
export const DEFAULT_BASELINE = `${REPOSITORY}/scripts/qualification/data/baseline.yaml`;
