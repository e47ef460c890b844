import type { Body, Schemas } from '@qsc/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from '../session/client.ts';
import type { Change } from '../ui/section.tsx';

export type Organization = Schemas['Organization'];

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: ({ signal }) => client.organization.get({ signal }),
});

export const saveOrganization = ({ patch, ifMatch, reason }: Change): Promise<Organization> =>
  client.organization.update(patch as Body<'updateOrganization'>, { ifMatch, reason });
