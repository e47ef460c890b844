import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@qsc/client';
import type { CausedEntry, StepResult } from './result.ts';

const WAIT_MS = 120_000;
const POLL_MS = 500;

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

/** What the audit log does not show of a step as it should; null where it does. */
export const findMissingEntry = (step: StepResult): string | null => {
  const actions = step.audit_entries.map((entry) => entry.action);
  if (step.audit === 'none')
    return actions.length === 0 ? null : `the audit log has ${actions.join(', ')} for this request`;
  if (step.audit !== null)
    return actions.includes(step.audit) ? null : `the audit log has no ${step.audit} for this request`;
  const needsEntry = isWrite(step) && isAccepted(step);
  return needsEntry && actions.length === 0 ? 'the audit log has no entry for this request' : null;
};

/**
 * Adds to each step the audit entries that its requests caused, and fails the steps whose entry is missing after two minutes. An
 * accepted write without an entry fails unless its step expects none.
 */
export const addAuditEvidence = async (client: Client, from: Date, steps: readonly StepResult[]): Promise<void> => {
  const deadline = Date.now() + WAIT_MS;
  const isComplete = (step: StepResult): boolean => step.outcome !== 'passed' || findMissingEntry(step) === null;
  for (;;) {
    const entries = await readEntries(client, from);
    for (const step of steps) step.audit_entries = step.request_ids.flatMap((id) => entries.get(id) ?? []);
    if (steps.every(isComplete) || Date.now() > deadline) break;
    await sleep(POLL_MS);
  }
  for (const step of steps) {
    const missing = step.outcome === 'passed' ? findMissingEntry(step) : null;
    if (missing === null) continue;
    step.outcome = 'failed';
    step.reason = missing;
  }
};
