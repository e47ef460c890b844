import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import type { Backup } from '../src/backup/backup.ts';
import { withAuditLog } from '../src/operator.ts';
import { type AuditFixture, startAudit } from './audit-fixture.ts';

const DAY_MS = 24 * 3_600_000;

describe('a backup that an operator tells of', () => {
  let audit: AuditFixture;

  beforeEach(async () => {
    audit = await startAudit();
  });
  afterEach(() => audit.stop());

  const record = (told: Partial<Backup>): Promise<boolean> =>
    withAuditLog(audit.config, ({ recordBackup }) =>
      recordBackup({ moment: '2026-05-01T23:00:00Z', made_by: 'scripts/backup', bytes: 42, ...told }),
    );

  /** What the metric says; a scrape leaves out what could not be read in its time. */
  const newest = async (): Promise<number> => {
    const told = await eventually('the metric is told', async () => {
      const text = await (await fetch(`${audit.origin}/metrics`)).text();
      return /^backup_newest_moment_timestamp_seconds\{.*\} (\S+)$/m.exec(text)?.[1];
    });
    return Number(told);
  };

  it('is in the metric, by the moment that it restores: the newest one, whichever was told last', async () => {
    expect(await newest()).to.equal(0);
    expect(await record({ moment: '2026-05-02T23:00:00.5Z' })).to.equal(true);
    expect(await record({ moment: '2026-05-01T23:00:00Z', made_by: 'atlas', bytes: null })).to.equal(true);
    expect(await newest()).to.equal(Date.parse('2026-05-02T23:00:00.5Z') / 1000);
  });

  it('is noted once, however its moment is written', async () => {
    expect(await record({ moment: '2026-05-01T23:00:00Z' })).to.equal(true);
    expect(await record({ moment: '2026-05-01T23:00:00.000Z' })).to.equal(false);
  });

  it('is refused where it is of a moment to come, which would keep the alert silent', async () => {
    const moment = new Date(Date.now() + DAY_MS).toISOString();
    expect(await record({ moment }).catch((error: Error) => error.name)).to.equal('ZodError');
    expect(await newest()).to.equal(0);
  });
});
