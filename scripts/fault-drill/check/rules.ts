/** The rules that a drill checks. */
export const RULES = {
  acknowledged: 'every write was acknowledged in the end',
  present: 'every acknowledged write is there',
  once: 'every record is there once',
  applied: 'every change was applied once',
  internal: 'no request met an internal error',
  counted: 'the running totals are the number of records',
  history: 'versions have no gap',
  audited: 'every version has an audit entry',
  auditedOnce: 'no version has a second audit entry',
  foreign: 'no audit entry tells of what is not there',
  agreeing: 'history and audit entries agree',
  projected: 'a read model of the records is as they are',
  suppliers: 'the suppliers that are listed, their certificates and quality events are as their records are',
  qualified: 'every qualification is there once, and is one transition in the audit log',
  assessed: 'every risk assessment is there once',
  filed: 'every certificate has the file that was sent',
  extracted: 'every extraction ended, once',
  numbered: 'the numbers of quality events have no gap and no duplicate',
  moved: 'every transition of a workflow is in its record once and in order, and is one audit entry',
  current: 'every quality event has one current instance, whose state is its status',
  signed: 'every signed act has one signature, which verifies',
  delivered: 'every audit entry arrived at each webhook',
  sameId: 'the id of a message has one body, and an entry has one id at a webhook',
  repeated: 'no more than one delivery in a hundred came again without an interruption that explains it',
  synchronised: 'every external record is here once, as it stands there',
  left: 'no file of a certificate is to be swept away, and every other one is',
  returned: 'no event that no queue took was taken for confirmed',
  sequence: 'sequence numbers have no gap and no duplicate',
  chain: 'the chain is valid',
  outboxes: 'the outboxes are empty',
  queues: 'the queues are empty',
  parked: 'the parking queues are empty',
} as const;

export type Rule = keyof typeof RULES;

/** What breaks a rule, each as a few words. */
export type Breaches = Partial<Record<Rule, string[]>>;

/** Joins what breaks each rule. */
export const merge = (all: readonly Breaches[]): Breaches => {
  const rules = new Set(all.flatMap((one) => Object.keys(one) as Rule[]));
  return Object.fromEntries([...rules].map((rule) => [rule, all.flatMap((one) => one[rule] ?? [])]));
};

/** The texts that occur more than once, each once. */
export const duplicates = (texts: readonly string[]): string[] =>
  [...Map.groupBy(texts, (text) => text)].filter(([, same]) => same.length > 1).map(([text]) => text);
