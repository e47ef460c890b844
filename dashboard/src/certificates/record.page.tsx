import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Tabs } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import type { CertificateTab } from '../router.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Trail } from '../ui/trail.tsx';
import { type Certificate, certificateQuery, extractionQuery } from './certificate.queries.ts';
import { CertificateAside } from './certificate-aside.tsx';
import { CertificateHeader } from './certificate-header.tsx';
import { CertificateHistory } from './history.tsx';
import { CertificateValues } from './values.tsx';
import { DocumentViewer } from './viewer/document-viewer.tsx';

const CertificatePage = () => {
  const { t } = useLingui();
  const { certificateId } = Route.useParams();
  const { tab = 'values' } = Route.useSearch();
  const navigate = useNavigate();
  const { data: certificate } = useSuspenseQuery(certificateQuery(certificateId));
  useWindowTitle(certificate.name);
  const open = (next: string | null) =>
    navigate({
      to: '/certificates/$certificateId',
      params: { certificateId },
      search: next === 'values' || next === null ? {} : { tab: next as CertificateTab },
      replace: true,
    });
  return (
    <article className="page record">
      <CertificateHeader certificate={certificate} />
      {certificate.extraction_status === 'failed' && <ReadingFault certificate={certificate} />}
      <div className="record-columns">
        <div className="record-main">
          <Tabs value={tab} onChange={(next) => void open(next)} keepMounted={false} activateTabWithKeyboard={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="values">{t`Values`}</Tabs.Tab>
              <Tabs.Tab value="document">{t`Document`}</Tabs.Tab>
              <Tabs.Tab value="history">{t`History`}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="values">
              <CertificateValues certificate={certificate} />
            </Tabs.Panel>
            <Tabs.Panel value="document">
              <DocumentViewer certificate={certificate} />
            </Tabs.Panel>
            <Tabs.Panel value="history">
              <CertificateHistory id={certificateId} />
              <Trail recordId={certificateId} />
            </Tabs.Panel>
          </Tabs>
        </div>
        <CertificateAside certificate={certificate} />
      </div>
    </article>
  );
};

const ReadingFault = ({ certificate: { id, version } }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const { data } = useQuery(extractionQuery(id, version));
  return (
    <Alert color="red" variant="light" mb="md" title={t`The document could not be read`} className="reading-fault">
      <span lang="en">{data?.error?.message}</span>{' '}
      <Trans>You can validate it by looking at the document, or upload a file that can be read.</Trans>
    </Alert>
  );
};

export const Route = createLazyRoute('/certificates/$certificateId/')({ component: CertificatePage });
