import { type Kit, makeKeyRing } from '@qsc/service-kit';
import type { WorkflowConfig } from '../config.ts';
import type { InstanceStore } from '../instance/instance.store.ts';
import type { RecordClient } from '../record/record.client.ts';
import { signatureRoutes } from '../signature/signature.routes.ts';
import { makeSignatureService } from '../signature/signature.service.ts';
import { makeSignatureStore, signatureDefinition } from '../signature/signature.store.ts';
import { makeSigning } from '../signature/signer.ts';

export const signatureCollections = [signatureDefinition];

type Parts = {
  config: WorkflowConfig;
  records: Pick<RecordClient, 'get'>;
  instances: Pick<InstanceStore, 'current'>;
  identity: NonNullable<Kit['identity']>;
};

/** Electronic signatures: signing, reading and verification. */
export const makeSignatures = ({ open, clock }: Kit, { config, records, instances, identity }: Parts) => {
  const store = makeSignatureStore(open(signatureDefinition));
  const ring = makeKeyRing({ signingKey: config.WORKFLOW_SIGNING_KEY, formerKeys: config.WORKFLOW_FORMER_KEYS });
  const signatures = makeSignatureService({ store, records, instances, ring, clock });
  return {
    signatures,
    signing: makeSigning({ identity: identity.client, ring, store }),
    routes: signatureRoutes(signatures),
  };
};
