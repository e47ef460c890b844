import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@qsc/client';
import type { CausedEntry, StepResult } from './result.ts';

const WAIT_MS = 30_000;
const POLL_MS = 500;

/** What the audit log must show of a step: an entry of the action, any entry, none, or whatever there is. */
export type ExpectedEntry = { step: StepResult; action: string | null };

const readEntries = async (client: Client, from: Date): Promise<Map<string, CausedEntry[]>> => {
  const byRequest = new Map<string, CausedEntry[]>();
  const list = client.auditLogs.list({ from: from.toISOString(), sort: 'timestamp', per_page: 100 });
  for await (const { id, sequence, action, entity_id, metadata } of list) {
    const request = metadata.request_id;
    if (request) byRequest.set(request, [...(byRequest.get(request) ?? []), { id, sequence, action, entity_id }]);
  }
  return byRequest;
};

const isWrite = ({ action }: StepResult): boolean => /^(POST|PUT|PATCH|DELETE) /.test(action);

const isAccepted = ({ actual, outcome }: StepResult): boolean => outcome === 'passed' && actual.startsWith('2');

const findMissing = ({ step, action }: ExpectedEntry): string | null => {
  const actions = step.audit_entries.map((entry) => entry.action);
  if (action === 'none')
    return actions.length === 0 ? null : `the audit log has ${actions.join(', ')} for this request`;
  if (action !== null) return actions.includes(action) ? null : `the audit log has no ${action} for this request`;
  const needsEntry = isWrite(step) && isAccepted(step);
  return needsEntry && actions.length === 0 ? 'the audit log has no entry for this request' : null;
};

/**
 * Adds to each step the audit entries that its requests caused, and fails the steps whose entry is missing after 30 seconds. An
 * accepted write without an entry fails unless its step expects none.
 */
export const addAuditEvidence = async (client: Client, from: Date, steps: readonly ExpectedEntry[]): Promise<void> => {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const entries = await readEntries(client, from);
    for (const { step } of steps) step.audit_entries = step.request_ids.flatMap((id) => entries.get(id) ?? []);
    const isComplete = steps.every((one) => one.step.outcome !== 'passed' || findMissing(one) === null);
    if (isComplete || Date.now() > deadline) break;
    await sleep(POLL_MS);
  }
  for (const expected of steps) {
    const missing = expected.step.outcome === 'passed' ? findMissing(expected) : null;
    if (missing === null) continue;
    expected.step.outcome = 'failed';
    expected.step.reason = missing;
  }
};
