import cliProgress from 'cli-progress';

/** Shows how far an import is. */
export type Progress = {
  begin(kind: string, total: number): void;
  advance(count: number): void;
  /** Tells that the import waits, and why. */
  waits(why: string, ms: number): void;
  end(): void;
};

const LINE_EVERY_MS = 2_000;

/** A bar on a terminal, plain lines elsewhere. */
export const makeProgress = (stream: NodeJS.WriteStream): Progress =>
  stream.isTTY ? makeBar(stream) : makeLines(stream);

const waitText = (why: string, ms: number): string => `${why}; asking again in ${Math.ceil(ms / 1000)} s`;

const makeBar = (stream: NodeJS.WriteStream): Progress => {
  const format = '{kind} [{bar}] {value}/{total} {note}';
  const bar = new cliProgress.SingleBar(
    { format, stream, hideCursor: true, clearOnComplete: false },
    cliProgress.Presets.shades_classic,
  );
  return {
    begin(kind, total) {
      bar.stop();
      bar.start(total, 0, { kind: kind.padEnd(12), note: '' });
    },
    advance: (count) => bar.increment(count, { note: '' }),
    waits: (why, ms) => bar.update({ note: waitText(why, ms) }),
    end: () => bar.stop(),
  };
};

const makeLines = (stream: NodeJS.WriteStream): Progress => {
  let [kind, done, total, shownAt, saidAt] = ['', 0, 0, 0, 0];
  const count = (value: number) => value.toLocaleString('en');
  return {
    begin: (of, all) => {
      [kind, done, total] = [of, 0, all];
    },
    advance(by) {
      done += by;
      if (done < total && Date.now() - shownAt < LINE_EVERY_MS) return;
      shownAt = Date.now();
      stream.write(`${kind.padEnd(14)}${count(done)} of ${count(total)}\n`);
    },
    waits(why, ms) {
      if (Date.now() - saidAt < LINE_EVERY_MS) return;
      saidAt = Date.now();
      stream.write(`${'waiting'.padEnd(14)}${waitText(why, ms)}\n`);
    },
    end: () => {},
  };
};
