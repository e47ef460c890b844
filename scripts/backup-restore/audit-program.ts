import { spawn } from 'node:child_process';
import { REPOSITORY } from '../runtime/paths.ts';
import { readOutput } from '../runtime/tool.ts';

const FOLDER = 'services/audit/src';

/** Runs an operator's program of the audit service, with an input and in an environment, to its end. */
export const runAuditProgram = (program: string, environment: Record<string, string>, input: string) => {
  const child = spawn(process.execPath, [`${FOLDER}/${program}`], {
    cwd: REPOSITORY,
    env: { ...environment, LOG_LEVEL: 'error' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that ended before it read its input says why by its exit.
  child.stdin.on('error', () => {}).end(input);
  return readOutput(child);
};

/** The command by which a person runs it with a file as its input. */
export const auditCommand = (program: string, file: string): string => `node ${FOLDER}/${program} < ${quoted(file)}`;

/** As a word of a shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
