import type { Board } from './dashboard.ts';

const rate = (metric: string, by: string, chosen = ''): string =>
  `sum by (${by}) (rate(${metric}${chosen}[$__rate_interval]))`;

const quantile = (share: number, metric: string, by: string): string =>
  `histogram_quantile(${share}, ${rate(`${metric}_bucket`, by === '' ? 'le' : `${by}, le`)})`;

const OVERVIEW: Board = {
  uid: 'qsc-overview',
  title: 'QSC: requests',
  description: 'Rate, errors and duration at the gateway, of every service and between them',
  graphs: [
    {
      title: 'Requests at the gateway',
      unit: 'reqps',
      lines: [['{{route}}', rate('gateway_request_duration_seconds_count', 'route')]],
    },
    {
      title: 'Errors at the gateway',
      unit: 'percentunit',
      lines: [['server errors', 'gateway:request_errors:ratio5m']],
    },
    {
      title: 'Duration at the gateway',
      unit: 's',
      examples: true,
      lines: [0.5, 0.95, 0.99].map(
        (share) => [`p${share * 100}`, quantile(share, 'gateway_request_duration_seconds', '')] as const,
      ),
    },
    {
      title: 'Requests by service',
      unit: 'reqps',
      lines: [['{{service}}', rate('http_request_duration_seconds_count', 'service', '{route=~"/v1.*"}')]],
    },
    {
      title: 'Errors by service and route',
      unit: 'reqps',
      lines: [
        [
          '{{service}} {{route}} {{status}}',
          rate('http_request_duration_seconds_count', 'service, route, status', '{status=~"5.."}'),
        ],
      ],
    },
    {
      title: 'Duration by service, p99',
      unit: 's',
      examples: true,
      lines: [['{{service}}', quantile(0.99, 'http_request_duration_seconds', 'service')]],
    },
    {
      title: 'gRPC calls answered',
      unit: 'reqps',
      lines: [['{{service}}', rate('grpc_server_duration_seconds_count', 'service')]],
    },
    {
      title: 'gRPC calls that failed',
      unit: 'reqps',
      lines: [['{{method}} {{code}}', rate('grpc_server_duration_seconds_count', 'method, code', '{code!="OK"}')]],
    },
    {
      title: 'gRPC duration, p99',
      unit: 's',
      examples: true,
      lines: [['{{method}}', quantile(0.99, 'grpc_server_duration_seconds', 'method')]],
    },
    {
      title: 'What programs need and do not have',
      unit: 'short',
      lines: [['{{service}} {{check}}', 'service_check_up == 0']],
    },
    {
      title: 'Circuits that are open',
      unit: 'short',
      lines: [['{{upstream}}', 'max by (upstream) (gateway_circuit_state)']],
    },
    {
      title: 'Refused for their rate',
      unit: 'reqps',
      lines: [['{{budget}}', rate('gateway_rate_limited_total', 'budget')]],
    },
  ],
};

const EVENTS: Board = {
  uid: 'qsc-events',
  title: 'QSC: events and queues',
  description:
    'From the commit to the audit entry and the webhook: outboxes, queues, consumers, the audit chain, deliveries',
  graphs: [
    {
      title: 'Oldest event without a confirm',
      unit: 's',
      lines: [['{{service}}', 'max by (service) (outbox_oldest_unsent_seconds)']],
    },
    {
      title: 'Events without a confirm',
      unit: 'short',
      lines: [['{{service}}', 'max by (service) (outbox_unsent_messages)']],
    },
    {
      title: 'Messages that wait',
      unit: 'short',
      lines: [['{{queue}}', 'max by (queue) (broker_queue_messages{queue!~".+[.]parking"})']],
    },
    {
      title: 'Messages that were parked',
      unit: 'short',
      lines: [['{{queue}}', 'max by (queue) (broker_queue_messages{queue=~".+[.]parking"}) > 0']],
    },
    { title: 'Consumers', unit: 'short', lines: [['{{queue}}', 'max by (queue) (broker_queue_consumers)']] },
    {
      title: 'Deliveries taken',
      unit: 'reqps',
      lines: [['{{queue}}', rate('broker_delivery_duration_seconds_count', 'queue', '{outcome="acknowledged"}')]],
    },
    {
      title: 'Deliveries not taken',
      unit: 'reqps',
      lines: [
        [
          '{{queue}} {{outcome}}',
          rate('broker_delivery_duration_seconds_count', 'queue, outcome', '{outcome!="acknowledged"}'),
        ],
      ],
    },
    {
      title: 'Time to take a delivery, p99',
      unit: 's',
      examples: true,
      lines: [['{{queue}}', quantile(0.99, 'broker_delivery_duration_seconds', 'queue')]],
    },
    {
      title: 'From publishing to taken, p99',
      unit: 's',
      examples: true,
      lines: [['{{queue}}', quantile(0.99, 'broker_delivery_lag_seconds', 'queue')]],
    },
    {
      title: 'Audit entries recorded',
      unit: 'reqps',
      lines: [['entries', 'sum(rate(audit_entries_recorded_total[$__rate_interval]))']],
    },
    {
      title: 'Age of the audit chain’s head, and lag of its newest entry',
      unit: 's',
      lines: [
        ['head', 'time() - max(audit_chain_head_timestamp_seconds)'],
        ['lag', 'max(audit_lag_seconds)'],
      ],
    },
    {
      title: 'Checkpoints in 15 minutes',
      unit: 'short',
      lines: [
        ['signed', 'sum(increase(audit_checkpoints_signed_total[15m]))'],
        ['failed', 'sum(increase(audit_checkpoints_failed_total[15m]))'],
        ['refused: the chain is broken', 'sum(increase(audit_checkpoints_refused_total[15m]))'],
      ],
    },
    {
      title: 'Attempts at webhooks',
      unit: 'reqps',
      lines: [['{{status}}', rate('webhook_attempts_recorded_total', 'status')]],
    },
    { title: 'Deliveries that wait', unit: 'short', lines: [['waiting', 'max(webhook_waiting_deliveries)']] },
    {
      title: 'Longest due webhook, and webhooks disabled in an hour',
      unit: 'short',
      lines: [
        ['seconds', 'max(webhook_oldest_due_seconds)'],
        ['disabled: {{reason}}', 'sum by (reason) (increase(webhook_disabled_total[1h]))'],
      ],
    },
    {
      title: 'Synchronisations that ended',
      unit: 'short',
      lines: [['{{status}}', 'sum by (status) (increase(integration_syncs_ended_total[15m]))']],
    },
    {
      title: 'Duration of synchronisations, p95',
      unit: 's',
      lines: [['p95', quantile(0.95, 'integration_sync_duration_seconds', '')]],
    },
    {
      title: 'Records that wait for external systems, and parked ones',
      unit: 'short',
      lines: [
        ['waiting', 'max(integration_pending_links)'],
        ['parked', 'max(integration_parked_records)'],
      ],
    },
  ],
};

const RESOURCES: Board = {
  uid: 'qsc-resources',
  title: 'QSC: databases and processes',
  description: 'Use, saturation and errors of processes, of connections to MongoDB and of commits',
  graphs: [
    { title: 'CPU, cores', unit: 'short', lines: [['{{service}}', rate('process_cpu_seconds_total', 'service')]] },
    {
      title: 'Lag of the event loop, p99',
      unit: 's',
      lines: [['{{service}}', 'max by (service) (nodejs_eventloop_lag_p99_seconds)']],
    },
    {
      title: 'Resident memory',
      unit: 'bytes',
      lines: [['{{service}}', 'max by (service) (process_resident_memory_bytes)']],
    },
    { title: 'Heap in use', unit: 'bytes', lines: [['{{service}}', 'max by (service) (nodejs_heap_size_used_bytes)']] },
    {
      title: 'Garbage collection, share of time',
      unit: 'percentunit',
      lines: [['{{service}}', rate('nodejs_gc_duration_seconds_sum', 'service')]],
    },
    { title: 'Open files and sockets', unit: 'short', lines: [['{{service}}', 'max by (service) (process_open_fds)']] },
    {
      title: 'Connections to MongoDB in use',
      unit: 'percentunit',
      lines: [
        [
          '{{service}}',
          'max by (service) (mongodb_pool_connections{state="used"}) / max by (service) (mongodb_pool_limit_connections)',
        ],
      ],
    },
    {
      title: 'Operations that wait for a connection',
      unit: 'short',
      lines: [['{{service}}', 'max by (service) (mongodb_pool_waiting)']],
    },
    {
      title: 'Commits',
      unit: 'reqps',
      lines: [['{{service}} {{ok}}', rate('mongodb_commit_duration_seconds_count', 'service, ok')]],
    },
    {
      title: 'Time to commit, p99',
      unit: 's',
      examples: true,
      lines: [['{{service}}', 'service:commit_duration_seconds:p99_5m']],
    },
    { title: 'Programs that answer', unit: 'short', lines: [['{{job}}', 'sum by (job) (up{job=~"qsc.*"})']] },
  ],
};

/** The dashboards, by the name of their file. */
export const BOARDS: Readonly<Record<string, Board>> = { overview: OVERVIEW, events: EVENTS, resources: RESOURCES };
