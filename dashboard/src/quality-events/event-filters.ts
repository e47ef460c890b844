/** The filters of the list, as the API takes them; `q` is the search field. */
export const EVENT_FILTERS = [
  ...['q', 'type', 'status', 'classification', 'priority', 'assigned_to', 'category'],
  ...['due_before', 'overdue', 'related_entity_id'],
];

export const STATUSES = [
  ...['draft', 'submitted', 'investigation', 'root_cause_identified', 'action_planning'],
  ...['implementation', 'verification', 'closed', 'rejected'],
];

/** The states in which something is left to do. */
export const OPEN_STATUSES = STATUSES.slice(0, -2);

/** Whether nothing is left to do. */
export const isEnded = ({ status }: { status: string }): boolean => !OPEN_STATUSES.includes(status);
