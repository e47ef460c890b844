/** A record of another service as its workflow needs it; after the transition where one was requested (proto/record/v1). */
export type WorkflowRecord = {
  id: string;
  type: string;
  name: string;
  version: number;
  /** The content that a signature covers: the GET data without `status`, `version`, `updated_at` and includes. */
  content: Record<string, unknown>;
  /** Beside the content, for conditions and summaries. */
  facts: Record<string, unknown>;
  created_by: string;
  due_date: string | null;
  /** Whether the transition changes the record. */
  changed: boolean;
  related_ids: string[];
};
