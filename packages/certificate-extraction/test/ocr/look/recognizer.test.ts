import { once } from 'node:events';
import { expect } from 'chai';
import { makeRecognizer, type Recognizer, startThread } from '../../../src/ocr/look/recognizer.ts';
import { drawnPage } from '../drawn-page.ts';

const line = drawnPage(400, 60, (context) => {
  context.font = '36px Drawn';
  context.fillText('Assay', 20, 42);
});
const SAID = 'Error: Error attempting to read image.';

describe('recognition', () => {
  let recognizer: Recognizer;
  let started: number;

  /** A recognizer of one thread; the first `broken` of those that it starts fail as tesseract.js does. */
  const open = (broken: number): void => {
    started = 0;
    recognizer = makeRecognizer(1, async () => {
      const thread = await startThread();
      started += 1;
      if (started <= broken) thread.recognize = () => Promise.reject(SAID);
      return thread;
    });
  };
  const listTexts = async (): Promise<string[]> => (await recognizer.recognize(line, 'line')).map(({ text }) => text);

  afterEach(() => recognizer.close());

  it('tries a picture once more on a fresh thread where the first one failed, and warns of it', async () => {
    open(1);
    const warned = once(process, 'warning');
    expect(await listTexts()).to.deep.equal(['Assay']);
    expect(started).to.equal(2);
    expect((await warned)[0].message)
      .to.include(SAID)
      .and.to.include('400 × 60');
  });

  it('ends in an error that says what the thread said, and goes on with another', async () => {
    open(2);
    const fault = await recognizer.recognize(line, 'line').catch((error: unknown) => error);
    expect(fault).to.be.instanceOf(Error).with.property('cause', SAID);
    expect((fault as Error).message)
      .to.include(SAID)
      .and.to.include('400 × 60');
    expect(await listTexts()).to.deep.equal(['Assay']);
  });

  it('tells why a picture could not be read', async () => {
    open(0);
    const nothing = { width: 0, height: 40, data: new Uint8Array() };
    const fault = await recognizer.recognize(nothing, 'line').catch((error: unknown) => error);
    expect((fault as Error).message).to.match(/0 × 40.*header read failed/s);
    expect(await listTexts()).to.deep.equal(['Assay']);
  });

  it('gives each waiting picture its turn where threads fail', async () => {
    open(3);
    const all = await Promise.allSettled([listTexts(), listTexts(), listTexts()]);
    expect(all.map(({ status }) => status)).to.deep.equal(['rejected', 'fulfilled', 'fulfilled']);
  });

  it('starts anew after close', async () => {
    open(0);
    expect(await listTexts()).to.deep.equal(['Assay']);
    await recognizer.close();
    expect(await listTexts()).to.deep.equal(['Assay']);
    expect(started).to.equal(2);
  });
});
