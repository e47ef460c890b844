import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { SERVICES } from '../../runtime/processes.ts';
import { BOARDS } from '../boards.ts';
import { toText } from '../dashboard.ts';
import { listSamples, metricsIn, narrowed } from '../expression.ts';
import { DASHBOARDS, RULE_TESTS, RUNBOOKS, readExpressions, readRules, toFileName } from '../monitoring.ts';

const SECTIONS = ['## What it means', '## Look', '## Do', '## Over when'];

describe('alerts', () => {
  const { alerts } = readRules();
  const names = alerts.map(toFileName).sort();

  it('have a runbook each, which says for whom it is, what it means, where to look, what to do and when it is over', () => {
    expect(readdirSync(RUNBOOKS).sort()).to.deep.equal(['README.md', ...names.map((name) => `${name}.md`)].sort());
    for (const alert of alerts) {
      const text = readFileSync(join(RUNBOOKS, `${toFileName(alert)}.md`), 'utf8');
      expect(text.startsWith(`# ${alert.alert}\n\nFor `), alert.alert).to.equal(true);
      expect(text.match(/^## .+$/gm), alert.alert).to.deep.equal(SECTIONS);
      expect(alert.annotations.runbook).to.equal(`docs/runbooks/${toFileName(alert)}.md`);
      expect(alert.labels.severity).to.be.oneOf(['page', 'ticket']);
    }
  });

  it('have a runbook each that asks metrics, and what it asks is read with the rules', () => {
    const places = new Set(readExpressions().map(({ where }) => where));
    for (const alert of alerts) expect(places, alert.alert).to.include(`${toFileName(alert)}.md`);
  });

  it('know every program that may be gone', () => {
    const requested = alerts.find(({ alert }) => alert === 'ProgramGone')?.expr ?? '';
    const [, names = '', count] = /job=~"qsc-\(([^)]*)\)".* < (\d+)/.exec(requested) ?? [];
    expect(names.split('|').sort()).to.deep.equal(SERVICES.map(({ name }) => name).sort());
    expect(Number(count)).to.equal(SERVICES.length);
  });

  it('have a rule test each, in which they are quiet first and then fire', () => {
    expect(readdirSync(RULE_TESTS).sort()).to.deep.equal(names.map((name) => `${name}.yml`));
    for (const alert of alerts) {
      const text = readFileSync(join(RULE_TESTS, `${toFileName(alert)}.yml`), 'utf8');
      expect(text).to.contain(`alertname: ${alert.alert}, exp_alerts: [] }`).and.contain('exp_labels:');
    }
  });
});

describe('dashboards', () => {
  it('are what is written down (after a change: node scripts/monitoring/write-dashboards.ts)', () => {
    expect(readdirSync(DASHBOARDS).sort()).to.deep.equal(
      Object.keys(BOARDS)
        .map((name) => `${name}.json`)
        .sort(),
    );
    for (const [name, board] of Object.entries(BOARDS))
      expect(readFileSync(join(DASHBOARDS, `${name}.json`), 'utf8'), name).to.equal(toText(board));
  });
});

describe('a dashboard', () => {
  it('asks every metric of the namespaces that are chosen in it, and of nothing else', () => {
    for (const name of Object.keys(BOARDS)) {
      const board = JSON.parse(readFileSync(join(DASHBOARDS, `${name}.json`), 'utf8'));
      const [, variable] = board.templating.list;
      expect(variable).to.include({ name: 'namespace', includeAll: true, allValue: '.*' });
      for (const { title, targets } of board.panels)
        for (const { expr } of targets)
          for (const [metric, labels] of metricsIn(expr))
            expect(labels.has('namespace'), `${name}: ${title}: ${metric}`).to.equal(true);
    }
  });
});

describe('the metrics of an expression', () => {
  it('can be narrowed, and nothing else of it changes', () => {
    const condition = 'n=~"$n"';
    for (const [before, after] of [
      ['max by (queue) (one{queue!~".+[.]p{1}"}) > 0', 'max by (queue) (one{queue!~".+[.]p{1}",n=~"$n"}) > 0'],
      [
        'sum by (a, le) (rate(one_total[5m])) / on (z) two:five',
        'sum by (a, le) (rate(one_total{n=~"$n"}[5m])) / on (z) two:five{n=~"$n"}',
      ],
      ['time() - max(three) and 0.99 > four{}', 'time() - max(three{n=~"$n"}) and 0.99 > four{n=~"$n"}'],
    ] as const)
      expect(narrowed(before, condition)).to.equal(after);
  });

  it('are its names without functions, words, groups and what stands in quotes', () => {
    const found = metricsIn(
      'sum by (a, le) (rate(one_total{b=~"x|}",c!="y"}[5m])) / on (z) two > 0.5 and time() - three:four > 1',
    );
    expect([...found].map(([name, labels]) => [name, [...labels]])).to.deep.equal([
      ['one_total', ['b', 'c']],
      ['two', []],
      ['three:four', []],
    ]);
  });

  it('are compared with what a text declares, in the form that its type is read by', () => {
    const text =
      '# TYPE one counter\n# TYPE two histogram\n# TYPE three gauge\none_total{a="1"} 2\ntwo_bucket{le="1",b="x"} 0\n';
    const found = listSamples(text);
    expect([...found.keys()]).to.deep.equal(['one_total', 'two_bucket', 'two_count', 'two_sum', 'three']);
    expect([...(found.get('two_bucket') ?? [])]).to.deep.equal(['le', 'b']);
  });
});
