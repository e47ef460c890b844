import winston from 'winston';
import { currentContext } from './context.ts';
import { sampledTraceId } from './telemetry.ts';

export type Log = Pick<winston.Logger, 'error' | 'warn' | 'info' | 'debug'>;

const withContext = winston.format((info) => {
  const trace_id = sampledTraceId();
  return Object.assign(info, currentContext(), trace_id === undefined ? {} : { trace_id });
});

const LEVELS = ['error', 'warn', 'info', 'debug'];

/**
 * A logger that writes one JSON line for each fact to standard output, with the request's context added by itself.
 * ERROR means that somebody must act. Never pass it a body or a secret.
 * @param target `stderr` for a command whose standard output is its result.
 */
export const makeLog = (service: string, level: string, target: 'stdout' | 'stderr' = 'stdout'): Log =>
  winston.createLogger({
    level,
    defaultMeta: { service },
    format: winston.format.combine(withContext(), winston.format.timestamp(), winston.format.json()),
    transports: [new winston.transports.Console(target === 'stderr' ? { stderrLevels: LEVELS } : {})],
  });

/** What may be logged of an unknown error: its name, message and stack, never what it carries besides. */
export const errorFields = (error: unknown): Record<string, unknown> =>
  error instanceof Error ? { error: error.name, reason: error.message, stack: error.stack } : { reason: String(error) };
