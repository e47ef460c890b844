import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ROLES, wordFor } from '../i18n/vocabulary.ts';
import { useRight } from '../session/session.ts';
import { Empty } from '../ui/empty.tsx';
import { Page } from '../ui/page.tsx';

/** The roles that read the audit log. */
const READERS = [
  ...['auditor', 'quality_manager', 'quality_assurance', 'quality_specialist', 'qualified_person'],
  'system_admin',
];

/** A page for who reads the audit log; others see which roles do. */
export const NeedsLog = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useLingui();
  const roles = READERS.map((role) => wordFor(ROLES, role)).join(', ');
  if (useRight('audit-logs:read')) return children;
  return (
    <Page title={title}>
      <Empty title={t`Your role does not read the audit log`}>
        <Trans>These roles do, and make copies, exports, reports and reviews: {roles}.</Trans>
      </Empty>
    </Page>
  );
};
