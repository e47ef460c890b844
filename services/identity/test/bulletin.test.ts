import { makeLog } from '@qsc/service-kit';
import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { makeBulletin } from '../src/notice/bulletin.ts';
import type { NoticeStore } from '../src/notice/notice.store.ts';
import { keysNotice, type Notice } from '../src/notice/notice.ts';

/** Notices of other replicas, which a test hands over; closing ends it as it ends a change stream. */
const makeStream = () => {
  const waiting: Notice[] = [];
  let next = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => {});
  const take = async (): Promise<{ fullDocument: Notice }> => {
    for (let notice = waiting.shift(); ; notice = waiting.shift()) {
      if (notice) return { fullDocument: notice };
      await Promise.race([next.promise, ended.promise]);
    }
  };
  return {
    hear(notice: Notice) {
      waiting.push(notice);
      next.resolve();
      next = Promise.withResolvers();
    },
    stream: { tryNext: async () => null, next: take, close: async () => ended.reject(new Error('it is closed')) },
  };
};

describe('the bulletin of a replica', () => {
  const begin = (changes: { renew?: () => Promise<void>; apply?: () => Promise<void> }) => {
    const heard = { cuts: 0, reloads: 0, reported: [] as string[] };
    let current = makeStream();
    const store = {
      renew: changes.renew ?? (async () => {}),
      subscribe: () => {
        current = makeStream();
        return current.stream;
      },
      markReceived: async () => {},
      missing: async () => [],
      leave: async () => {},
    } as unknown as NoticeStore;
    const bulletin = makeBulletin({
      store,
      watchers: {
        watch() {},
        notify: async ({ _id }) => void heard.reported.push(_id),
        cutAll() {
          heard.cuts += 1;
        },
        count: () => 0,
        stop() {},
      },
      apply: changes.apply ?? (async () => {}),
      reload: async () => {
        heard.reloads += 1;
      },
      log: makeLog('bulletin', 'error'),
      silentMs: 500,
    });
    return { bulletin, heard, hear: (notice: Notice) => current.hear(notice) };
  };

  it('lets its watchers go when the database says nothing, since the other replicas wait for it no more', async () => {
    const released = Promise.withResolvers<void>();
    let renewals = 0;
    const renew = async (): Promise<void> => {
      renewals += 1;
      if (renewals > 1) await released.promise;
    };
    const { bulletin, heard } = begin({ renew });
    await bulletin.start();
    await eventually('they are let go', () => heard.cuts > 0);
    released.resolve();
    await bulletin.stop();
  });

  it('reads again what a notice tells of that it could not act on, and lets its watchers do the same', async () => {
    const faults = [new Error('the database is away')];
    const apply = async (): Promise<void> => {
      const fault = faults.shift();
      if (fault) throw fault;
    };
    const { bulletin, heard, hear } = begin({ apply });
    await bulletin.start();
    expect(heard.reloads).to.equal(1);
    hear(keysNotice(new Date()));
    await eventually('it follows again', () => heard.reloads === 2 && bulletin.isSubscribed());
    expect(heard.cuts).to.be.at.least(1);
    const later = keysNotice(new Date());
    hear(later);
    await eventually('what comes later is told', () => heard.reported.includes(later._id));
    await bulletin.stop();
  });
});
