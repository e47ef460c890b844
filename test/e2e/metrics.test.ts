import { eventually } from '@qsc/test-kit';
import { expect } from 'chai';
import { listSamples, metricsIn } from '../../scripts/monitoring/expression.ts';
import { readExpressions, readRules } from '../../scripts/monitoring/monitoring.ts';
import { SERVICES } from '../../scripts/runtime/processes.ts';
import { makeClient, readDemo } from './demo.ts';

/** What Prometheus adds to every target. */
const OF_THE_TARGET = ['job', 'instance', 'namespace'];
/** More than there are routes, by which the gateway tells most. */
const MOST_VALUES = 300;
const ID = /[a-z]+_[0-9A-HJKMNP-TV-Z]{26}/;

describe('the metrics of the mesh', () => {
  const demo = readDemo();
  const offered = new Map<string, Set<string>>();
  const texts = new Map<string, string>();

  const readMetrics = async (name: string): Promise<string> => {
    const { httpOffset, metricsOffset = httpOffset } = SERVICES.find((service) => service.name === name)!;
    return (await fetch(`http://127.0.0.1:${Number(new URL(demo.base_url).port) + metricsOffset}/metrics`)).text();
  };

  before(async () => {
    // So that the gateway has counted something.
    expect((await makeClient(demo, demo.api_key).get('/v1/entities')).status).to.equal(200);
    for (const { name } of SERVICES) {
      const text = await readMetrics(name);
      texts.set(name, text);
      for (const [metric, labels] of listSamples(text))
        offered.set(metric, new Set([...(offered.get(metric) ?? []), ...labels]));
    }
  });

  it('are all there by which rules and dashboards ask, with the labels by which they choose', () => {
    const recorded = new Set(readRules().records.map(({ record }) => record));
    for (const { where, expr } of readExpressions())
      for (const [metric, chosen] of metricsIn(expr)) {
        if (metric === 'up' || recorded.has(metric)) continue;
        const labels = offered.get(metric);
        expect(labels, `${where}: nothing is called ${metric}`).to.not.equal(undefined);
        const known = new Set([...(labels ?? []), ...OF_THE_TARGET]);
        // What was not counted yet shows no labels.
        if (labels?.size)
          for (const label of chosen) expect(known.has(label), `${where}: ${metric} by ${label}`).to.equal(true);
      }
  });

  it('are on no port that clients reach', async () => {
    for (const url of [demo.base_url, demo.auth_url])
      for (const path of ['/metrics', '/v1/metrics', '/v1/entities/..%2f..%2fmetrics'])
        expect((await fetch(`${url}${path}`)).status, `${url}${path}`).to.be.oneOf([400, 401, 404]);
  });

  it('say of every program whether it has what it needs', async () => {
    // A check of a busy machine can take longer than it may.
    for (const { name } of SERVICES)
      await eventually(`all that ${name} needs`, async () => {
        const checks = (await readMetrics(name)).match(/^service_check_up\{.*$/gm) ?? [];
        return checks.length > 0 && checks.every((one) => one.includes(`service="${name}"`) && one.endsWith('} 1'));
      });
  });

  it('have labels of few values: routes, programs and outcomes, and never the id of a record', () => {
    for (const [name, text] of texts) {
      const values = new Map<string, Set<string>>();
      for (const [, labels = ''] of text.matchAll(/^\w+\{([^}]*)\}/gm))
        for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
          values.set(label, (values.get(label) ?? new Set()).add(value));
      for (const [label, found] of values) {
        expect(found.size, `${name}: ${label}`).to.be.at.most(MOST_VALUES);
        for (const value of found) expect(value, `${name}: ${label}`).to.not.match(ID);
      }
    }
  });
});
