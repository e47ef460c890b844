import type { Schemas } from '@qsc/client';
import ELK from 'elkjs/lib/elk.bundled.js';

type Workflow = Pick<Schemas['Workflow'], 'states'>;

export const NODE = { width: 176, height: 44 };

export type Edge = { id: string; from: string; to: string };

/** Where a state stands in the drawing. */
export type Placed = { id: string; x: number; y: number };

/** The transitions of a definition; the outcomes of an approval are among them. */
export const edgesIn = ({ states }: Workflow): Edge[] => {
  const pairs = new Map<string, Edge>();
  for (const { id: from, allowed_transitions = [], approval_config } of states) {
    const targets = [...allowed_transitions, approval_config?.on_approve, approval_config?.on_reject];
    for (const to of targets) if (to) pairs.set(`${from}>${to}`, { id: `${from}>${to}`, from, to });
  }
  return [...pairs.values()];
};

/** What a layout depends on: two definitions with the same states and transitions are drawn alike. */
export const layoutKey = (workflow: Workflow): string =>
  JSON.stringify([workflow.states.map(({ id }) => id), edgesIn(workflow).map(({ id }) => id)]);

/** Lays the states of a definition out in layers, from the first state downwards. */
export const layOutWorkflow = async (workflow: Workflow): Promise<Placed[]> => {
  const elk = new ELK();
  const drawn = await elk.layout({
    id: 'workflow',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'DOWN',
      'elk.layered.spacing.nodeNodeBetweenLayers': '36',
      'elk.spacing.nodeNode': '28',
    },
    children: workflow.states.map(({ id }) => ({ id, ...NODE })),
    edges: edgesIn(workflow).map(({ id, from, to }) => ({ id, sources: [from], targets: [to] })),
  });
  return (drawn.children ?? []).map(({ id, x = 0, y = 0 }) => ({ id, x, y }));
};
