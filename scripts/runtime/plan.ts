import type { DatabaseAccess } from './database-access.ts';
import type { PortUse } from './ports.ts';
import { readJson, writePrivateFile } from './private-file.ts';

/** How to tell that a process does its work; data, so that a plan can be stored. */
export type Probe =
  | { kind: 'http'; port: number; path: string }
  | { kind: 'tcp'; port: number }
  | { kind: 'amqp'; port: number }
  | { kind: 'mongodb'; port: number; replicaSet: string; access: DatabaseAccess | null }
  /** One of several; the first of the ports sets the replica set up. */
  | { kind: 'mongodb-member'; port: number; replicaSet: string; members: readonly number[] };

/** One process to keep alive. */
export type ProcessSpec = {
  name: string;
  /** Stages start one after the other, each when the one before is ready, and stop the other way round. */
  stage: number;
  command: readonly [string, ...string[]];
  environment: Record<string, string>;
  /** The environment of the run that brings its database up to date, where the process itself may not. */
  migration?: Record<string, string>;
  /** The port that `status` shows; null when the process speaks no HTTP. */
  httpPort: number | null;
  ports: readonly PortUse[];
  probe: Probe;
  /** How long it may take to end by itself before it is killed. */
  stopGraceMs: number;
};

/** Everything a supervisor needs to know. */
export type Plan = {
  workingDirectory: string;
  logs: string;
  state: string;
  processes: readonly ProcessSpec[];
};

/** The plan stored in the file, or null. */
export const readPlan = (path: string): Plan | null => readJson<Plan>(path);

/** Stores the plan; it carries secrets, so only the owner may read it. */
export const writePlan = (path: string, plan: Plan): void => writePrivateFile(path, JSON.stringify(plan));

/** Whether two plans ask for the same processes. */
export const samePlan = (one: Plan | null, other: Plan): boolean => JSON.stringify(one) === JSON.stringify(other);
