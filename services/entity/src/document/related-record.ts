import type { FindCertificatesRequest } from '@qsc/contracts/grpc/certificate/v1/FindCertificatesRequest';
import type { FoundCertificates__Output } from '@qsc/contracts/grpc/certificate/v1/FoundCertificates';
import type { CheckAttachableRequest } from '@qsc/contracts/grpc/quality/v1/CheckAttachableRequest';
import { AppError, type GrpcClient, invalidField } from '@qsc/service-kit';
import type { EntityStore } from '../entity/entity.store.ts';
import type { RelatedRecordInput } from './document.schemas.ts';

/**
 * Looks up the records that a document is to belong to. Throws `validation_failed` for one that is not there, `conflict` for a
 * quality event that waits for approval or is final, `service_unavailable` while the service of one is away.
 */
export type RequireRelated = (orgId: string, related: readonly RelatedRecordInput[]) => Promise<void>;

type Parts = {
  store: Pick<EntityStore, 'targets'>;
  quality: Pick<GrpcClient, 'call'>;
  certificate: Pick<GrpcClient, 'call'>;
};

const CERTIFICATE = 'cert_';

/** Asks the owner of each record. */
export const makeRequireRelated = ({ store, quality, certificate }: Parts): RequireRelated => {
  const isCertificate = ({ type, id }: RelatedRecordInput): boolean =>
    type === 'certificate' && id.startsWith(CERTIFICATE);

  /** Whether the record is there. */
  const findOne = async (org_id: string, record: RelatedRecordInput): Promise<boolean> => {
    const { type, id } = record;
    if (isCertificate(record)) {
      const requested = { org_id, ids: [id] };
      const { ids } = await certificate.call<FindCertificatesRequest, FoundCertificates__Output>(
        'FindCertificates',
        requested,
      );
      return ids.includes(id);
    }
    if (type !== 'quality_event') return (await store.targets(org_id, [id])).get(id)?.type === type;
    try {
      await quality.call<CheckAttachableRequest, object>('CheckAttachable', { org_id, id });
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return false;
      throw error;
    }
  };

  return async (orgId, related) => {
    const seen = new Set<string>();
    for (const [index, record] of related.entries()) {
      if (seen.has(record.id))
        throw invalidField(`related_to.${index}`, 'duplicate', 'The same record stands here twice.');
      seen.add(record.id);
      if (await findOne(orgId, record)) continue;
      const message = `There is no ${record.type.replace('_', ' ')} with the id "${record.id}".`;
      throw invalidField(`related_to.${index}.id`, 'unknown', message);
    }
  };
};
