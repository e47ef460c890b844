import { useLingui } from '@lingui/react/macro';
import { useSession } from '../session/session.ts';
import type { Certificate } from './certificate.queries.ts';
import { isBeingRead } from './certificate-filters.ts';

/** Why the user cannot validate the certificate now; null where nothing is in the way. */
export const useValidationHindrance = (certificate: Certificate): string | null => {
  const { t } = useLingui();
  const { rights, user } = useSession();
  if (!rights.includes('certificates:write') || user.role === 'system_admin')
    return t`Your role does not validate certificates.`;
  if (certificate.status !== 'pending') return t`This certificate has been decided on.`;
  if (certificate.type === 'coa' && isBeingRead(certificate))
    return t`The document is still being read. This takes a moment.`;
  return null;
};
