import { type Kit, makeWorkflowClient, meshMember, type TlsConfig } from '@qsc/service-kit';
import type { IntegrationConfig } from '../config.ts';
import { connectCertificates, makeUploadCertificate } from '../local/certificate.client.ts';
import { connectEntities } from '../local/entity.client.ts';
import type { LocalRecords } from '../local/local-record.ts';
import { makeLocalRecords } from '../local/local-records.ts';
import { makeLocalStates } from '../local/local-state.ts';
import { connectQuality } from '../local/quality-event.client.ts';
import { combineMirrors } from '../mirror/combine-mirrors.ts';
import type { Mirror } from '../mirror/mirror.ts';
import { makeMirrorContent } from '../mirror/mirror-content.ts';
import { makeMirrorSignature } from '../mirror/mirror-signature.ts';
import { makeMirrorState } from '../mirror/mirror-state.ts';
import { externalSignatureDefinition, makeRecordSignature } from '../mirror/signature.store.ts';

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

/** The records of the mesh, and the mirroring of files, states and signatures. */
export const composeLocal = (
  { name, open, unitOfWork }: Pick<Kit, 'name' | 'open' | 'unitOfWork'>,
  config: Addresses,
): { records: LocalRecords; mirror: Mirror; close: () => void } => {
  const mesh = meshMember(config, name);
  const entity = connectEntities(config.ENTITY_GRPC_URL, mesh);
  const quality = connectQuality(config.QUALITY_GRPC_URL, mesh);
  const certificate = connectCertificates(config.CERTIFICATE_GRPC_URL, mesh);
  const workflow = makeWorkflowClient(config.WORKFLOW_GRPC_URL, mesh);
  const records = makeLocalRecords({ entity, quality });
  const mirror = combineMirrors([
    makeMirrorContent({ upload: makeUploadCertificate(certificate), records }),
    makeMirrorSignature(makeRecordSignature(open(externalSignatureDefinition), unitOfWork)),
    makeMirrorState(makeLocalStates({ records, entity, workflow })),
  ]);
  return {
    records,
    mirror,
    close() {
      for (const client of [entity, quality, certificate, workflow]) client.close();
    },
  };
};
