import { type Kit, makeWorkflowClient, meshMember, type TlsConfig } from '@qsc/service-kit';
import type { IntegrationConfig } from '../config.ts';
import type { Follow } from '../follow/follow.ts';
import { makeFollowContent } from '../follow/follow-content.ts';
import { makeFollowSignature } from '../follow/follow-signature.ts';
import { makeFollowState } from '../follow/follow-state.ts';
import { makeFollow } from '../follow/following.ts';
import { externalSignatureDefinition, makeRecordSignature } from '../follow/signature.store.ts';
import { connectCertificates, makeUploadCertificate } from '../local/certificate.client.ts';
import { connectEntities } from '../local/entity.client.ts';
import type { LocalRecords } from '../local/local-record.ts';
import { makeLocalRecords } from '../local/local-records.ts';
import { makeLocalStates } from '../local/local-state.ts';
import { connectQuality } from '../local/quality-event.client.ts';

export const localCollections = [externalSignatureDefinition];

type Addresses = Pick<
  IntegrationConfig,
  | 'ENTITY_GRPC_URL'
  | 'QUALITY_GRPC_URL'
  | 'CERTIFICATE_GRPC_URL'
  | 'WORKFLOW_GRPC_URL'
  | 'MESH_SECRET'
  | 'MESH_SECRET_FILE'
  | keyof TlsConfig
>;

/** The records of the mesh, and what of an external record is taken over beside its fields. */
export const composeLocal = (
  { name, open, unitOfWork }: Pick<Kit, 'name' | 'open' | 'unitOfWork'>,
  config: Addresses,
): { records: LocalRecords; follow: Follow; close: () => void } => {
  const mesh = meshMember(config, name);
  const entity = connectEntities(config.ENTITY_GRPC_URL, mesh);
  const quality = connectQuality(config.QUALITY_GRPC_URL, mesh);
  const certificate = connectCertificates(config.CERTIFICATE_GRPC_URL, mesh);
  const workflow = makeWorkflowClient(config.WORKFLOW_GRPC_URL, mesh);
  const records = makeLocalRecords({ entity, quality });
  const follow = makeFollow([
    makeFollowContent({ upload: makeUploadCertificate(certificate), records }),
    makeFollowSignature(makeRecordSignature(open(externalSignatureDefinition), unitOfWork)),
    makeFollowState(makeLocalStates({ records, entity, workflow })),
  ]);
  return {
    records,
    follow,
    close() {
      for (const client of [entity, quality, certificate, workflow]) client.close();
    },
  };
};
