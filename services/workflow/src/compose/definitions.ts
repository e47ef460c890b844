import type { Kit } from '@qsc/service-kit';
import { makeWorkflowList } from '../definition/definition.query.ts';
import { workflowRoutes } from '../definition/definition.routes.ts';
import { makeWorkflowService } from '../definition/definition.service.ts';
import { makeWorkflowStore, workflowDefinition, workflowVersionDefinition } from '../definition/definition.store.ts';
import { makeDefinitions } from '../definition/definitions.ts';
import { makeEnsureShipped, shippedDefinition } from '../definition/shipped.store.ts';
import type { RecordRead } from '../record/record-read.ts';

export const definitionCollections = [workflowDefinition, workflowVersionDefinition, shippedDefinition];

/** Definitions: their store, their endpoints, and the shipped ones of every organisation. */
export const makeDefinitionParts = ({ open, unitOfWork, clock }: Kit, recordRead: RecordRead) => {
  const workflows = open(workflowDefinition);
  const store = makeWorkflowStore({ workflows, versions: open(workflowVersionDefinition) });
  const ensureShipped = makeEnsureShipped({ given: open(shippedDefinition), store, unitOfWork, clock });
  const list = makeWorkflowList(workflows);
  const service = makeWorkflowService({ store, list, ensureShipped, unitOfWork, recordRead });
  return { ensureShipped, definitions: makeDefinitions({ store, ensureShipped }), routes: workflowRoutes(service) };
};
