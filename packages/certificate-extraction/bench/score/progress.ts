import { SingleBar } from 'cli-progress';

/** Shows how many of the documents are read: a bar on a terminal, plain lines elsewhere. */
export type Progress = { advance(): void; end(): void };

const LINE_EVERY_MS = 2_000;

export const makeProgress = (stream: NodeJS.WriteStream, total: number): Progress =>
  stream.isTTY ? makeBar(stream, total) : makeLines(stream, total);

const makeBar = (stream: NodeJS.WriteStream, total: number): Progress => {
  const bar = new SingleBar({ format: 'extracting [{bar}] {value}/{total}', stream, hideCursor: true });
  bar.start(total, 0);
  return { advance: () => bar.increment(), end: () => bar.stop() };
};

const makeLines = (stream: NodeJS.WriteStream, total: number): Progress => {
  let [done, saidAt] = [0, 0];
  return {
    advance() {
      done += 1;
      if (done < total && Date.now() - saidAt < LINE_EVERY_MS) return;
      saidAt = Date.now();
      stream.write(`extracting    ${done} of ${total}\n`);
    },
    end: () => undefined,
  };
};
