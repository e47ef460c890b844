import '@xyflow/react/dist/base.css';
import './workflow-graph.css';
import { useLingui } from '@lingui/react/macro';
import type { Schemas } from '@qsc/client';
import { useQuery } from '@tanstack/react-query';
import { Handle, MarkerType, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react';
import { STATES, wordFor } from '../i18n/vocabulary.ts';
import { Part } from '../ui/part.tsx';
import { edgesIn, layOutWorkflow, NODE, type Placed } from './layout.ts';

type Workflow = Schemas['Workflow'];

type Props = {
  workflow: Workflow;
  /** The state that the record is in. */
  current: string;
  /** The states that it went through. */
  passed: readonly string[];
};

type StateNode = Node<
  { name: string; place: 'now' | 'passed' | 'other'; isFinal: boolean; note: string | null },
  'state'
>;

const StateBox = ({ data: { name, place, isFinal, note } }: NodeProps<StateNode>) => (
  <div className="state-box" data-place={place} data-final={isFinal || undefined}>
    <Handle type="target" position={Position.Top} isConnectable={false} />
    <span>{name}</span>
    {note && <span className="state-note">{note}</span>}
    <Handle type="source" position={Position.Bottom} isConnectable={false} />
  </div>
);

const NODE_TYPES = { state: StateBox };

/** A workflow drawn: its states in layers, the one that the record is in, and those that it went through. */
export const WorkflowGraph = (props: Props) => {
  const { workflow } = props;
  const layout = useQuery({
    queryKey: ['workflow', 'layout', workflow.id, workflow.version],
    queryFn: () => layOutWorkflow(workflow),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Part query={layout} lines={8}>
      {(placed) => <Drawing {...props} placed={placed} />}
    </Part>
  );
};

const Drawing = ({ workflow, current, passed, placed }: Props & { placed: readonly Placed[] }) => {
  const { t } = useLingui();
  const states = new Map(workflow.states.map((state) => [state.id, state]));
  const nameFor = (id: string): string => (id in STATES ? wordFor(STATES, id) : (states.get(id)?.name ?? id));
  const nodes: StateNode[] = placed.map(({ id, x, y }) => ({
    id,
    type: 'state',
    position: { x, y },
    ...NODE,
    data: {
      name: nameFor(id),
      place: id === current ? 'now' : passed.includes(id) ? 'passed' : 'other',
      isFinal: states.get(id)?.type === 'final',
      note: states.get(id)?.approval_config ? t`waits for approval` : null,
    },
  }));
  const edges = edgesIn(workflow).map(({ id, from, to }) => ({
    id,
    source: from,
    target: to,
    type: 'smoothstep',
    className: from === current ? 'way-on' : '',
    markerEnd: { type: MarkerType.ArrowClosed },
  }));
  return (
    <>
      <div className="workflow-graph" aria-hidden>
        <ReactFlow
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
          elementsSelectable={false}
          zoomOnScroll={false}
          preventScrolling={false}
          disableKeyboardA11y
          proOptions={{ hideAttribution: true }}
        />
      </div>
      <div className="visually-hidden">
        <table>
          <caption>{t`States and where each of them leads`}</caption>
          <tbody>
            {workflow.states.map(({ id }) => (
              <tr key={id} aria-current={id === current ? 'step' : undefined}>
                <th scope="row">{nameFor(id)}</th>
                <td>
                  {edgesIn(workflow)
                    .filter(({ from }) => from === id)
                    .map(({ to }) => nameFor(to))
                    .join(', ')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
};
