import { useLingui } from '@lingui/react/macro';
import { RECORD_TYPES, wordFor } from '../i18n/vocabulary.ts';
import type { ImpactAnalysis, QualityEvent } from './quality-event.queries.ts';

type Node = { id: string; kind: string; name: string; isIndirect: boolean; column: number; row: number };
type Edge = { from: string; to: string; isIndirect: boolean };

const WIDTH = 148;
const HEIGHT = 42;
const GAP_X = 30;
const GAP_Y = 12;
const LETTERS = 18;

const shortened = (text: string): string => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

/** The event, what it is about, the products met from there, and their batches: four columns from left to right. */
export const layOut = (event: QualityEvent, impact: ImpactAnalysis): { nodes: Node[]; edges: Edge[] } => {
  const nodes: Node[] = [];
  const edges: Edge[] = [];
  const place = (node: Omit<Node, 'row'>) => {
    if (nodes.some(({ id }) => id === node.id)) return;
    nodes.push({ ...node, row: nodes.filter(({ column }) => column === node.column).length });
  };
  place({ id: event.id, kind: event.type, name: event.number, isIndirect: false, column: 0 });
  const products = new Map(impact.products_affected.map((product) => [product.id, product]));
  const named = event.related_entities.filter(({ id }) => !products.has(id));
  for (const { id, type, name } of named) {
    place({ id, kind: type, name, isIndirect: false, column: 1 });
    edges.push({ from: event.id, to: id, isIndirect: false });
  }
  for (const { id, name, impact_level, reason } of products.values()) {
    const isIndirect = impact_level === 'indirect';
    place({ id, kind: 'product', name, isIndirect, column: 2 });
    const through = named.filter((record) => reason.includes(`"${record.name}"`));
    for (const { id: from } of through.length > 0 ? through : [event]) edges.push({ from, to: id, isIndirect });
  }
  for (const { batch_number, product } of impact.batches_affected) {
    place({ id: `batch:${batch_number}`, kind: 'batch', name: batch_number, isIndirect: false, column: 3 });
    const of = nodes.find(({ column, name }) => (column === 1 || column === 2) && name === product);
    edges.push({ from: of?.id ?? event.id, to: `batch:${batch_number}`, isIndirect: false });
  }
  return { nodes, edges };
};

/** The drawing of an impact analysis; the tables beside it say the same in words. */
export const ImpactGraph = ({ event, impact }: { event: QualityEvent; impact: ImpactAnalysis }) => {
  const { t } = useLingui();
  const { nodes, edges } = layOut(event, impact);
  if (nodes.length === 1) return null;
  const used = [...new Set(nodes.map(({ column }) => column))].sort();
  const rows = Math.max(...used.map((column) => nodes.filter((node) => node.column === column).length));
  const size = { width: used.length * (WIDTH + GAP_X) - GAP_X, height: rows * (HEIGHT + GAP_Y) - GAP_Y };
  const at = ({ column, row }: Node) => {
    const inColumn = nodes.filter((node) => node.column === column).length;
    const offset = (size.height - (inColumn * (HEIGHT + GAP_Y) - GAP_Y)) / 2;
    return { x: used.indexOf(column) * (WIDTH + GAP_X), y: offset + row * (HEIGHT + GAP_Y) };
  };
  const find = (id: string) => at(nodes.find((node) => node.id === id) as Node);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
    <figure className="graph" tabIndex={0} aria-label={t`What the event affects, drawn`}>
      <svg
        viewBox={`-1 -1 ${size.width + 2} ${size.height + 2}`}
        width={size.width}
        role="img"
        aria-label={t`Event, related records, products and batches`}
      >
        {edges.map(({ from, to, isIndirect }) => {
          const [start, end] = [find(from), find(to)];
          const [x1, y1, x2, y2] = [start.x + WIDTH, start.y + HEIGHT / 2, end.x, end.y + HEIGHT / 2];
          const middle = (x1 + x2) / 2;
          return (
            <path
              key={`${from}${to}`}
              className="graph-edge"
              data-indirect={isIndirect || undefined}
              d={`M${x1} ${y1} C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`}
            />
          );
        })}
        {nodes.map((node) => {
          const { x, y } = at(node);
          return (
            <g
              key={node.id}
              transform={`translate(${x} ${y})`}
              className="graph-node"
              data-kind={node.column}
              data-indirect={node.isIndirect || undefined}
            >
              <title>{node.name}</title>
              <rect width={WIDTH} height={HEIGHT} rx={4} />
              <text x={9} y={16} className="graph-kind">
                {node.kind === 'batch' ? t`Batch` : wordFor(RECORD_TYPES, node.kind)}
              </text>
              <text x={9} y={32}>
                {shortened(node.name)}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
};
