const NONE = { total: 0, open: 0 };

export const metricExample = {
  period: '30d' as const,
  summary: {
    total_events: 12,
    open_events: 9,
    closed_events: 3,
    overdue_events: 1,
    average_closure_days: 11.4,
  },
  by_type: {
    deviation: { total: 7, open: 5 },
    capa: { total: 3, open: 3 },
    audit_finding: NONE,
    complaint: { total: 2, open: 1 },
    change_request: NONE,
  },
  by_classification: { critical: 1, major: 4, minor: 5, observation: 0 },
  trends: {
    events_by_week: [
      { week: '2026-W07', count: 2 },
      { week: '2026-W08', count: 4 },
      { week: '2026-W09', count: 0 },
      { week: '2026-W10', count: 5 },
      { week: '2026-W11', count: 1 },
    ],
  },
};
