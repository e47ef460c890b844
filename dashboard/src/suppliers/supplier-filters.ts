/** The filters of the list, as the API takes them; `q` is the search field. */
export const SUPPLIER_FILTERS = [
  ...['q', 'qualification_status', 'risk_level', 'country', 'region', 'category'],
  ...['has_expiring_certificates', 'audit_due_before'],
];

export const QUALIFICATIONS = ['new', 'evaluation', 'qualified', 'conditional', 'suspended', 'disqualified'];

export const RISK_LEVELS = ['critical', 'high', 'medium', 'low'];
