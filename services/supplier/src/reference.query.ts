import { type ListReferences, REFERENCES } from '@qsc/service-kit';
import type { QualificationStore } from './qualification/qualification.store.ts';
import type { Qualification } from './qualification/qualification.ts';
import type { AssessmentStore } from './risk/assessment.store.ts';
import type { Assessment } from './risk/assessment.ts';

const ofQualification = ({ id, supplier_id, status, effective_date }: Qualification) => ({
  type: 'qualification',
  id,
  name: `${supplier_id} ${status} ${effective_date}`,
});

const ofAssessment = ({ id, supplier_id, risk_level, assessment_date }: Assessment) => ({
  type: 'risk_assessment',
  id,
  name: `${supplier_id} ${risk_level} ${assessment_date}`,
});

/** The qualifications of a supplier and those that name a document, and the risk assessments of a supplier. */
export const makeListReferences =
  (qualifications: Pick<QualificationStore, 'naming'>, assessments: Pick<AssessmentStore, 'list'>): ListReferences =>
  async (orgId, recordId) => {
    const [naming, assessed] = await Promise.all([
      qualifications.naming(orgId, recordId, REFERENCES),
      assessments.list(orgId, recordId, REFERENCES),
    ]);
    return [...naming.map(ofQualification), ...assessed.map(ofAssessment)];
  };
