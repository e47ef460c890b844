/** The resources of the API, in the order in which its description shows them, and a sentence about each. */
export const TAGS = {
  Entities:
    'Suppliers, components, products, certificates, equipment, facilities and documents: any record with a type, a name, free attributes, a version and a history.',
  Relationships: 'How one entity is connected to another: which supplier delivers which component, and the like.',
  Documents:
    'Files that belong to records: reports, procedures, evidence. Each is an entity that keeps its earlier files.',
  Suppliers:
    'Who delivers what, whether they are qualified to, and what is known of the risk: qualification, risk assessments, components and the approved vendor list.',
  Certificates:
    'Documents of suppliers and what they say: upload, automatic extraction, validation, expiry and alerts.',
  Search: 'One question to all kinds of record.',
  'Quality events':
    'Deviations, CAPAs, audit findings, complaints and change requests: their records, actions, impact and metrics.',
  Workflows:
    'The states that records go through: definitions, instances, transitions, approvals, delegations and metrics.',
  Signatures:
    'Electronic signatures (21 CFR Part 11): who signed which record with which meaning, and whether that still holds.',
  'Audit logs':
    'Who did what to which record, when and why. Entries are only ever added, and a hash chain shows that none was changed.',
  Webhooks: 'Receivers of the organisation that are notified of what happens: their addresses, secrets and deliveries.',
  Integrations:
    'Connections to external systems (quality and document management, resource planning) that synchronise records in one or both directions.',
  Users: 'The people of the organisation, their roles and their access.',
  'API keys': 'Credentials for programs that act for a user.',
  'OAuth applications': 'Applications that act as themselves (client credentials) or for users who log in.',
  Organization: 'The settings of the organisation and the limits that hold for it.',
  Account: 'Who the caller is, and what the caller may do.',
} as const;

export type Tag = keyof typeof TAGS;
