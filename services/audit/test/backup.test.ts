import { eventually, startBeforeTests } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Backup } from '../src/backup/backup.ts';
import { withAuditLog } from '../src/operator.ts';
import { startAudit } from './audit-fixture.ts';

const DAY_MS = 24 * 3_600_000;

describe('a backup that an operator reports', () => {
  const audit = startBeforeTests(() => startAudit());

  const record = (reported: Partial<Backup>): Promise<boolean> =>
    withAuditLog(audit.config, ({ recordBackup }) =>
      recordBackup({ moment: '2026-05-01T23:00:00Z', made_by: 'scripts/backup', bytes: 42, ...reported }),
    );

  /** What the metric says; a scrape leaves out what could not be read in its time. */
  const newest = async (): Promise<number> => {
    const reported = await eventually('the metric is reported', async () => {
      const text = await (await fetch(`${audit.origin}/metrics`)).text();
      return /^backup_newest_moment_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1];
    });
    return Number(reported);
  };

  it('is in the metric, by the moment that it restores: the newest one, whichever was reported last', async () => {
    const toCome = new Date(Date.now() + DAY_MS).toISOString();
    const refused = await record({ moment: toCome }).catch((error: Error) => error.name);
    expect(refused, 'a moment to come would keep the alert silent').to.equal('ZodError');
    expect(await newest()).to.equal(0);
    expect(await record({ moment: '2026-05-02T23:00:00.5Z' })).to.equal(true);
    expect(await record({ moment: '2026-05-01T23:00:00Z', made_by: 'atlas', bytes: null })).to.equal(true);
    expect(await record({ moment: '2026-05-01T23:00:00.000Z' }), 'noted once, however it is written').to.equal(false);
    expect(await newest()).to.equal(Date.parse('2026-05-02T23:00:00.5Z') / 1000);
  });
});
