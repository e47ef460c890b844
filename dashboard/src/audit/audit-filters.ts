/** The filters of the audit log, as the API takes them; `from` and `to` are calendar days of the organisation. */
export const AUDIT_FILTERS = ['action', 'entity_type', 'entity_id', 'user_id', 'has_signature', 'from', 'to'];
