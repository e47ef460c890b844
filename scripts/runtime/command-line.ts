/** Something the person at the keyboard can mend; its message is shown as it stands, without a stack. */
export class Advice extends Error {
  override name = 'Advice';
}

/** What disks and their rights refuse. The message says what and where; a stack would tell whoever reads it no more. */
const OF_THE_DISK = new Set(['EACCES', 'EDQUOT', 'EEXIST', 'EISDIR', 'ENOSPC', 'ENOTDIR', 'EPERM', 'EROFS']);

/** Whether a disk, or the rights on it, refused something. */
export const isOfTheDisk = (error: unknown): error is Error =>
  error instanceof Error && OF_THE_DISK.has(String((error as NodeJS.ErrnoException).code));

/** Where a command writes its progress, one line at a time. */
export type Say = (line: string) => void;

/** Writes a line to standard output. */
export const say: Say = (line) => {
  process.stdout.write(`${line}\n`);
};

/** The number that an option holds. Throws `Advice` when it is not whole or less than the least. */
export const wholeNumber = (option: string, text: string, least = 0): number => {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  const bound = least > 0 ? `, at least ${least}` : '';
  throw new Advice(`${option} is "${text}"; give a whole number${bound}.`);
};

/** Who reads may have seen enough, as `head` has; what the command does goes on. */
const goOnUnread = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
};

/** Runs a command to its exit code; what a person can mend ends it with its sentence and 1, any other error with its stack and 1. */
export const runCommand = async (command: () => Promise<number>): Promise<void> => {
  process.stdout.on('error', goOnUnread);
  try {
    process.exitCode = await command();
  } catch (error) {
    process.exitCode = 1;
    process.stderr.write(`\n${toText(error)}\n`);
  }
};

const toText = (error: unknown): string => {
  if (error instanceof Advice || isOfTheDisk(error)) return error.message;
  return error instanceof Error ? String(error.stack) : String(error);
};

/** A command without parameters: its name, and the options that it has. */
type Plain = { name: string; options?: readonly string[] };

/** Runs such a command. `--help` shows how it is used; an option that it does not know stops it before it does anything. */
export const runPlainCommand = ({ name, options = [] }: Plain, command: () => Promise<number>): Promise<void> =>
  runCommand(async () => {
    const usage = ['Usage:', `./scripts/${name}`, ...options.map((option) => `[${option}]`)].join(' ');
    const given = process.argv.slice(2);
    const unknown = given.find((one) => one !== '--help' && !options.includes(one));
    if (unknown !== undefined) throw new Advice(`${unknown} is not known. ${usage}`);
    if (!given.includes('--help')) return command();
    say(usage);
    return 0;
  });
