import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { RULES } from '../../monitoring/monitoring.ts';
import { SERVICES } from '../../runtime/processes.ts';
import { GOLDEN, goldenHeader, type Manifest, parseManifests } from '../chart.ts';
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

const NAME = 'app.kubernetes.io/name';
/** 0440: root and the group of the pods may read. Kubernetes reads it as an octal number, YAML 1.2 as a decimal one. */
const READ_BY_GROUP = 440;
describe('the Helm chart, by what it made at the last look', () => {
  const rendered = readFileSync(GOLDEN, 'utf8');
  const manifests = parseManifests(rendered);

  const ofKind = (kind: string): Manifest[] => manifests.filter((one) => one.kind === kind);
  const podIn = ({ spec }: Manifest): Pod => (spec as { template: { spec: Pod } }).template.spec;
  const listPods = (kind: string): Pod[] => ofKind(kind).map(podIn);
  const getPod = (name: string): Pod[] =>
    ofKind('Deployment')
      .filter(({ metadata }) => metadata.name === `qsc-${name}`)
      .map(podIn);

  it('has not changed since (after a change: npm run chart)', () => {
    expect(rendered.split('\n', 1)).to.deep.equal([goldenHeader()]);
  });

  it('shows clients the whole gateway, and of identity the token service alone', () => {
    type Path = { path: string };
    const shown = ofKind('Ingress').flatMap(
      ({ spec }) => (spec as { rules: { host: string; http: { paths: Path[] } }[] }).rules,
    );
    const listPaths = (host: RegExp) =>
      shown.filter((rule) => host.test(rule.host)).flatMap(({ http }) => http.paths.map(({ path }) => path));
    expect(listPaths(/^auth\./)).to.deep.equal(['/.well-known', '/auth', '/oauth']);
    expect(listPaths(/^(?!auth\.)/)).to.deep.equal(['/']);
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
    for (const pod of [...listPods('Deployment'), ...listPods('Job')]) {
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
      const environment = getPod(row.name)[0]?.containers[0]?.env ?? [];
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
    for (const pod of [...listPods('Deployment'), ...listPods('Job')]) {
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

  it('gives each program the addresses of its own users', () => {
    const listKeys = (text: string, name: string): string[] =>
      [...text.matchAll(new RegExp(`key: (${name}\\w*) }`, 'g'))].map((match) => match[1] ?? '');
    const programs = SERVICES.filter(({ keepsData }) => keepsData).map(({ name }) => name);
    const variables = programs.map((name) => name.toUpperCase().replaceAll('-', '_'));
    expect(listKeys(rendered, 'MONGODB_URI')).to.include.members(variables.map((name) => `MONGODB_URI_${name}`));
    expect(listKeys(rendered, 'AMQP_URL')).to.include.members(variables.map((name) => `AMQP_URL_${name}`));
    expect(rendered).to.include('{ parameter: host, name: qsc-secrets, key: AMQP_URL_SCALER }');
  });

  it('migrates the database of the audit service with an address for that', () => {
    const [pod] = listPods('Job');
    const audit = [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])].find(({ name }) => name === 'audit');
    const address = audit?.env.find(({ name }) => name === 'MONGODB_URI')?.valueFrom?.secretKeyRef?.key;
    expect(address).to.equal('MONGODB_URI_AUDIT_MIGRATION');
    expect(rendered.match(/MONGODB_URI_AUDIT_MIGRATION/g)).to.have.length(1);
  });

  it('gives each program the certificate of the mesh, and lets the mesh alone ask what is behind the gateway', () => {
    for (const { name } of SERVICES) {
      const [container] = getPod(name)[0]?.containers ?? [];
      const environment = new Map(container?.env.map((one) => [one.name, one.value]));
      expect(environment.get('TLS_CERT_FILE'), name).to.equal('/var/run/qsc/tls/tls.crt');
      expect(environment.get('JWKS_URL')).to.match(/^https:/);
      expect(environment.get('TLS_HTTP_CLIENTS')).to.equal(['gateway', 'identity'].includes(name) ? undefined : 'mesh');
      expect(container?.readinessProbe.httpGet.scheme).to.equal('HTTPS');
    }
  });

  it('answers metrics of what clients reach on a port of their own, to monitoring alone', () => {
    const monitoring = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }];
    for (const name of ['gateway', 'identity']) {
      const policy = ofKind('NetworkPolicy').find(({ metadata }) => metadata.name === `qsc-${name}`)?.spec as unknown;
      const rules = (policy as Policy).ingress ?? [];
      const open = rules.filter(({ ports }) => ports.some(({ port }) => port === 'metrics'));
      expect(open, name).to.deep.equal([{ from: monitoring, ports: [{ port: 'metrics', protocol: 'TCP' }] }]);
      expect(getPod(name)[0]?.containers[0]?.env.find((one) => one.name === 'METRICS_PORT')?.value).to.equal('8081');
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
    const requested = SERVICES.flatMap(({ name, asks, forwards = [] }) => [
      ...asks.map((other) => `${name} > ${other} grpc`),
      ...forwards.map((other) => `${name} > ${other} http`),
      ...(name === 'identity' ? [] : [`${name} > identity grpc`, `${name} > identity http`]),
    ]);
    expect([...arrows.ingress].sort()).to.deep.equal([...new Set(requested)].sort());
    expect([...arrows.egress].sort()).to.deep.equal([...arrows.ingress].sort());
  });

  it('ships the alerts as they are tested', () => {
    expect(readFileSync(CHART_RULES, 'utf8'), 'after a change: npm run chart').to.equal(readFileSync(RULES, 'utf8'));
    const [made, ...more] = ofKind('PrometheusRule');
    expect(made?.spec).to.deep.equal(parse(readFileSync(RULES, 'utf8')));
    expect(more).to.deep.equal([]);
  });

  it('brings every database up to date before programs start', () => {
    const [pod] = listPods('Job');
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
