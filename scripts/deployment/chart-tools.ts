import type { Say } from '../runtime/command-line.ts';
import { findGoTool } from '../runtime/go-tool.ts';
import { kubernetesSchemas } from './kubernetes-schemas.ts';

/** Apache-2.0 each. */
const HELM = { name: 'helm', package: 'helm.sh/helm/v3/cmd/helm', version: 'v3.19.0' };
const KUBECONFORM = { name: 'kubeconform', package: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.7.0' };

/** What checks the chart: the paths of two programs and of a folder of schemas. */
export type ChartTools = { helm: string; kubeconform: string; schemas: string };

/** Prepares them, once. Throws `Advice` where one cannot be had. */
export const findChartTools = async (say: Say): Promise<ChartTools> => ({
  helm: await findGoTool(HELM, say),
  kubeconform: await findGoTool(KUBECONFORM, say),
  schemas: await kubernetesSchemas(say),
});
