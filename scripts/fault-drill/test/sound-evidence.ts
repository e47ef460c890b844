import type { Evidence } from '../check/findings.ts';
import type { Stored, StoredEntry } from '../check/stored.ts';
import { emptyLedger, type Ledger } from '../load/ledger.ts';
import type { Receipt, Webhook } from '../receiver/receiver.ts';

const ORG = 'org_1';
const SINCE = 1_000_000;

/** Audit entries in the order of their chain, from what matters of each. */
export const toEntries = (parts: readonly Partial<StoredEntry>[], first = 1): StoredEntry[] =>
  parts.map((part, index) => {
    const number = first + index;
    return {
      id: `log_${number}`,
      eventId: `evt_${number}`,
      sequence: number,
      at: SINCE + number,
      entityId: '',
      version: 1,
      action: 'update',
      userId: 'usr_1',
      workflowState: null,
      signature: null,
      changes: {},
      ...part,
    };
  });

export const raised = (from: number | null, to: number) => ({ 'attributes.counter': { from, to } });

/** An entry of a workflow transition that leaves the record as it is. */
export const unchanged = (state: string): Partial<StoredEntry> => ({
  entityId: 'qe_1',
  version: 3,
  action: 'transition',
  changes: { workflow_state: {} },
  workflowState: state,
});

const ENTRIES: readonly Partial<StoredEntry>[] = [
  { entityId: 'usr_1' },
  { entityId: 'ent_1', changes: raised(null, 0) },
  { entityId: 'ent_1', version: 2, changes: raised(0, 1) },
  { entityId: 'ent_2' },
  { entityId: 'ent_2', version: 2, action: 'transition' },
  { entityId: 'ent_2', version: 3 },
  { entityId: 'cert_1', action: 'create' },
  { entityId: 'cert_1', version: 3, userId: 'system' },
  { entityId: 'cert_1', version: 4, action: 'transition' },
  { entityId: 'qe_1', action: 'create' },
  { entityId: 'qe_1', version: 2, action: 'transition', workflowState: 'action_planning' },
  { entityId: 'qe_1', version: 3 },
  unchanged('pending_approval'),
  { entityId: 'qe_1', version: 4, action: 'approve', workflowState: 'implementation', signature: 'sig_1' },
];

const [ONE, TWO] = [
  { id: 'ent_1', name: 'one', version: 2, counter: 1, marks: ['marked'] },
  { id: 'ent_2', name: 'two', version: 3, counter: 0, marks: [] },
];
const EVENT = {
  id: 'qe_1',
  type: 'capa',
  title: 'one',
  number: 'CAPA-2026-0001',
  version: 4,
  status: 'implementation',
};
const TRANSITIONS = [
  { action: 'transition', to: 'action_planning', signature: null },
  { action: 'transition', to: 'pending_approval', signature: null },
  { action: 'approve', to: 'implementation', signature: 'sig_1' },
];

const makeLedger = (): Ledger => {
  const ledger = emptyLedger();
  const [one, two] = [ONE, TWO].map((record) => ({ ...record, marks: [...record.marks], orgId: ORG }));
  if (!one || !two) throw new Error('There are two records.');
  for (const record of [one, two]) ledger.records.set(record.id, record);
  const qualifications = [{ id: 'qual_1', status: 'evaluation' }];
  const supplier = { record: two, status: 'evaluation', qualifications, scores: [40] };
  ledger.suppliers.set(two.id, supplier);
  const certificate = { id: 'cert_1', orgId: ORG, supplier, checksum: 'sha256:1', status: 'valid', version: 2 };
  ledger.certificates.set(certificate.id, certificate);
  const state = 'implementation';
  ledger.events.set(EVENT.id, {
    ...EVENT,
    orgId: ORG,
    state,
    fields: { description: 'mark' },
    transitions: TRANSITIONS,
  });
  return ledger;
};

const makeStored = (): Stored => {
  const entries = toEntries(ENTRIES);
  const supplier = { id: 'ent_2', version: 3, name: 'two', status: 'evaluation', riskScore: 40, riskLevel: 'medium' };
  const listedEvent = { id: 'qe_1', version: 4, type: 'capa', isOpen: true, related: ['ent_1'] };
  return {
    records: structuredClone([ONE, TWO]),
    projected: structuredClone([ONE, TWO]),
    counted: 2,
    entries,
    history: entries
      .filter(({ entityId }) => /^(ent|cert)_/.test(entityId))
      .map(({ entityId, version, changes }) => ({ entityId, version: version ?? 0, changes })),
    suppliers: [supplier],
    listed: [{ ...supplier }],
    qualifications: [{ id: 'qual_1', supplierId: 'ent_2', status: 'evaluation' }],
    assessments: [{ id: 'risk_1', supplierId: 'ent_2', score: 40 }],
    certificates: [
      {
        id: 'cert_1',
        name: 'paper',
        version: 4,
        status: 'valid',
        supplierId: 'ent_2',
        fileId: 'file_1',
        extraction: 'complete',
        run: 1,
      },
    ],
    listedCertificates: [{ id: 'cert_1', version: 4, status: 'valid', supplierId: 'ent_2' }],
    files: [{ id: 'file_1', checksum: 'sha256:1', isMarked: false }],
    events: [
      {
        ...EVENT,
        lastTransition: 'trn_3',
        fields: { description: 'mark', category: null, completed: 0, outcome: null },
      },
    ],
    eventTotals: { 'capa/implementation': 1 },
    instances: [{ recordId: 'qe_1', state: 'implementation', current: true, transitions: 3, lastTransition: 'trn_3' }],
    transitions: TRANSITIONS.map((transition, index) => ({
      ...transition,
      recordId: 'qe_1',
      number: index + 1,
      id: `trn_${index + 1}`,
      changed: index !== 1,
    })),
    signatures: [{ id: 'sig_1', recordId: 'qe_1', action: 'approve', to: 'implementation' }],
    decided: [{ recordId: 'qe_1', status: 'approved', decisions: 1 }],
    listedEvents: [listedEvent],
    listableEvents: [{ ...listedEvent }],
    sync: {
      links: [
        { externalId: 'X-1', entityId: 'ent_8' },
        { externalId: 'X-2', entityId: 'ent_9' },
      ],
      records: [
        { id: 'ent_8', name: 'one', mark: 'new', version: 1 },
        { id: 'ent_9', name: 'two', mark: 'marked', version: 2 },
      ],
    },
  };
};

/** The arrival of an entry at a webhook. */
export const toReceipt = (entryId: string, change: Partial<Receipt> = {}): Receipt => ({
  messageId: `msg_${entryId}`,
  entryId,
  body: `body of ${entryId}`,
  at: SINCE + 100,
  isTaken: true,
  ...change,
});

/** A webhook that was registered before the second entry, and at which an entry arrived at the second attempt. */
const makeWebhook = (id: string, entries: readonly StoredEntry[]): Webhook & { receipts: Receipt[] } => ({
  id,
  since: new Date(SINCE + 1),
  receipts: [
    toReceipt('log_2', { isTaken: false }),
    ...entries.slice(1).map((entry) => toReceipt(entry.id)),
    // Other traffic of the organisation, of which one repetition in a hundred is accepted.
    ...Array.from({ length: 86 }, (_, index) => toReceipt(`log_other_${index}`)),
  ],
});

/**
 * What is known of an organisation in which all is as it has to be: a record that was raised once; a supplier that was evaluated
 * and assessed; a certificate that was uploaded, read and validated; a CAPA that was planned, changed and approved with a
 * signature; two webhooks; two records of an external system.
 */
export const makeSound = () => {
  const stored = makeStored();
  const webhooks = [makeWebhook('whk_1', stored.entries), makeWebhook('whk_2', stored.entries)];
  const organization = {
    orgId: ORG,
    ledger: makeLedger(),
    stored,
    webhooks,
    brokenChain: [] as string[],
    external: [
      { id: 'X-1', name: 'one', mark: 'new', changedAt: '2026-03-02T09:00:00.000Z', changes: 1 },
      { id: 'X-2', name: 'two', mark: 'marked', changedAt: '2026-03-02T09:00:01.000Z', changes: 3 },
    ],
    invalidSignatures: [] as string[],
  };
  return {
    organizations: [organization],
    interruptions: [] as number[],
    underWay: { outboxes: 0, queues: 0, parked: 0 },
    seen: {},
  } satisfies Evidence;
};

export type Sound = ReturnType<typeof makeSound>;
