import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { REPOSITORY } from '../runtime/paths.ts';
import { metricsIn } from './expression.ts';

const FOLDER = join(REPOSITORY, 'deploy/monitoring');
export const RULES = join(FOLDER, 'rules.yml');
export const RULE_TESTS = join(FOLDER, 'tests');
export const DASHBOARDS = join(FOLDER, 'dashboards');
export const SCRAPING = join(FOLDER, 'prometheus.yml');
export const RUNBOOKS = join(REPOSITORY, 'docs/runbooks');

export type Rule = { record: string; expr: string };
export type Alert = {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: { summary: string; runbook: string };
};

/** The rules as they stand in the file. */
export const readRules = (): { records: Rule[]; alerts: Alert[] } => {
  const { groups } = parse(readFileSync(RULES, 'utf8')) as { groups: { rules: (Rule | Alert)[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  return { records: rules.filter((rule) => 'record' in rule), alerts: rules.filter((rule) => 'alert' in rule) };
};

/** The name of an alert as files have it: `OutboxOld` is `outbox-old`. */
export const toFileName = ({ alert }: Pick<Alert, 'alert'>): string =>
  alert.replaceAll(/(?<!^)(?=[A-Z])/g, '-').toLowerCase();

type Target = { expr: string };
type Dashboard = { panels: { title: string; targets?: Target[] }[] };

type Expression = { where: string; expr: string };

/** Names in runbooks that look like a metric's and are a collection's. */
const COLLECTIONS = ['audit_entry'];

/** What asks a metric of those that begin as the ones of these expressions, or `up`, with which Prometheus tells of its targets. */
const metricLike = (expressions: readonly Expression[]): RegExp => {
  const names = expressions.flatMap(({ expr }) => [...metricsIn(expr).keys()]);
  const beginnings = new Set(names.flatMap((name) => /^([a-z]+)[_:]/.exec(name)?.[1] ?? []));
  return new RegExp(`(?:^|[ (])(?:(?:${[...beginnings].join('|')})[_:][a-z]|up(?:\\{| ))`);
};

const readRunbooks = (metric: RegExp): Expression[] =>
  readdirSync(RUNBOOKS).flatMap((file) => {
    const text = readFileSync(join(RUNBOOKS, file), 'utf8').replaceAll(/^```.*?^```/gms, '');
    return [...text.matchAll(/`([^`]+)`/g)]
      .map(([, quoted = '']) => quoted.replaceAll(/\s+/g, ' ').replaceAll('<program>', 'entity'))
      .filter((quoted) => metric.test(quoted) && !COLLECTIONS.includes(quoted))
      .map((expr) => ({ where: file, expr }));
  });

/** Every expression that is asked: those of rules, of dashboards and of runbooks, and where each stands. */
export const readExpressions = (): Expression[] => {
  const { records, alerts } = readRules();
  const rules = [...records, ...alerts].map((rule) => ({
    where: 'record' in rule ? rule.record : rule.alert,
    expr: rule.expr,
  }));
  const panels = readdirSync(DASHBOARDS).flatMap((file) => {
    const { panels } = JSON.parse(readFileSync(join(DASHBOARDS, file), 'utf8')) as Dashboard;
    return panels.flatMap(({ title, targets = [] }) =>
      targets.map(({ expr }) => ({ where: `${file}: ${title}`, expr })),
    );
  });
  const requested = [...rules, ...panels];
  return [...requested, ...readRunbooks(metricLike(requested))];
};
