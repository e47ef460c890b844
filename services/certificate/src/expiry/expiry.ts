import type { Call } from '@qsc/service-kit/pure';
import { type Certificate, statusOn } from '../certificate/certificate.ts';
import { type Act, type Decided, nextVersion, toDecided } from '../certificate/certificate-change.ts';

/** The events of states that a certificate reaches by date. A state that it has passed meanwhile is not reported any more. */
const ACTS: Readonly<Record<'expiring_soon' | 'expired', Act>> = {
  expiring_soon: { event: 'expiring', audit: 'transition', history: 'expiring_soon' },
  expired: { event: 'expired', audit: 'transition', history: 'expired' },
};

const TRANSITIONS: Partial<Record<Certificate['status'], readonly Certificate['status'][]>> = {
  valid: ['expiring_soon', 'expired'],
  expiring_soon: ['expired'],
};

/**
 * The transition that the date demands of the stored state, null where the state is right: valid → expiring_soon → expired, or
 * straight to expired after a long pause (decisions §4, "Certificates").
 */
export const transitionByDate = (certificate: Certificate, call: Call): Decided | null => {
  const status = statusOn(certificate, call);
  if (status !== 'expiring_soon' && status !== 'expired') return null;
  if (!TRANSITIONS[certificate.status]?.includes(status)) return null;
  const details = { expiry_date: certificate.expiry_date };
  return toDecided(certificate, nextVersion(certificate, { status }, call), {
    act: { ...ACTS[status], details },
    call,
  });
};
