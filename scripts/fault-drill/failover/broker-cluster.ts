import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { commandOnPath } from '../../runtime/tool.ts';
import type { DrillMesh } from '../mesh/drill-mesh.ts';
import { HANG_MS, RABBITMQ_NODES } from '../mesh/drill-plan.ts';
import { toNodeName } from './cluster-plan.ts';

const run = promisify(execFile);

type Node = (typeof RABBITMQ_NODES)[number];

/** A queue and the nodes that hold it. */
export type QueueMembers = { name: string; members: readonly string[]; online: readonly string[] };

const LOOK_EVERY_MS = 500;

/** Runs `rabbitmqctl` against a node. Throws where it fails. */
const control = async (mesh: DrillMesh, node: Node, parameters: readonly string[]): Promise<string> => {
  const { command, environment } = mesh.getSpec(node);
  const beside = join(dirname(command[0]), 'rabbitmqctl');
  const program = existsSync(beside) ? beside : (commandOnPath('rabbitmqctl') ?? 'rabbitmqctl');
  const loopback = { RABBITMQ_CTL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}' };
  const { stdout } = await run(program, ['--quiet', '--node', toNodeName(node), ...parameters], {
    env: { ...environment, ...loopback },
    timeout: HANG_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
};

/** The quorum queues, as a node says it. */
export const listMembers = async (mesh: DrillMesh, node: Node = 'rabbitmq-1'): Promise<QueueMembers[]> => {
  const columns = ['name', 'type', 'members', 'online'];
  const answer = await control(mesh, node, ['list_queues', '--formatter', 'json', ...columns]);
  const queues = JSON.parse(answer) as (QueueMembers & { type: string })[];
  return queues.filter(({ type }) => /quorum/.test(type));
};

/** Resolves when every queue has its members on all nodes, so that each node can be missed again. Throws when they stay away. */
export const untilWhole = async (mesh: DrillMesh, stopped: AbortSignal): Promise<void> => {
  const giveUpAt = Date.now() + HANG_MS;
  for (;;) {
    const queues = await listMembers(mesh);
    const lacking = queues.filter(({ online }) => online.length < RABBITMQ_NODES.length);
    if (queues.length > 0 && lacking.length === 0) return;
    if (Date.now() > giveUpAt)
      throw new Error(`These queues lack members: ${lacking.map(({ name }) => name).join(', ')}.`);
    await delay(LOOK_EVERY_MS, undefined, { signal: stopped });
  }
};

/**
 * Parts a node from the others for so long: their connections are ended at once and new ones are refused, since the node holds
 * another cookie for them. It does so by itself, as nobody may reach it meanwhile.
 */
export const part = async (mesh: DrillMesh, node: Node, ms: number): Promise<void> => {
  const others = RABBITMQ_NODES.filter((name) => name !== node).map((name) => `'${toNodeName(name)}'`);
  const expression = [
    `Others = [${others.join(',')}]`,
    'Cookie = erlang:get_cookie()',
    `spawn(fun() -> ${[
      '[erlang:set_cookie(Other, refused) || Other <- Others]',
      '[erlang:disconnect_node(Other) || Other <- Others]',
      `timer:sleep(${ms})`,
      '[erlang:set_cookie(Other, Cookie) || Other <- Others]',
    ].join(', ')} end)`,
    'ok.',
  ].join(', ');
  await control(mesh, node, ['eval', expression]);
};
