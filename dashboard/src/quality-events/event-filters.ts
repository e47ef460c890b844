/** The filters of the list, as the API takes them; `q` is the search field. */
export const EVENT_FILTERS = [
  ...['q', 'type', 'status', 'classification', 'priority', 'assigned_to', 'category'],
  ...['due_before', 'overdue', 'created_from', 'created_to', 'related_entity_id'],
];

/** The states in which something is left to do. */
export const OPEN_STATUSES = [
  ...(['draft', 'submitted', 'investigation', 'root_cause_identified', 'action_planning'] as const),
  ...(['implementation', 'verification'] as const),
];

export const STATUSES = [...OPEN_STATUSES, 'closed', 'rejected'] as const;

/** Whether nothing is left to do. */
export const isEnded = ({ status }: { status: string }): boolean => !OPEN_STATUSES.some((open) => open === status);
