import type { Kit } from '@qsc/service-kit';
import { makeWorkflowStore, workflowDefinition, workflowVersionDefinition } from '../definition/definition.store.ts';
import { makeDefinitions } from '../definition/definitions.ts';
import { makeEnsureShipped, shippedDefinition } from '../definition/shipped.store.ts';

export const definitionCollections = [workflowDefinition, workflowVersionDefinition, shippedDefinition];

/** Definitions: their store, and the shipped ones that every organisation begins with. */
export const makeDefinitionParts = ({ open, unitOfWork, clock }: Kit) => {
  const store = makeWorkflowStore({ workflows: open(workflowDefinition), versions: open(workflowVersionDefinition) });
  const ensureShipped = makeEnsureShipped({ given: open(shippedDefinition), store, unitOfWork, clock });
  return { store, ensureShipped, definitions: makeDefinitions({ store, ensureShipped }), routes: [] };
};
