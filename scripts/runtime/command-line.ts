/** Something the person at the keyboard can mend; its message is shown as it stands, without a stack. */
export class Advice extends Error {
  override name = 'Advice';
}

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

/** Runs a command to its exit code; an `Advice` ends it with its sentence and 1, any other error with its stack and 1. */
export const runCommand = async (command: () => Promise<number>): Promise<void> => {
  process.stdout.on('error', goOnUnread);
  try {
    process.exitCode = await command();
  } catch (error) {
    process.exitCode = 1;
    const text = error instanceof Advice ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${text}\n`);
  }
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
