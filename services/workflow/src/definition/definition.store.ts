import {
  type Change,
  type Collection,
  countSkipped,
  defineCollection,
  insert,
  makeReadByKey,
  type PageOf,
  pageMeta,
  replace,
  toDirection,
  trusted,
} from '@qsc/service-kit';
import { z } from 'zod';
import type { WorkflowVersionQuery } from './definition.schemas.ts';
import { EntityTypes, Name, States, type Workflow } from './definition.ts';

const shape = z.object({
  _id: z.string(),
  org_id: z.string(),
  name: Name,
  description: z.string(),
  entity_types: EntityTypes,
  states: States,
  is_active: z.boolean(),
  version: z.number().int(),
  created_at: z.date(),
  updated_at: z.date(),
  created_by: z.string(),
});

/** The current definitions. */
export const workflowDefinition = defineCollection({
  name: 'workflow',
  shape,
  indexes: [
    { keys: { org_id: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, updated_at: -1, _id: -1 } },
    { keys: { org_id: 1, name: 1, _id: 1 } },
    { keys: { org_id: 1, is_active: 1, created_at: -1, _id: -1 } },
    { keys: { org_id: 1, entity_types: 1, created_at: -1, _id: -1 } },
    // One active definition for a type of record, even if two are written at the same instant.
    { keys: { org_id: 1, entity_types: 1 }, unique: true, partial: { is_active: true } },
  ],
});

/** All versions of all definitions, for the instances that stay on theirs. Rows never change. */
export const workflowVersionDefinition = defineCollection({
  name: 'workflow_version',
  shape: shape.extend({ workflow_id: z.string() }),
  indexes: [{ keys: { org_id: 1, workflow_id: 1, version: 1 }, unique: true }],
});

type Stored = z.infer<typeof workflowDefinition.shape>;
type StoredVersion = z.infer<typeof workflowVersionDefinition.shape>;

export type WorkflowCollections = { workflows: Collection<Stored>; versions: Collection<StoredVersion> };

export type WorkflowCollection = Collection<Stored>;

/** A version without its states. */
export type VersionOfWorkflow = Omit<Workflow, 'states'>;

export type WorkflowStore = {
  /** The current definition, or a version of it; null where the organisation has none such. */
  find(orgId: string, id: string, version?: number): Promise<Workflow | null>;
  listVersions(orgId: string, id: string, query: WorkflowVersionQuery): Promise<PageOf<VersionOfWorkflow>>;
  /** The active definition for a type of record. */
  activeFor(orgId: string, entityType: string): Promise<Workflow | null>;
  /** Active definitions for any of the types. */
  activeAmong(orgId: string, entityTypes: readonly string[]): Promise<Workflow[]>;
  /** The types of records of the definitions of all organisations, also of versions on which instances still are. */
  listEntityTypes(): Promise<string[]>;
  /** The writes of a decision: the definition, and its new version. */
  changes(before: Workflow | null, after: Workflow): Change[];
};

/** The domain's definition out of a stored one. */
export const toWorkflow = ({ _id, ...stored }: Stored): Workflow => ({ id: _id, ...stored });

const versionId = (id: string, version: number): string => `${id}/${version}`;

/** The store of definitions in MongoDB. */
export const makeWorkflowStore = ({ workflows, versions }: WorkflowCollections): WorkflowStore => {
  const findActive = (org_id: string, entityTypes: readonly string[]): Promise<Stored[]> =>
    workflows.find({ org_id, is_active: true, entity_types: trusted({ $in: [...entityTypes] }) });
  const readActive = makeReadByKey(findActive, ({ entity_types }) => entity_types);
  return {
    async find(org_id, id, version) {
      if (version === undefined) {
        const current = await workflows.findOne({ org_id, _id: id });
        return current && toWorkflow(current);
      }
      const found = await versions.findOne({ org_id, _id: versionId(id, version) });
      if (!found) return null;
      const { workflow_id, ...stored } = found;
      return toWorkflow({ ...stored, _id: workflow_id });
    },
    async listVersions(org_id, workflow_id, query) {
      const filter = { org_id, workflow_id };
      const [found, total] = await Promise.all([
        versions.find(filter, {
          sort: { version: toDirection(query.sort) },
          skip: countSkipped(query),
          limit: query.per_page,
          without: ['states'],
        }),
        versions.count(filter),
      ]);
      return {
        data: found.map(({ _id, workflow_id: id, ...version }) => ({ id, ...version })),
        meta: pageMeta(total, query),
      };
    },
    async activeFor(orgId, entityType) {
      const active = await readActive(orgId, entityType);
      return active && toWorkflow(active);
    },
    activeAmong: async (orgId, entityTypes) => (await findActive(orgId, entityTypes)).map(toWorkflow),
    listEntityTypes: () => versions.model.distinct('entity_types'),
    changes(before, { id, ...after }) {
      const stored = { ...after, _id: id };
      const version = { ...after, _id: versionId(id, after.version), workflow_id: id };
      return [
        before ? replace(workflows, stored, before.version) : insert(workflows, stored),
        insert(versions, version),
      ];
    },
  };
};
