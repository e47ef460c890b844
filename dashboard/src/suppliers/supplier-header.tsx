import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRight, useSession } from '../session/session.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { CopyMenu } from '../ui/copy-menu.tsx';
import { Status } from '../ui/status.tsx';
import { Due } from '../ui/time.tsx';
import { waysFrom } from './qualification.ts';
import { QualifyDialog } from './qualify-dialog.tsx';
import { RiskLevel } from './risk-level.tsx';
import { copySupplier, readAttributes, readQualification, type Supplier } from './supplier.queries.ts';
import { countryName } from './supplier-list.tsx';

/** Which supplier it is, how it is qualified, how risky it is, and what can be done with it. */
export const SupplierHeader = ({ supplier }: { supplier: Supplier }) => {
  const { t } = useLingui();
  const { rights, user } = useSession();
  const mayReport = useRight('quality-events:write');
  const [isQualifying, setQualifying] = useState(false);
  const { risk_level, risk_score, next_audit_date, country } = readAttributes(supplier);
  const status = readQualification(supplier);
  const ways = rights.includes('suppliers:write') ? waysFrom(status, user.role) : [];
  const whyNot = ways.length === 0 ? t`Your role does not qualify this supplier.` : null;
  return (
    <header className="record-head">
      <div className="record-number">
        <span className="mono">{supplier.supplier_code}</span>
        <span>{t`Supplier`}</span>
        <CopyMenu makeCopy={(format) => copySupplier(supplier.id, format)} />
      </div>
      <Title order={1} className="record-title">
        {supplier.name}
      </Title>
      <div className="record-line">
        <Status state={status} />
        <span className="fact">
          <span className="fact-name">{t`Risk`}</span> <RiskLevel level={risk_level} score={risk_score} />
        </span>
        {country && <span>{countryName(country)}</span>}
        <span className="fact">
          <span className="fact-name">{t`Next audit`}</span> <Due value={next_audit_date} />
        </span>
        <div className="next-step">
          {mayReport && (
            <Button
              variant="default"
              mr="xs"
              renderRoot={(props) => <Link to="/quality-events/new" search={{ about: supplier.id }} {...props} />}
            >
              <Trans>Report an event</Trans>
            </Button>
          )}
          <ActionButton hindrance={whyNot} onClick={() => setQualifying(true)}>
            <Trans>Qualify supplier</Trans>
          </ActionButton>
        </div>
      </div>
      {isQualifying && <QualifyDialog supplier={supplier} ways={ways} onClose={() => setQualifying(false)} />}
    </header>
  );
};
