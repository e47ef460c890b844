import { narrowed } from './expression.ts';

type Unit = 's' | 'reqps' | 'percentunit' | 'short' | 'bytes';

/** One graph: what it shows, and for each line its name and its expression. */
export type Graph = {
  title: string;
  unit: Unit;
  lines: readonly (readonly [name: string, expr: string])[];
  examples?: boolean;
};

export type Board = { uid: string; title: string; description: string; graphs: readonly Graph[] };

const COLUMNS = 3;
const SIZE = { w: 8, h: 8 };
const SOURCE = { type: 'prometheus', uid: '$datasource' };

/** What each graph is narrowed to; where the mesh has no namespace, the choice of all fits what has no such label. */
const CHOSEN = 'namespace=~"$namespace"';

const VARIABLES = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
  {
    name: 'namespace',
    label: 'Namespace',
    type: 'query',
    datasource: SOURCE,
    query: { query: 'label_values(service_check_up, namespace)', refId: 'namespace' },
    // Anew whenever the dashboard is opened, by name.
    ...{ refresh: 1, sort: 1 },
    multi: true,
    includeAll: true,
    allValue: '.*',
    current: { selected: true, text: ['All'], value: ['$__all'] },
  },
];

const toPanel = ({ title, unit, lines, examples = false }: Graph, index: number) => ({
  id: index + 1,
  type: 'timeseries',
  title,
  datasource: SOURCE,
  gridPos: { ...SIZE, x: (index % COLUMNS) * SIZE.w, y: Math.floor(index / COLUMNS) * SIZE.h },
  fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
  options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  targets: lines.map(([legendFormat, expr], line) => ({
    refId: String.fromCharCode(65 + line),
    datasource: SOURCE,
    expr: narrowed(expr, CHOSEN),
    legendFormat,
    exemplar: examples,
  })),
});

/** A dashboard as Grafana imports it; the data source and the namespaces are chosen there. */
export const buildDashboard = ({ uid, title, description, graphs }: Board) => ({
  uid,
  title,
  description,
  tags: ['qsc'],
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: { list: VARIABLES },
  panels: graphs.map(toPanel),
});

/** The text of its file. */
export const toText = (board: Board): string => `${JSON.stringify(buildDashboard(board), null, 2)}\n`;
