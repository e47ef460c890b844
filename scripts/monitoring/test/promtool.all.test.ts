import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Advice, say } from '../../runtime/command-line.ts';
import { RULE_TESTS, RULES, readExpressions, SCRAPING } from '../monitoring.ts';
import { askPromtool, findPromtool } from './promtool.ts';

describe('promtool', function () {
  this.timeout(30 * 60_000);
  let promtool: string;

  before(async function () {
    const found = await findPromtool(say).catch((error: unknown) => {
      if (error instanceof Advice) return say(error.message);
      throw error;
    });
    // Where it cannot be built, which is said, the rules are not checked.
    if (!found) return this.skip();
    promtool = found;
  });

  it('finds nothing wrong with the rules and the example of a configuration', () => {
    expect(askPromtool(promtool, 'check', 'rules', '--lint=all', '--lint-fatal', RULES)).to.include({ ok: true });
    const { ok, text } = askPromtool(promtool, 'check', 'config', SCRAPING);
    expect(ok, text).to.equal(true);
  });

  it('reads every expression of the dashboards and of the runbooks', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dashboards-'));
    try {
      // What Grafana puts in the place of its variables.
      const rules = readExpressions().map(({ expr }, index) => ({
        record: `expression:${index}`,
        expr: expr.replaceAll('$namespace', 'a|b').replaceAll('$__rate_interval', '1m'),
      }));
      const file = join(folder, 'rules.yml');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboards', rules }] }));
      const { ok, text } = askPromtool(promtool, 'check', 'rules', file);
      expect(ok, text).to.equal(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  for (const file of readdirSync(RULE_TESTS))
    it(`sees the alert of ${file} fire when it shall, and not before`, () => {
      const { ok, text } = askPromtool(promtool, 'test', 'rules', join(RULE_TESTS, file));
      expect(ok, text).to.equal(true);
    });
});
