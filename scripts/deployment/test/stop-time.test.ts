import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { STOP_MS as GATEWAY_STOP_MS } from '../../../gateway/src/compose.ts';
import { STOP_MS } from '../../../packages/service-kit/src/start-service.ts';
import { REPOSITORY } from '../../runtime/paths.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { GOLDEN, parseManifests } from '../chart.ts';
import { COMPOSE_FILE } from '../compose.ts';

type ComposeService = { stop_grace_period?: string; environment?: Record<string, unknown> };
type Pod = {
  terminationGracePeriodSeconds: number;
  containers: { env: { name: string; value?: string }[]; lifecycle: { preStop: { sleep: { seconds: number } } } }[];
};

/** For the program to end by itself after its last part, and for timers of a machine that has much to do. */
const MARGIN_SECONDS = 2;

const addUp = (table: Record<string, number>): number => Object.values(table).reduce((sum, ms) => sum + ms, 0) / 1000;
const getLongest = (program: string): number => addUp(program === 'gateway' ? GATEWAY_STOP_MS : STOP_MS);
const toText = (path: string): string => readFileSync(join(REPOSITORY, path), 'utf8');

describe('the time that a stop takes at most', () => {
  const longest = Math.max(addUp(STOP_MS), addUp(GATEWAY_STOP_MS));

  it('is what the documents tell', () => {
    expect(toText('docs/operation.md')).to.include(`at most ${longest} seconds`);
    expect(toText('deploy/README.md')).to.include(`a stop takes ${longest} at most`);
    expect(toText('deploy/helm/qsc/templates/deployment.yaml')).to.include(`the ${longest} that a stop takes at most`);
  });

  it('is over before docker-compose.yml has a program killed', () => {
    const { services } = parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as {
      services: Record<string, ComposeService>;
    };
    for (const { name } of SERVICES) {
      const { stop_grace_period: grace = '10s', environment = {} } = services[name] ?? {};
      expect(environment.DRAIN_MS, name).to.equal(undefined);
      expect(getLongest(name) + MARGIN_SECONDS, name).to.be.at.most(Number(/^(\d+)s$/.exec(grace)?.[1]));
    }
  });

  it('is over before the chart has a pod killed, after its sleep and its time to drain', () => {
    const pods = parseManifests(readFileSync(GOLDEN, 'utf8'))
      .filter(
        ({ kind, metadata }) => kind === 'Deployment' && SERVICES.some(({ name }) => metadata.name === `qsc-${name}`),
      )
      .map(({ metadata, spec }) => [metadata.name, (spec as { template: { spec: Pod } }).template.spec] as const);
    expect(pods).to.have.length(SERVICES.length);
    for (const [name, { terminationGracePeriodSeconds, containers }] of pods)
      for (const { env, lifecycle } of containers) {
        const drain = Number(env.find((variable) => variable.name === 'DRAIN_MS')?.value) / 1000;
        const most = lifecycle.preStop.sleep.seconds + drain + getLongest(name.replace('qsc-', ''));
        expect(most + MARGIN_SECONDS, name).to.be.at.most(terminationGracePeriodSeconds);
      }
  });
});
