import { Trans, useLingui } from '@lingui/react/macro';
import { ActionIcon, Button, Title, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { CERTIFICATE_TYPES, wordFor } from '../i18n/vocabulary.ts';
import { Empty } from '../ui/empty.tsx';
import { useWindowTitle } from '../ui/page.tsx';
import { Lines } from '../ui/part.tsx';
import { useRecordNames } from '../ui/record-names.ts';
import { Status } from '../ui/status.tsx';
import { type Certificate, certificateQuery, extractionQuery, waitingQuery } from './certificate.queries.ts';
import { isBeingRead, toDisplayState } from './certificate-filters.ts';
import { placesIn } from './data-fields.ts';
import { RejectDialog } from './reject-dialog.tsx';
import { ReviewFields } from './review-fields.tsx';
import { ReviewFoot } from './review-foot.tsx';
import { type Lighting, ReviewRows } from './review-rows.tsx';
import { SplitView } from './split-view.tsx';
import { useReview } from './use-review.ts';
import { useValidationHindrance } from './use-validation-hindrance.ts';
import { Warnings } from './values.tsx';
import { DocumentViewer } from './viewer/document-viewer.tsx';

const ReviewPage = () => {
  const { certificateId } = Route.useParams();
  const { data: certificate } = useSuspenseQuery(certificateQuery(certificateId));
  return <CertificateReview key={certificateId} certificate={certificate} />;
};

const CertificateReview = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const review = useReview(certificate);
  const { data: extraction } = useQuery(extractionQuery(certificate.id, certificate.version));
  const [hovered, setHovered] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const [isRejecting, setRejecting] = useState(false);
  const { extracted_data: data } = certificate;
  const places = useMemo(() => (data ? placesIn(data) : []), [data]);
  const locked = useValidationHindrance(certificate);
  const lit = hovered ?? focused;
  const lighting: Lighting = { lit, onHover: setHovered, onFocus: setFocused };
  useWindowTitle(t`Review: ${certificate.name}`);

  const pick = (key: string) => document.getElementById(`value-${key}`)?.focus();
  /** Opens the one that waits next; the record where none does. */
  const goOn = async () => {
    const waiting = await queries.fetchQuery({ ...waitingQuery, staleTime: 0 });
    const others = waiting.filter(({ id }) => id !== certificate.id);
    const next = others.find(({ created_at }) => created_at > certificate.created_at) ?? others[0];
    if (next) await navigate({ to: '/certificates/$certificateId/review', params: { certificateId: next.id } });
    else await navigate({ to: '/certificates/$certificateId', params: { certificateId: certificate.id } });
  };

  return (
    <article className="review">
      <ReviewHead certificate={certificate} />
      <SplitView
        left={<DocumentViewer certificate={certificate} places={places} lit={lit} onPick={pick} />}
        right={
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard. */}
            <section className="review-values" aria-label={t`Values`} tabIndex={0}>
              {isBeingRead(certificate) ? (
                <Reading />
              ) : (
                <>
                  {certificate.extraction_status === 'failed' && (
                    <Empty title={t`The document could not be read`}>
                      <span lang="en">{extraction?.error?.message}</span>
                    </Empty>
                  )}
                  {data && <Warnings warnings={data.warnings} />}
                  <fieldset className="review-set" disabled={locked !== null}>
                    <ReviewRows review={review} lighting={lighting} />
                    <ReviewFields
                      review={review}
                      confidence={extraction?.extracted_data?.field_confidence ?? {}}
                      lighting={lighting}
                    />
                  </fieldset>
                </>
              )}
            </section>
            <ReviewFoot
              review={review}
              locked={locked}
              onValid={() => void review.validate().then((valid) => valid && goOn())}
              onReject={() => setRejecting(true)}
            />
          </>
        }
      />
      {isRejecting && (
        <RejectDialog
          certificate={certificate}
          note={review.draft.note}
          onClose={() => setRejecting(false)}
          onRejected={() => {
            review.erase();
            void goOn();
          }}
        />
      )}
    </article>
  );
};

const Reading = () => (
  <div role="status">
    <p className="none">
      <Trans>The document is being read. Its values stand here in a moment.</Trans>
    </p>
    <Lines count={10} />
  </div>
);

/** Which certificate is reviewed, how many wait, and the way to the others. */
const ReviewHead = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useLingui();
  const { id, name, type, supplier_id } = certificate;
  const supplier = useRecordNames([supplier_id])(supplier_id);
  const { data: waiting = [] } = useQuery(waitingQuery);
  const at = waiting.findIndex((one) => one.id === id);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <header className="review-head">
      <div className="review-title">
        <Title order={1} ref={title} tabIndex={-1} title={name}>
          {name}
        </Title>
        <span className="none">{[wordFor(CERTIFICATE_TYPES, type), supplier].filter(Boolean).join(' · ')}</span>
      </div>
      <Status state={toDisplayState(certificate)} />
      {certificate.status !== 'pending' && (
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/certificates/$certificateId" params={{ certificateId: id }} {...props} />}
        >
          <Trans>Open the record</Trans>
        </Button>
      )}
      {at >= 0 && waiting.length > 1 && (
        <nav className="review-others" aria-label={t`Certificates to validate`}>
          <Other certificate={waiting[at - 1]} label={t`Previous certificate`} isBack />
          <span>
            <Trans>
              {at + 1} of {waiting.length}
            </Trans>
          </span>
          <Other certificate={waiting[at + 1]} label={t`Next certificate`} />
        </nav>
      )}
    </header>
  );
};

const Other = ({ certificate, label, isBack }: { certificate?: Certificate; label: string; isBack?: boolean }) => {
  const Icon = isBack ? IconChevronLeft : IconChevronRight;
  if (!certificate)
    return (
      <ActionIcon disabled aria-label={label}>
        <Icon size={17} />
      </ActionIcon>
    );
  return (
    <Tooltip label={certificate.name}>
      <ActionIcon
        aria-label={label}
        renderRoot={(props) => (
          <Link
            to="/certificates/$certificateId/review"
            params={{ certificateId: certificate.id }}
            preload={false}
            {...props}
          />
        )}
      >
        <Icon size={17} />
      </ActionIcon>
    </Tooltip>
  );
};

export const Route = createLazyRoute('/certificates/$certificateId/review')({ component: ReviewPage });
