/** A record of another service as its workflow needs it; after the move where one was asked for (proto/record/v1). */
export type WorkflowRecord = {
  id: string;
  type: string;
  name: string;
  version: number;
  /** What a signature is bound to: the GET data without `status`, `version`, `updated_at` and includes. */
  content: Record<string, unknown>;
  /** Beside the content, for conditions and summaries. */
  facts: Record<string, unknown>;
  created_by: string;
  due_date: string | null;
  /** Whether the move changes the record. */
  changed: boolean;
  related_ids: string[];
  /** How many moves have changed the record, without one that was asked for; unknown where its owner does not say so. */
  moves: number | undefined;
};

/** The version of a record before the move that it was asked for. */
export const versionBefore = ({ version, changed }: Pick<WorkflowRecord, 'version' | 'changed'>): number =>
  version - (changed ? 1 : 0);
