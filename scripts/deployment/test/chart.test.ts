import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { RULES } from '../../monitoring/monitoring.ts';
import { Advice, say } from '../../runtime/command-line.ts';
import { REPOSITORY } from '../../runtime/paths.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { EVERYTHING, GOLDEN, inOrder, lintChart, type Manifest, manifestsOf, renderChart, validate } from '../chart.ts';
import { type ChartTools, findChartTools } from '../chart-tools.ts';
import { CHART_RULES, chartPrograms } from '../programs.ts';

type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } };
type Container = {
  name: string;
  env: Variable[];
  volumeMounts: object[];
  securityContext: object;
  readinessProbe: { httpGet: { scheme: string } };
};
type Pod = {
  automountServiceAccountToken: boolean;
  securityContext: object;
  volumes: { name: string }[];
  containers: Container[];
  initContainers?: Container[];
};
type Peer = { podSelector?: { matchLabels: Record<string, string> } };
type Rule = { from?: Peer[]; to?: Peer[]; ports: { port: string | number }[] };
type Policy = { podSelector: { matchLabels: Record<string, string> }; ingress?: Rule[]; egress?: Rule[] };

const LEAST = [
  'image.repository=registry.example.com/qsc',
  'baseUrl=https://quality.example.com',
  'authUrl=https://auth.example.com',
  'secrets.existingSecret=qsc',
];

const NAME = 'app.kubernetes.io/name';
/** 0440: root and the group of the pods may read. Kubernetes reads it as an octal number, YAML 1.2 as a decimal one. */
const READ_BY_GROUP = 440;
const README = join(REPOSITORY, 'deploy/README.md');

describe('the Helm chart', function () {
  this.timeout(30 * 60_000);
  let tools: ChartTools;
  let rendered: string;
  let manifests: Manifest[];

  before(async function () {
    const found = await findChartTools(say).catch((error: unknown) => {
      if (error instanceof Advice) return say(error.message);
      throw error;
    });
    // Where the tools cannot be built, which is said, the chart is not checked.
    if (!found) return this.skip();
    tools = found;
    rendered = renderChart(tools, [EVERYTHING]).text;
    manifests = manifestsOf(rendered);
  });

  const ofKind = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind);
  const podIn = ({ spec }: Manifest): Pod => (spec as { template: { spec: Pod } }).template.spec;
  const podsOf = (kind: string): Pod[] => ofKind(kind).map(podIn);
  const podOf = (name: string): Pod[] =>
    ofKind('Deployment')
      .filter(({ metadata }) => metadata.name === `qsc-${name}`)
      .map(podIn);

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
    expect(inOrder(rendered)).to.equal(readFileSync(GOLDEN, 'utf8'));
  });

  it('shows clients the whole gateway, and of identity the token service alone', () => {
    type Path = { path: string };
    const shown = ofKind('Ingress').flatMap(
      ({ spec }) => (spec as { rules: { host: string; http: { paths: Path[] } }[] }).rules,
    );
    const pathsOf = (host: RegExp) =>
      shown.filter((rule) => host.test(rule.host)).flatMap(({ http }) => http.paths.map(({ path }) => path));
    expect(pathsOf(/^auth\./)).to.deep.equal(['/.well-known', '/auth', '/oauth']);
    expect(pathsOf(/^(?!auth\.)/)).to.deep.equal(['/']);
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

  it('has a deployment, a service and an account for each program of the mesh', () => {
    const names = SERVICES.map(({ name }) => `qsc-${name}`).sort();
    for (const kind of ['Deployment', 'Service', 'ServiceAccount'])
      expect(
        ofKind(kind)
          .map(({ metadata }) => metadata.name)
          .sort(),
        kind,
      ).to.deep.equal(names);
  });

  it('gives no pod a token, a root user or a writable root', () => {
    for (const pod of [...podsOf('Deployment'), ...podsOf('Job')]) {
      expect(pod.automountServiceAccountToken).to.equal(false);
      expect(pod.securityContext).to.include({ runAsNonRoot: true, runAsUser: 1000 });
      for (const { securityContext } of [...pod.containers, ...(pod.initContainers ?? [])])
        expect(securityContext).to.deep.equal({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  it('gives each program its own secrets by reference, and no others', () => {
    for (const row of SERVICES) {
      const environment = podOf(row.name)[0]?.containers[0]?.env ?? [];
      const referred = environment.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.name === 'qsc-secrets');
      const expected = [
        ...row.secrets.filter((name) => name !== 'MESH_SECRET'),
        ...(row.keepsData ? ['MONGODB_URI', 'AMQP_URL'] : []),
        ...(row.name === 'gateway' ? ['REDIS_URL'] : []),
      ];
      expect(referred.map(({ name }) => name).sort(), row.name).to.deep.equal(expected.sort());
    }
  });

  it('mounts the secret of the mesh, and no other, where each pod follows its change', () => {
    for (const pod of [...podsOf('Deployment'), ...podsOf('Job')]) {
      expect(pod.securityContext).to.include({ fsGroup: 1000 });
      expect(pod.volumes.find(({ name }) => name === 'mesh-secret')).to.deep.equal({
        name: 'mesh-secret',
        secret: {
          secretName: 'qsc-secrets',
          items: [{ key: 'MESH_SECRET', path: 'secret' }],
          defaultMode: READ_BY_GROUP,
        },
      });
      for (const { name, env, volumeMounts } of [...pod.containers, ...(pod.initContainers ?? [])]) {
        const file = env.find((one) => one.name === 'MESH_SECRET_FILE');
        expect(file?.value, name).to.equal('/var/run/qsc/mesh/secret');
        expect(volumeMounts).to.deep.include({ name: 'mesh-secret', mountPath: '/var/run/qsc/mesh', readOnly: true });
      }
    }
  });

  it('gives each program the addresses of its own users, or all of them one where that is asked for', () => {
    const keysOf = (text: string, name: string): string[] =>
      [...text.matchAll(new RegExp(`key: (${name}\\w*) }`, 'g'))].map((match) => match[1] ?? '');
    const programs = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);
    const variables = programs.map((name) => name.toUpperCase().replaceAll('-', '_'));
    expect(keysOf(rendered, 'MONGODB_URI')).to.include.members(variables.map((name) => `MONGODB_URI_${name}`));
    expect(keysOf(rendered, 'AMQP_URL')).to.include.members(variables.map((name) => `AMQP_URL_${name}`));
    expect(rendered).to.include('{ parameter: host, name: qsc-secrets, key: AMQP_URL_SCALER }');
    const shared = renderChart(tools, [EVERYTHING], ['rabbitmq.uriOfEachProgram=false']).text;
    expect(new Set(keysOf(shared, 'AMQP_URL'))).to.deep.equal(new Set(['AMQP_URL']));
  });

  it('migrates the database of the audit service with an address for that, or as the service where that is asked for', () => {
    const keyOf = (text: string): string | undefined => {
      const job = manifestsOf(text).find(({ kind }) => kind === 'Job');
      const pod = job && podIn(job);
      const audit = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].find(({ name }) => name === 'audit');
      return audit?.env.find(({ name }) => name === 'MONGODB_URI')?.valueFrom?.secretKeyRef?.key;
    };
    expect(keyOf(rendered)).to.equal('MONGODB_URI_AUDIT_MIGRATION');
    expect(rendered.match(/MONGODB_URI_AUDIT_MIGRATION/g)).to.have.length(1);
    const settings = (name: string) => renderChart(tools, [EVERYTHING], [`mongodb.${name}=false`]).text;
    expect(keyOf(settings('uriOfAuditMigration'))).to.equal('MONGODB_URI_AUDIT');
    expect(keyOf(settings('uriOfEachProgram'))).to.equal('MONGODB_URI');
  });

  it('gives each program the certificate of the mesh, and lets the mesh alone ask what is behind the gateway', () => {
    for (const { name } of SERVICES) {
      const [container] = podOf(name)[0]?.containers ?? [];
      const environment = new Map(container?.env.map((one) => [one.name, one.value]));
      expect(environment.get('TLS_CERT_FILE'), name).to.equal('/var/run/qsc/tls/tls.crt');
      expect(environment.get('JWKS_URL')).to.match(/^https:/);
      expect(environment.get('TLS_HTTP_CLIENTS')).to.equal(['gateway', 'identity'].includes(name) ? undefined : 'mesh');
      expect(container?.readinessProbe.httpGet.scheme).to.equal('HTTPS');
    }
    const plain = renderChart(tools, [], LEAST).text;
    expect(plain).not.to.include('TLS_').and.not.to.include('https://qsc-');
    expect(plain).to.include('scheme: HTTP ');
  });

  it('answers metrics of what clients reach on a port of their own, to monitoring alone', () => {
    const monitoring = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }];
    for (const name of ['gateway', 'identity']) {
      const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === `qsc-${name}`)?.spec as unknown;
      const rules = (policy as Policy).ingress ?? [];
      const open = rules.filter(({ ports }) => ports.some(({ port }) => port === 'metrics'));
      expect(open, name).to.deep.equal([{ from: monitoring, ports: [{ port: 'metrics', protocol: 'TCP' }] }]);
      expect(podOf(name)[0]?.containers[0]?.env.find((one) => one.name === 'METRICS_PORT')?.value).to.equal('8081');
    }
    const backends = rendered.match(/backend: \{ service: .*$/gm) ?? [];
    expect(backends).to.have.length(4);
    for (const backend of backends) expect(backend).to.include('port: { name: http }');
  });

  it('lets each program reach those that it asks, and no others', () => {
    const arrows = { ingress: new Set<string>(), egress: new Set<string>() };
    for (const { spec } of ofKind('NetworkPolicy')) {
      const policy = spec as Policy;
      const own = policy.podSelector.matchLabels[NAME];
      const walk = (rules: Rule[] = [], side: 'from' | 'to') => {
        for (const rule of rules)
          for (const { podSelector } of rule[side] ?? []) {
            const other = podSelector?.matchLabels[NAME];
            if (!other) continue;
            const [source, target] = side === 'from' ? [other, own] : [own, other];
            for (const { port } of rule.ports)
              arrows[side === 'from' ? 'ingress' : 'egress'].add(`${source} > ${target} ${port}`);
          }
      };
      walk(policy.ingress, 'from');
      walk(policy.egress, 'to');
    }
    const asked = SERVICES.flatMap(({ name, asks, forwards = [] }) => [
      ...asks.map((other) => `${name} > ${other} grpc`),
      ...forwards.map((other) => `${name} > ${other} http`),
      ...(name === 'identity' ? [] : [`${name} > identity grpc`, `${name} > identity http`]),
    ]);
    expect([...arrows.ingress].sort()).to.deep.equal([...new Set(asked)].sort());
    expect([...arrows.egress].sort()).to.deep.equal([...arrows.ingress].sort());
  });

  it('ships the alerts as they are tested', () => {
    expect(readFileSync(CHART_RULES, 'utf8'), 'after a change: npm run chart').to.equal(readFileSync(RULES, 'utf8'));
    const [made, ...more] = ofKind('PrometheusRule');
    expect(made?.spec).to.deep.equal(parse(readFileSync(RULES, 'utf8')));
    expect(more).to.deep.equal([]);
  });

  it('brings every database up to date before programs start', () => {
    const [pod] = podsOf('Job');
    const keeping = SERVICES.filter(({ keepsData, name }) => keepsData && !name.endsWith('-worker'));
    const migrating = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].map(({ name }) => name);
    expect(migrating).to.deep.equal(keeping.map(({ name }) => name));
  });

  it('knows the programs as they are (after a change: node scripts/deployment/programs.ts)', () => {
    expect(readFileSync(new URL('../../../deploy/helm/qsc/files/programs.json', import.meta.url), 'utf8')).to.equal(
      chartPrograms(),
    );
  });
});
