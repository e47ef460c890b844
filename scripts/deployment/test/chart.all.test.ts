import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { Advice, say } from '../../runtime/command-line.ts';
import { REPOSITORY } from '../../runtime/paths.ts';
import { EVERYTHING, GOLDEN, lintChart, renderChart, toGolden, validate } from '../chart.ts';
import { type ChartTools, findChartTools } from '../chart-tools.ts';

const LEAST = [
  'image.repository=registry.example.com/qsc',
  'baseUrl=https://quality.example.com',
  'authUrl=https://auth.example.com',
  'secrets.existingSecret=qsc',
];

const README = join(REPOSITORY, 'deploy/README.md');

describe('the Helm chart, rendered by Helm', function () {
  this.timeout(30 * 60_000);
  let tools: ChartTools;
  let rendered: string;

  before(async function () {
    const found = await findChartTools(say).catch((error: unknown) => {
      if (error instanceof Advice) return say(error.message);
      throw error;
    });
    // Where the tools cannot be built, which is said, the chart is not checked.
    if (!found) return this.skip();
    tools = found;
    rendered = renderChart(tools, [EVERYTHING]).text;
  });

  it('has nothing that the linter minds', () => {
    expect(lintChart(tools, EVERYTHING)).to.deep.equal({ ok: true, text: '' });
  });

  it('makes what Kubernetes and the operators take, with no member that they do not know', () => {
    expect(validate(tools, rendered).text).to.match(/Invalid: 0, Errors: 0, Skipped: 0/);
    expect(validate(tools, renderChart(tools, [], LEAST).text).text).to.match(/Invalid: 0, Errors: 0, Skipped: 0/);
    const broken = rendered.replace('revisionHistoryLimit:', 'revisonHistoryLimit:');
    expect(validate(tools, broken).ok).to.equal(false);
  });

  it('takes the values that deploy/README.md shows: those to install with, and with them those to scale by', () => {
    const folder = mkdtempSync(join(tmpdir(), 'values-'));
    try {
      const shown = [...readFileSync(README, 'utf8').matchAll(/^```yaml\n(# values\.yaml.*?)^```/gms)];
      const files = shown.map(([, values = ''], index) => {
        const file = join(folder, `${index}.yaml`);
        writeFileSync(file, values);
        return file;
      });
      expect(files).to.have.length(2);
      for (const chosen of [files.slice(0, 1), files])
        expect(validate(tools, renderChart(tools, chosen).text).text).to.match(/Invalid: 0, Errors: 0, Skipped: 0/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('makes what was looked at last (after a change: node scripts/deployment/golden.ts)', () => {
    expect(toGolden(rendered)).to.equal(readFileSync(GOLDEN, 'utf8'));
  });

  for (const [what, setting, said] of [
    ['an address with a path', 'baseUrl=https://quality.example.com/api', '/baseUrl'],
    ['no image', 'image.repository=', '/image/repository'],
    ['no secret', 'secrets.existingSecret=', '/secrets'],
    ['a misspelt value', 'loglevel=debug', 'loglevel'],
    ['a program that is not there', 'programs.billing.replicas=1', 'billing'],
    ['two ways to scale one program', 'programs.entity.queueScaling.enabled=true', '/programs/entity'],
    ['TLS without certificates', 'tls.enabled=true', '/tls/existingSecret'],
    ['a route without a gateway', 'gatewayApi.enabled=true', '/gatewayApi'],
  ] as const)
    it(`refuses ${what}, and names it`, () => {
      const { ok, text } = renderChart(tools, [], [...LEAST, setting]);
      expect(ok).to.equal(false);
      expect(text).to.contain(said);
    });

  it('gives all programs one address of a backend where that is asked for', () => {
    const keysWith = (setting: string): string[] => {
      const { text } = renderChart(tools, [EVERYTHING], [setting]);
      return [...new Set([...text.matchAll(/key: ((?:AMQP_URL|MONGODB_URI)\w*) }/g)].map(([, key = '']) => key))];
    };
    const keys = keysWith('rabbitmq.uriOfEachProgram=false').filter((key) => key.startsWith('AMQP'));
    expect(keys).to.deep.equal(['AMQP_URL']);
    const forMigration = 'MONGODB_URI_AUDIT_MIGRATION';
    const withoutMigration = keysWith('mongodb.uriOfAuditMigration=false');
    expect(withoutMigration).to.include('MONGODB_URI_AUDIT');
    expect(withoutMigration).not.to.include(forMigration);
    const shared = keysWith('mongodb.uriOfEachProgram=false').filter((key) => key.startsWith('MONGODB'));
    expect(shared).to.deep.equal(['MONGODB_URI']);
  });

  it('uses plain HTTP inside the mesh without certificates', () => {
    const plain = renderChart(tools, [], LEAST).text;
    expect(plain).not.to.include('TLS_').and.not.to.include('https://qsc-');
    expect(plain).to.include('scheme: HTTP ');
  });
});
