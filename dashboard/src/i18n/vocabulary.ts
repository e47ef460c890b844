import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export type Words = Readonly<Record<string, MessageDescriptor>>;

export const EVENT_TYPES: Words = {
  deviation: msg`Deviation`,
  capa: msg`CAPA`,
  audit_finding: msg`Audit finding`,
  complaint: msg`Complaint`,
  change_request: msg`Change request`,
};

/** States of events, of their workflows, of actions, suppliers and certificates, as people read them. */
export const STATES: Words = {
  draft: msg`Draft`,
  new: msg`New`,
  pending: msg`Pending`,
  submitted: msg`Submitted`,
  investigation: msg`Investigation`,
  root_cause_identified: msg`Root cause identified`,
  action_planning: msg`Action planning`,
  pending_approval: msg`Pending approval`,
  implementation: msg`Implementation`,
  verification: msg`Verification`,
  closed: msg`Closed`,
  rejected: msg`Rejected`,
  open: msg`Open`,
  in_progress: msg`In progress`,
  completed: msg`Completed`,
  verified: msg`Verified`,
  cancelled: msg`Cancelled`,
  evaluation: msg`Evaluation`,
  qualified: msg`Qualified`,
  conditional: msg`Conditional`,
  suspended: msg`Suspended`,
  disqualified: msg`Disqualified`,
  valid: msg`Valid`,
  expiring_soon: msg`Expires soon`,
  expired: msg`Expired`,
  being_read: msg`Being read`,
  waiting_validation: msg`Waiting for validation`,
  superseded: msg`Superseded`,
  review: msg`Review`,
  approval: msg`Approval`,
  effective: msg`Effective`,
  approved: msg`Approved`,
  withdrawn: msg`Withdrawn`,
  stale: msg`Changed since signed`,
  invalid: msg`Invalid`,
  overdue: msg`Overdue`,
  active: msg`Active`,
  deactivated: msg`Deactivated`,
  signing_locked: msg`Signing locked`,
  revoked: msg`Revoked`,
};

export const CLASSIFICATIONS: Words = {
  critical: msg`Critical`,
  major: msg`Major`,
  minor: msg`Minor`,
  observation: msg`Observation`,
};

export const PRIORITIES: Words = { critical: msg`Critical`, high: msg`High`, medium: msg`Medium`, low: msg`Low` };

export const RISK_LEVELS: Words = PRIORITIES;

export const ROLES: Words = {
  system_admin: msg`System administrator`,
  quality_manager: msg`Quality manager`,
  quality_assurance: msg`Quality assurance`,
  quality_specialist: msg`Quality specialist`,
  supplier_manager: msg`Supplier manager`,
  document_owner: msg`Document owner`,
  qualified_person: msg`Qualified person`,
  auditor: msg`Auditor`,
  viewer: msg`Viewer`,
};

export const PATIENT_IMPACTS: Words = {
  none: msg`None`,
  low: msg`Low`,
  medium: msg`Medium`,
  high: msg`High`,
  unknown: msg`Unknown`,
};

export const RISK_CATEGORIES: Words = {
  quality_history: msg`Quality history`,
  delivery_performance: msg`Delivery performance`,
  financial_stability: msg`Financial stability`,
  geographic_risk: msg`Geographic risk`,
  single_source: msg`Single source`,
  certification_status: msg`Certification status`,
};

export const CERTIFICATE_TYPES: Words = {
  coa: msg`Certificate of analysis`,
  coc: msg`Certificate of conformity`,
  gmp: msg`GMP certificate`,
  iso: msg`ISO certificate`,
  qualification: msg`Qualification document`,
  audit: msg`Audit report`,
};

/** The same in a narrow column. */
export const CERTIFICATE_TYPES_SHORT: Words = {
  coa: msg`CoA`,
  coc: msg`CoC`,
  gmp: msg`GMP`,
  iso: msg`ISO`,
  qualification: msg`Qualification`,
  audit: msg`Audit`,
};

/** What happened to a certificate. */
export const CERTIFICATE_ACTIONS: Words = {
  uploaded: msg`Uploaded`,
  extracted: msg`Read`,
  validated: msg`Validated`,
  superseded: msg`Superseded`,
  expiring_soon: msg`Expires soon`,
  expired: msg`Expired`,
};

export const RECORD_TYPES: Words = {
  ...EVENT_TYPES,
  supplier: msg`Supplier`,
  component: msg`Component`,
  product: msg`Product`,
  certificate: msg`Certificate`,
  equipment: msg`Equipment`,
  facility: msg`Facility`,
  document: msg`Document`,
};

export const AUDIT_ACTIONS: Words = {
  create: msg`Created`,
  read: msg`Read`,
  update: msg`Changed`,
  delete: msg`Deleted`,
  restore: msg`Restored`,
  transition: msg`Moved`,
  approve: msg`Approved`,
  reject: msg`Rejected`,
  sign: msg`Signed`,
  login: msg`Signed in`,
  logout: msg`Signed out`,
  export: msg`Exported`,
};

export const OUTCOMES: Words = {
  effective: msg`Effective`,
  ineffective: msg`Ineffective`,
  inconclusive: msg`Inconclusive`,
};

export const FIELDS: Words = {
  title: msg`Title`,
  description: msg`Description`,
  status: msg`State`,
  type: msg`Type`,
  number: msg`Number`,
  name: msg`Name`,
  priority: msg`Priority`,
  classification: msg`Classification`,
  category: msg`Category`,
  related_entities: msg`Related records`,
  root_cause: msg`Root cause`,
  'root_cause.category': msg`Root cause category`,
  'root_cause.description': msg`Root cause description`,
  'root_cause.identified_date': msg`Root cause identified on`,
  impact_assessment: msg`Impact assessment`,
  'impact_assessment.products_affected': msg`Products affected`,
  'impact_assessment.batches_affected': msg`Batches affected`,
  'impact_assessment.patient_impact': msg`Patient impact`,
  'impact_assessment.regulatory_reportable': msg`Reportable to authorities`,
  rejection_reason: msg`Reason for rejection`,
  assigned_to: msg`Assigned to`,
  due_date: msg`Due date`,
  'audit_details.audit_type': msg`Audit type`,
  'audit_details.audit_date': msg`Audit date`,
  'audit_details.auditor': msg`Auditor`,
  'audit_details.audit_reference': msg`Audit reference`,
  'audit_details.area': msg`Area`,
  audit_details: msg`Audit details`,
  response_due_date: msg`Response due`,
  effectiveness_criteria: msg`Effectiveness criteria`,
  effectiveness_check: msg`Effectiveness check`,
  'effectiveness_check.due_date': msg`Effectiveness check due`,
  'effectiveness_check.outcome': msg`Outcome of the effectiveness check`,
  'effectiveness_check.results': msg`Results of the effectiveness check`,
  corrective_actions: msg`Corrective actions`,
  preventive_actions: msg`Preventive actions`,
  completion_date: msg`Completion date`,
  completion_notes: msg`Completion notes`,
  evidence: msg`Evidence`,
  supplier_code: msg`Supplier code`,
  country: msg`Country`,
  region: msg`Region`,
  categories: msg`Categories`,
  certifications: msg`Certifications`,
  qualification_status: msg`Qualification`,
  qualification_date: msg`Qualified on`,
  next_audit_date: msg`Next audit`,
  risk_level: msg`Risk level`,
  risk_score: msg`Risk score`,
  conditions: msg`Conditions`,
  workflow_state: msg`State in the workflow`,
  source_event_id: msg`Opened for`,
  batch_number: msg`Batch`,
  issue_date: msg`Issued on`,
  expiry_date: msg`Expires on`,
  retest_date: msg`Retest on`,
  manufacturing_date: msg`Manufactured on`,
  manufacturer: msg`Manufacturer`,
  manufacturing_site: msg`Manufacturing site`,
  holder: msg`Holder`,
  scope: msg`Scope`,
  certificate_number: msg`Certificate number`,
  test_results: msg`Test results`,
  extracted_data: msg`Document`,
  specification: msg`Specification`,
  result: msg`Result`,
  supplier_id: msg`Supplier`,
  component_id: msg`Component`,
  supersedes: msg`Takes the place of`,
  superseded_by: msg`Superseded by`,
  'validation.validated_at': msg`Validated on`,
  'validation.validated_by': msg`Validated by`,
  'validation.validation_notes': msg`Note of the validation`,
};

/** The word for a value of a closed list in the language of the moment; a value that nobody knows is shown as it is. */
export const wordFor = (words: Words, value: string | null | undefined): string => {
  if (value === null || value === undefined) return '';
  const word = words[value];
  return word ? i18n._(word) : plain(value);
};

/** The id of an action or another part of a record, which names it to programs alone. */
const ID = /^[a-z]+_[0-9A-Z]{26}$/;

/** The name of a field by its path, such as `root_cause.category` or `attributes.country`. */
export const fieldName = (path: string): string => {
  const known = FIELDS[path] ?? FIELDS[path.replace(/^attributes\./, '')];
  if (known) return i18n._(known);
  const names = path.split('.').filter((name) => !ID.test(name));
  return names.map((name) => (FIELDS[name] ? i18n._(FIELDS[name]) : plain(name))).join(': ');
};

/** `supplier_change` → `Supplier change`. */
export const plain = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** Choices for a select from a closed list. */
export const choices = (
  words: Words,
  values: readonly string[] = Object.keys(words),
): { value: string; label: string }[] => values.map((value) => ({ value, label: wordFor(words, value) }));
