import { exampleId } from '@qsc/contracts';
import type { Partner } from '../../scripts/fault-drill/partner/partner.ts';
import { newPassword } from '../../scripts/runtime/provision.ts';
import { awaitApproval, signApproval } from './approval-records.ts';
import { connectPartner } from './integration-records.ts';
import type { OwnOrganization } from './organization.ts';

/**
 * What the examples speak of and none of them creates: records that wait in their workflows, one without a workflow yet, a
 * signature, a connection to a stand-in. Gives the id of the mesh for each id of the examples.
 */
export const makeExampleRecords = async (own: OwnOrganization, partner: Partner): Promise<[string, string][]> => {
  const { entities, users } = own.adminClient;
  const entity = async (type: 'document' | 'equipment') => (await entities.create({ type, name: `A ${type}` })).id;
  const person = {
    email: `deputy.${own.orgId}@examples.example`.toLowerCase(),
    name: 'Deputy',
    role: 'quality_assurance',
  } as const;
  const deputy = await users.create({ ...person, password: newPassword() });
  const connected = await connectPartner(own.adminClient, partner, own.orgId);
  return [
    [exampleId('connection'), connected.connection_id],
    [exampleId('sync'), connected.sync_id],
    [exampleId('conflict'), connected.conflict_id],
    [exampleId('user', 3), deputy.id],
    [exampleId('entity', 4), await entity('document')],
    [exampleId('entity', 5), await entity('equipment')],
    [exampleId('signature'), await signApproval(own)],
    [exampleId('approval'), await awaitApproval(own, 'Waiting')],
  ];
};
