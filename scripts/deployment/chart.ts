import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { REPOSITORY } from '../runtime/paths.ts';
import type { ChartTools } from './chart-tools.ts';

export const CHART = join(REPOSITORY, 'deploy/helm/qsc');
/** Values that make everything the chart can make, and what comes of them. */
export const EVERYTHING = join(import.meta.dirname, 'test/chart/values.yaml');
export const GOLDEN = join(import.meta.dirname, 'test/chart/golden.txt');

/** The Kubernetes that the chart is rendered and checked for. */
export const KUBERNETES_VERSION = '1.33.4';

/** An object of Kubernetes as it was rendered. */
export type Manifest = { kind: string; metadata: { name: string }; spec: never };

export type Said = { ok: boolean; text: string };

const run = (program: string, parameters: readonly string[], input?: string): Said => {
  const { status, stdout, stderr } = spawnSync(program, parameters, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...(input === undefined ? {} : { input }),
  });
  return { ok: status === 0, text: status === 0 ? stdout : `${stdout}${stderr}` };
};

/** What Helm makes of the chart with these values and settings (`--set`). */
export const renderChart = ({ helm }: ChartTools, values: readonly string[], settings: readonly string[] = []): Said =>
  run(helm, [
    ...['template', 'qsc', CHART, '--namespace', 'quality', '--kube-version', KUBERNETES_VERSION],
    ...values.flatMap((file) => ['--values', file]),
    ...settings.flatMap((setting) => ['--set', setting]),
  ]);

/** What Helm's linter says of it. */
export const lintChart = ({ helm }: ChartTools, values: string): Said =>
  run(helm, ['lint', '--strict', '--quiet', '--kube-version', KUBERNETES_VERSION, CHART, '--values', values]);

/** Whether rendered objects are what Kubernetes and the operators take, with no member that they do not know. */
export const validate = ({ kubeconform, schemas }: ChartTools, rendered: string): Said =>
  run(
    kubeconform,
    [
      ...['-strict', '-summary', '-kubernetes-version', KUBERNETES_VERSION],
      ...['-schema-location', join(schemas, '{{.ResourceKind}}{{.KindSuffix}}.json')],
    ],
    rendered,
  );

/**
 * The first line of the rendering that is kept for review: what it was made from. A chart that changed since is found by it
 * without Helm.
 */
export const goldenHeader = (): string => {
  const hash = createHash('sha256').update(KUBERNETES_VERSION);
  const files = globSync('**/*.*', { cwd: CHART }).sort();
  for (const file of [...files.map((name) => join(CHART, name)), EVERYTHING]) hash.update(readFileSync(file));
  return `# Made from the chart and values with the SHA-256 ${hash.digest('hex')}`;
};

/** A rendering for review, with its objects in an order of its own, since Helm gives those of one kind in any. */
export const toGolden = (rendered: string): string => {
  const parts = rendered.split(/^---\n/m).filter((part) => part.trim() !== '');
  const objects = parts.map((part) => `---\n${part.trimEnd()}\n`).sort();
  return `${goldenHeader()}\n${objects.join('')}`;
};

/** The objects of a rendering. */
export const parseManifests = (rendered: string): Manifest[] =>
  parseAllDocuments(rendered)
    .map((document) => document.toJS() as Manifest | null)
    .filter((manifest) => manifest !== null);
