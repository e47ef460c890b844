import { z } from 'zod';
import auditFinding from '../../definitions/audit-finding.json' with { type: 'json' };
import capa from '../../definitions/capa.json' with { type: 'json' };
import changeRequest from '../../definitions/change-request.json' with { type: 'json' };
import complaint from '../../definitions/complaint.json' with { type: 'json' };
import deviation from '../../definitions/deviation.json' with { type: 'json' };
import documentApproval from '../../definitions/document-approval.json' with { type: 'json' };
import { EntityTypes, Name, States } from './definition.ts';
import { requireSound } from './definition-check.ts';

const Shipped = z.strictObject({ name: Name, description: z.string(), entity_types: EntityTypes, states: States });

/** A definition that every organisation gets. */
export type Shipped = z.infer<typeof Shipped>;

const loaded = (definition: unknown): Shipped => {
  const shipped = Shipped.parse(definition);
  requireSound(shipped);
  return shipped;
};

/**
 * The definitions that every organisation gets, by the names of their files. Throws at load where one is not sound, so that the
 * service does not start.
 */
export const SHIPPED: ReadonlyMap<string, Shipped> = new Map([
  ['deviation', loaded(deviation)],
  ['capa', loaded(capa)],
  ['audit-finding', loaded(auditFinding)],
  ['complaint', loaded(complaint)],
  ['change-request', loaded(changeRequest)],
  ['document-approval', loaded(documentApproval)],
]);
