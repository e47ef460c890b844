import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@qsc/client';
import { toResult } from '../../services/audit/src/system-qualification/system-qualification.ts';
import { REPOSITORY } from '../runtime/paths.ts';
import { writeQualificationPdf } from './document.ts';
import { countOutcomes } from './result.ts';
import { listSteps, type QualificationRun } from './run.ts';

const toCsvCell = (value: string): string =>
  `"${(/^[=+\-@\t\r]/.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

const writeTraceCsv = ({ trace }: QualificationRun): string =>
  [
    ['requirement', 'text', 'risk', 'steps', 'result', 'evidence', 'organisation'],
    ...trace.map(({ requirement, risk, steps, answer, evidence, organisation }) => [
      ...[requirement.id, requirement.text, risk.area, steps.join(' '), answer, evidence, organisation],
    ]),
  ]
    .map((cells) => cells.map(toCsvCell).join(','))
    .join('\r\n');

const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const describeFile = (folder: string, name: string) => {
  const bytes = readFileSync(join(folder, name));
  const checksum = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { name, size_bytes: bytes.length, checksum };
};

/**
 * Writes the pack to a new folder: the report as PDF, requirements, risks, steps and traceability as data; has the system record and
 * sign the run, and writes the signed manifest beside them, with its key and the program that verifies it.
 * @param client records the run in the organisation that is qualified.
 */
export const writePack = async (run: QualificationRun, folder: string, client: Client): Promise<{ id: string }> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, content: string) =>
    writeFileSync(join(folder, name), content, { flag: 'wx', mode: 0o600 });
  const steps = listSteps(run);
  write('requirements.json', toJson(run.requirements));
  write('risks.json', toJson(run.risks));
  write('steps.json', toJson(steps));
  write('traceability.csv', `${writeTraceCsv(run)}\r\n`);
  await writeQualificationPdf(run, join(folder, 'qualification.pdf'));
  const names = ['qualification.pdf', 'requirements.json', 'risks.json', 'steps.json', 'traceability.csv'];
  const recorded = await client.auditLogs.recordSystemQualification({
    run: run.run,
    started_at: run.startedAt.toISOString(),
    completed_at: run.completedAt.toISOString(),
    system: { base_url: run.baseUrl, version: run.version },
    result: toResult(countOutcomes(steps)),
    steps: countOutcomes(steps),
    files: names.map((name) => describeFile(folder, name)),
  });
  write('qualification.json', recorded.manifest);
  write('qualification.json.sig', `${recorded.signature}\n`);
  write('key.json', toJson(await client.auditLogs.getCheckpointKey()));
  copyFileSync(join(REPOSITORY, 'scripts/verify-audit.mjs'), join(folder, 'verify-audit.mjs'));
  return { id: recorded.id };
};
