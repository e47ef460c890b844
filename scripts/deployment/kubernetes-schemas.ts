import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Say } from '../runtime/command-line.ts';
import { goModuleFolder } from '../runtime/go-tool.ts';
import { withLock } from '../runtime/lock.ts';
import { TOOLS } from '../runtime/paths.ts';

/** The modules that publish what their kinds look like; the Go module proxy has them. */
const KUBERNETES = 'k8s.io/kubernetes@v1.33.4';
const CUSTOM = [
  ['github.com/kedacore/keda/v2@v2.17.2', 'config/crd/bases/keda.sh_scaledobjects.yaml'],
  ['github.com/kedacore/keda/v2@v2.17.2', 'config/crd/bases/keda.sh_triggerauthentications.yaml'],
  ['sigs.k8s.io/gateway-api@v1.3.0', 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  [
    'github.com/external-secrets/external-secrets@v0.17.0',
    'config/crds/bases/external-secrets.io_externalsecrets.yaml',
  ],
  [
    'github.com/prometheus-operator/prometheus-operator@v0.83.0',
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  ],
  [
    'github.com/prometheus-operator/prometheus-operator@v0.83.0',
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
  ],
] as const;

/** The kinds of Kubernetes itself that the chart makes. */
const KINDS = [
  'Deployment',
  'Service',
  'ServiceAccount',
  'HorizontalPodAutoscaler',
  'PodDisruptionBudget',
  'NetworkPolicy',
  'Ingress',
  'Job',
];

type Schema = { [member: string]: unknown };
type Kind = { group: string; version: string; kind: string };

/** Raised when what is made of the modules changes. */
const EDITION = '2';
const FOLDER = join(TOOLS, 'kubernetes-schemas', `${KUBERNETES.split('@')[1]}-${EDITION}`);

/** A folder of strict JSON schemas, one for each kind, as kubeconform reads them. Made once from the published modules. */
export const kubernetesSchemas = async (say: Say): Promise<string> => {
  if (existsSync(FOLDER)) return FOLDER;
  mkdirSync(join(FOLDER, '..'), { recursive: true });
  return withLock(`${FOLDER}.lock`, async () => {
    if (existsSync(FOLDER)) return FOLDER;
    say('kubernetes    reading what its kinds look like');
    const making = `${FOLDER}.making`;
    rmSync(making, { recursive: true, force: true });
    mkdirSync(making);
    for (const [kind, schema] of [...ownKinds(), ...customKinds()])
      writeFileSync(join(making, getFile(kind)), JSON.stringify(schema));
    renameSync(making, FOLDER);
    return FOLDER;
  });
};

/** The name by which kubeconform asks for it: `{{.ResourceKind}}{{.KindSuffix}}.json`. */
const getFile = ({ group, version, kind }: Kind): string =>
  `${[kind.toLowerCase(), group.split('.')[0], version].filter(Boolean).join('-')}.json`;

const ownKinds = (): [Kind, Schema][] => {
  const text = readFileSync(join(goModuleFolder(KUBERNETES), 'api/openapi-spec/swagger.json'), 'utf8');
  const { definitions } = JSON.parse(text) as { definitions: Record<string, Schema> };
  return Object.values(definitions).flatMap((schema): [Kind, Schema][] => {
    const kinds = (schema['x-kubernetes-group-version-kind'] ?? []) as Kind[];
    const [kind] = kinds;
    return kinds.length === 1 && kind && KINDS.includes(kind.kind) ? [[kind, strict(schema, definitions)]] : [];
  });
};

const customKinds = (): [Kind, Schema][] =>
  CUSTOM.flatMap(([module, file]) => {
    const { spec } = parse(readFileSync(join(goModuleFolder(module), file), 'utf8'));
    return spec.versions.map(({ name, schema }: { name: string; schema: { openAPIV3Schema: Schema } }) => [
      { group: spec.group, version: name, kind: spec.names.kind },
      strict(schema.openAPIV3Schema, {}),
    ]);
  });

/** What a number may be written as, too. */
const LOOSE: Record<string, Schema> = {
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
};

/** The schema with everything that it refers to in it, and no member that it does not name. */
const strict = (schema: Schema, definitions: Record<string, Schema>): Schema => {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref } = value as Schema;
    if (typeof $ref === 'string') {
      const name = $ref.replace('#/definitions/', '');
      return LOOSE[name] ?? within(definitions[name]);
    }
    return closed(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, within(one)])));
  };
  return within(schema) as Schema;
};

const closed = (schema: Schema): Schema => {
  if (schema['x-kubernetes-int-or-string']) return { oneOf: [{ type: 'string' }, { type: 'integer' }] };
  const isOpen =
    typeof schema.properties !== 'object' ||
    'additionalProperties' in schema ||
    schema['x-kubernetes-preserve-unknown-fields'] === true ||
    schema.type !== 'object';
  return isOpen ? schema : { ...schema, additionalProperties: false };
};
