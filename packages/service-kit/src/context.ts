import { AsyncLocalStorage } from 'node:async_hooks';

/** What every log line of a request carries by itself. */
export type LogContext = { request_id?: string; org_id?: string; event_id?: string };

const storage = new AsyncLocalStorage<LogContext>();

/** Runs the function with the context; everything it awaits sees it. */
export const runWithContext = <T>(context: LogContext, run: () => T): T => storage.run(context, run);

/** The context of the running request or event; empty outside of one. */
export const currentContext = (): LogContext => storage.getStore() ?? {};
