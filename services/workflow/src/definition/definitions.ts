import type { WorkflowStore } from './definition.store.ts';
import type { Workflow } from './definition.ts';
import type { EnsureShipped } from './shipped.store.ts';

/** The definitions as instances need them. */
export type Definitions = {
  /** The active definition for records of a type; null where there is none. A new organisation gets the shipped ones first. */
  activeFor(orgId: string, recordType: string): Promise<Workflow | null>;
  /** The definition at its latest version; null where the organisation has none of that id. */
  find(orgId: string, id: string): Promise<Workflow | null>;
  /** The version with which an instance started. */
  version(orgId: string, id: string, version: number): Promise<Workflow>;
};

type Parts = { store: Pick<WorkflowStore, 'activeFor' | 'find'>; ensureShipped: EnsureShipped };

/** Reads definitions from the store. */
export const makeDefinitions = ({ store, ensureShipped }: Parts): Definitions => ({
  async activeFor(orgId, recordType) {
    await ensureShipped(orgId);
    return store.activeFor(orgId, recordType);
  },
  async find(orgId, id) {
    await ensureShipped(orgId);
    return store.find(orgId, id);
  },
  async version(orgId, id, version) {
    const found = await store.find(orgId, id, version);
    if (!found) throw new Error(`The workflow ${id} has no version ${version}.`);
    return found;
  },
});
