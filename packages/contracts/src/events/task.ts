import { z } from 'zod';

/**
 * Work that a service gives to a program of its own, on the wire: who it is for, what caused it and what is to be done. It is
 * no domain event: nothing has happened yet, and neither audit nor another service sees it.
 */
export const Task = z.object({
  id: z.string(),
  type: z.string(),
  orgid: z.string(),
  requestid: z.string(),
  traceparent: z.string().optional(),
  payload: z.unknown(),
});

export type Task<Payload = unknown> = Omit<z.infer<typeof Task>, 'payload'> & { payload: Payload };

/** A kind of work: its type (`<service>.<what is to be done>.v<n>`), the queue that it waits in and the shape of its payload. */
export type TaskDefinition<Payload extends z.ZodType = z.ZodType> = {
  type: string;
  queue: string;
  summary: string;
  payload: Payload;
};

/** Declares a kind of work once; who gives it, who does it and the AsyncAPI document all read this. */
export const defineTask = <Payload extends z.ZodType>(definition: TaskDefinition<Payload>): TaskDefinition<Payload> =>
  definition;
