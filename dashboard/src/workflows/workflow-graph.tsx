import '@xyflow/react/dist/base.css';
import './workflow-graph.css';
import { useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Edge, Handle, MarkerType, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { Part } from '../ui/part.tsx';
import type { Place } from './check-fault.ts';
import { edgesIn, layOutWorkflow, layoutKey, NODE, type Placed } from './layout.ts';
import { nameIn } from './words.ts';

type Workflow = Pick<Schemas['Workflow'], 'states'>;

/** What is chosen in the drawing, which places have faults, and what is done when one is pressed. */
export type Choosing = { chosen: Place | null; faulty: readonly Place[]; onChoose: (place: Place) => void };

type Props = {
  workflow: Workflow;
  /** The state that a record is in, and those that it went through; null for the definition alone. */
  current?: string | null;
  passed?: readonly string[];
  choosing?: Choosing;
};

type StateData = {
  name: string;
  place: 'now' | 'passed' | 'other';
  isFinal: boolean;
  note: string | null;
  isChosen: boolean;
  isFaulty: boolean;
};

type StateNode = Node<StateData, 'state'>;

const StateBox = ({ data: { name, place, isFinal, note, isChosen, isFaulty } }: NodeProps<StateNode>) => (
  <div
    className="state-box"
    data-place={place}
    data-final={isFinal || undefined}
    data-chosen={isChosen || undefined}
    data-faulty={isFaulty || undefined}
  >
    <Handle type="target" position={Position.Top} isConnectable={false} />
    <span>{name}</span>
    {note && <span className="state-note">{note}</span>}
    <Handle type="source" position={Position.Bottom} isConnectable={false} />
  </div>
);

const NODE_TYPES = { state: StateBox };

/** A workflow drawn: its states in layers; of a record, the state that it is in and those that it went through. */
export const WorkflowGraph = (props: Props) => {
  const { workflow } = props;
  const layout = useQuery({
    queryKey: ['workflow', 'layout', layoutKey(workflow)],
    queryFn: () => layOutWorkflow(workflow),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
  return (
    <Part query={layout} lines={8}>
      {(placed) => <Drawing {...props} placed={placed} />}
    </Part>
  );
};

const useNodes = ({ workflow, current = null, passed = [], choosing, placed }: Drawn): StateNode[] => {
  const { t } = useLingui();
  const states = new Map(workflow.states.map((state) => [state.id, state]));
  return placed.flatMap(({ id, x, y }) => {
    const state = states.get(id);
    // A state that was just removed stays in the former layout until there is a new one.
    if (!state) return [];
    return [
      {
        id,
        type: 'state' as const,
        position: { x, y },
        ...NODE,
        data: {
          name: nameIn(workflow.states, id),
          place: id === current ? ('now' as const) : passed.includes(id) ? ('passed' as const) : ('other' as const),
          isFinal: state.type === 'final',
          note: state.approval_config ? t`waits for approval` : null,
          isChosen: choosing?.chosen?.state === id && choosing.chosen.to === null,
          isFaulty: choosing?.faulty.some((place) => place.state === id && place.to === null) ?? false,
        },
      },
    ];
  });
};

const edgeClass = ({ current = null, choosing }: Drawn, { from, to }: { from: string; to: string }): string => {
  const isAt = (place: Place) => place.state === from && place.to === to;
  return [
    from === current ? 'way-on' : '',
    choosing?.chosen && isAt(choosing.chosen) ? 'way-chosen' : '',
    choosing?.faulty.some(isAt) ? 'way-faulty' : '',
  ].join(' ');
};

type Drawn = Props & { placed: readonly Placed[] };

const Drawing = (props: Drawn) => {
  const { workflow, choosing, placed } = props;
  const nodes = useNodes(props);
  const drawn = new Set(nodes.map(({ id }) => id));
  const edges: Edge[] = edgesIn(workflow)
    .filter(({ from, to }) => drawn.has(from) && drawn.has(to))
    .map(({ id, from, to }) => ({
      id,
      source: from,
      target: to,
      type: 'smoothstep',
      className: edgeClass(props, { from, to }),
      markerEnd: { type: MarkerType.ArrowClosed },
    }));
  return (
    <>
      <div className="workflow-graph" data-choosing={choosing !== undefined || undefined} aria-hidden>
        <ReactFlow
          // Drawn again, so that the whole of another layout is in view.
          key={placed.map(({ id, x, y }) => `${id}:${x}:${y}`).join()}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          fitView
          minZoom={0.3}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={choosing !== undefined}
          zoomOnScroll={false}
          preventScrolling={false}
          disableKeyboardA11y
          proOptions={{ hideAttribution: true }}
          {...(choosing && {
            onNodeClick: (_event: unknown, { id }: { id: string }) => choosing.onChoose({ state: id, to: null }),
            onEdgeClick: (_event: unknown, { source, target }: { source: string; target: string }) =>
              choosing.onChoose({ state: source, to: target }),
          })}
        />
      </div>
      {/* Where places are chosen, a list beside the drawing says the same. */}
      {!choosing && <StatesAsTable {...props} />}
    </>
  );
};

const StatesAsTable = ({ workflow, current = null }: Props) => {
  const { t } = useLingui();
  const edges = edgesIn(workflow);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t`States and where each of them leads`}</caption>
        <tbody>
          {workflow.states.map(({ id }) => (
            <tr key={id} aria-current={id === current ? 'step' : undefined}>
              <th scope="row">{nameIn(workflow.states, id)}</th>
              <td>
                {edges
                  .filter(({ from }) => from === id)
                  .map(({ to }) => nameIn(workflow.states, to))
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
