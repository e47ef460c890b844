import { type AnyRoute, type Kit, toEvidenceKey } from '@qsc/service-kit';
import { chainRoutes } from '../chain/chain.routes.ts';
import { type ChainService, makeChainService } from '../chain/chain.service.ts';
import { makeCompareChain } from '../chain/comparison.ts';
import { makeVerificationStore, verificationDefinition } from '../chain/verification.store.ts';
import { checkpointRoutes } from '../checkpoint/checkpoint.routes.ts';
import type { AuditConfig } from '../config.ts';
import type { Chains } from './chain.ts';

/** Verification of the chain, its checkpoints and their key. */
export const composeVerification = (
  { open, unitOfWork, clock }: Kit,
  { chains: all, config }: { chains: Chains; config: Pick<AuditConfig, 'AUDIT_SIGNING_KEY'> },
): { routes: AnyRoute[]; verify: ChainService['verify'] } => {
  const { chains, walk, reader, checkpointParts, checkpoints, breakAgainst } = all;
  const service = makeChainService({
    store: chains,
    walk,
    segments: reader,
    compare: makeCompareChain({ breakAgainst, newest: checkpointParts.newest }),
    checkpoints,
    verifications: makeVerificationStore(open(verificationDefinition)),
    unitOfWork,
    clock,
  });
  return {
    verify: service.verify,
    routes: [
      ...chainRoutes(service, toEvidenceKey(config.AUDIT_SIGNING_KEY)),
      ...checkpointRoutes(checkpointParts.store),
    ],
  };
};
