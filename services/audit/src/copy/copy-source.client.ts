import type { DocumentReference } from '@qsc/contracts';
import type { GetEntityNamesResponse__Output } from '@qsc/contracts/grpc/entity/v1/GetEntityNamesResponse';
import type { GetUsersResponse__Output } from '@qsc/contracts/grpc/identity/v1/GetUsersResponse';
import {
  AppError,
  type CopiedRecord,
  copyDefinition,
  type GrpcClient,
  type MeshMember,
  makeGrpcClient,
  makeListAttachments,
  makeReadRemoteCopy,
  serviceDefinition,
} from '@qsc/service-kit';
import { type CopyKind, KINDS } from './copy-kind.ts';

/** What copies are made of beside the log. Each throws `service_unavailable` where a service is away. */
export type CopySources = {
  /** A record with what its owner has of it. Throws `not_found`. */
  readRecord(kind: CopyKind, orgId: string, id: string): Promise<CopiedRecord>;
  /** The workflows, approvals and signatures of a record. */
  readWorkflow(orgId: string, id: string): Promise<CopiedRecord['parts']>;
  listAttachments(orgId: string, id: string): Promise<DocumentReference[]>;
  /** The names of users and entities; unknown ones are left out. */
  readNames(orgId: string, ids: readonly string[]): Promise<Map<string, string>>;
  close(): void;
};

type Owner = 'quality' | 'supplier' | 'certificate' | 'entity' | 'workflow';

/** A service without an address is left out: its records are not copied. */
type Addresses = Readonly<Record<Exclude<Owner, 'supplier'>, string> & Record<'supplier', string | undefined>>;

const isUser = (id: string): boolean => id.startsWith('usr_');

/** The clients of the services that copies are made of. */
export const makeCopySources = (addresses: Addresses, identity: Pick<GrpcClient, 'call'>, mesh: MeshMember) => {
  const open: GrpcClient[] = [];
  const openClient = (name: Owner, address: string, definition = copyDefinition()): GrpcClient => {
    const client = makeGrpcClient({ address, name, definition }, mesh);
    open.push(client);
    return client;
  };
  const readers = new Map(
    (Object.entries(addresses) as [Owner, string | undefined][]).flatMap(([name, address]) =>
      address === undefined ? [] : [[name, makeReadRemoteCopy(openClient(name, address))] as const],
    ),
  );
  const entities = openClient('entity', addresses.entity, serviceDefinition('entity'));
  const read = async (name: Owner, orgId: string, id: string): Promise<CopiedRecord> => {
    const reader = readers.get(name);
    if (!reader)
      throw new AppError('service_unavailable', `This deployment has no ${name} service.`, {
        details: { service: name },
      });
    return reader(orgId, id);
  };
  const sources: CopySources = {
    readRecord: (kind, orgId, id) => read(KINDS[kind].owner, orgId, id),
    readWorkflow: async (orgId, id) => (await read('workflow', orgId, id)).parts,
    listAttachments: makeListAttachments(entities),
    async readNames(org_id, ids) {
      const [users, others] = [ids.filter(isUser), ids.filter((id) => !isUser(id))];
      const [known, named] = await Promise.all([
        identity.call<object, GetUsersResponse__Output>('GetUsers', { org_id, ids: users }),
        entities.call<object, GetEntityNamesResponse__Output>('GetEntityNames', { org_id, ids: others }),
      ]);
      return new Map([...known.users, ...named.names].map(({ id, name }) => [id, name]));
    },
    close() {
      for (const client of open) client.close();
    },
  };
  return sources;
};
