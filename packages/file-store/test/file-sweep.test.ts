import { Readable } from 'node:stream';
import { newId } from '@qsc/contracts';
import { expect } from 'chai';
import { makeFileStore, markDefinition } from '../src/make-file-store.ts';
import type { Place } from '../src/place.ts';
import { type Setting, startSetting } from './setting.ts';

const FIVE_HOURS_MS = 5 * 3_600_000;

describe('the sweep of files that nothing refers to', () => {
  let setting: Setting;

  before(async function () {
    const started = await startSetting('gridfs');
    if (!started) return this.skip();
    setting = started;
  });
  after(() => setting?.stop());

  /** A stand-in for a place that takes everything, and removes nothing under the keys of those that are stuck. */
  const placeWith = (stuck: ReadonlySet<string>): Place => ({
    write: async (_key, content) => void (await content.toArray()),
    read: async () => Readable.from([]),
    async remove(key) {
      if (stuck.has(key)) throw new Error('access denied');
    },
    isReady: async () => true,
    close: () => {},
  });

  it('removes those after one that cannot be removed, and tells of that one', async () => {
    const orgId = newId('organization');
    const stuck = new Set<string>();
    const { unitOfWork, open } = setting.kit;
    const clock = () => setting.clock.now;
    const store = makeFileStore({ place: placeWith(stuck), fileMarks: open(markDefinition), unitOfWork, clock });
    const first = await store.put(Readable.from(['a']), { orgId });
    await store.put(Readable.from(['b']), { orgId });
    stuck.add(`${orgId}/${first.file_id}`);
    const later = new Date(clock().getTime() + FIVE_HOURS_MS);
    const reported = await store.sweep(later).catch((error: unknown) => error);
    expect(reported).to.be.instanceOf(Error).with.property('message', 'Files that could not be removed: 1');
    expect(await setting.countMarks()).to.equal(1);
    stuck.clear();
    expect(await store.sweep(later)).to.equal(1);
  });
});
