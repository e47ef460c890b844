import type { Workflow } from './definition.ts';

/** The definitions as instances need them. An organisation that is met for the first time has the shipped ones by then. */
export type Definitions = {
  /** The active definition for records of a type; null where there is none. */
  activeFor(orgId: string, recordType: string): Promise<Workflow | null>;
  /** The definition at its latest version; null where the organisation has none of that id. */
  find(orgId: string, id: string): Promise<Workflow | null>;
  /** The version that an instance began with. */
  version(orgId: string, id: string, version: number): Promise<Workflow>;
};
