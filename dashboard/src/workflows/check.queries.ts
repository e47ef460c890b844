import { type Body, type FieldError, ValidationError } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import type { Definition, Workflow } from './definition.ts';

/** The faults of a definition, as the API would refuse it; a definition that it cannot read has its faults too. */
export const checkQuery = (workflowId: string, text: string) =>
  queryOptions({
    queryKey: ['workflow-check', workflowId, text],
    queryFn: async ({ signal }): Promise<{ of: Definition; faults: FieldError[] }> => {
      const of = JSON.parse(text) as Definition;
      const body = { ...of, workflow_id: workflowId } as Body<'validateWorkflow'>;
      try {
        return { of, faults: (await client.workflows.validate(body, { signal })).faults };
      } catch (error) {
        if (error instanceof ValidationError) return { of, faults: [...error.fields] };
        throw error;
      }
    },
    // Another workflow may become active, or end to be, for the same kind of record.
    staleTime: 10_000,
  });

/** Saves a definition over the version that it was made from; a newer one is refused. */
export const saveWorkflow = (
  id: string,
  definition: Definition,
  { ifMatch, reason }: { ifMatch: number; reason: string | undefined },
): Promise<Workflow> =>
  client.workflows.update(id, definition as Body<'updateWorkflow'>, { ifMatch, ...(reason ? { reason } : {}) });

export const createWorkflow = (definition: Definition, reason: string | undefined): Promise<Workflow> =>
  client.workflows.create(definition as Body<'createWorkflow'>, reason ? { reason } : {});
