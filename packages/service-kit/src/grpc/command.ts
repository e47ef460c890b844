import { createHash, randomUUID } from 'node:crypto';
import { type Actor, isScope, type LocalTime, ROLES, type Role } from '@qsc/contracts';
import type { Actor__Output } from '@qsc/contracts/grpc/mesh/v1/Actor';
import type { Command, Command__Output } from '@qsc/contracts/grpc/mesh/v1/Command';
import { z } from 'zod';
import type { Call } from '../call.ts';
import { AppError } from '../error.ts';
import type { OncePerKey } from '../http/idempotency.ts';
import type { ReadLocalTime } from '../identity/organization.ts';
import { makeKeyedQueue } from '../mongo/keyed-queue.ts';
import { currentTraceparent } from '../telemetry.ts';

/** How long a caller waits for a command: longer than a commit may take until it is refused, so that it hears which of the two. */
export const COMMAND_MS = 25_000;

const actorMessage = (actor: Actor): NonNullable<Command['actor']> => ({
  kind: actor.kind,
  id: actor.id,
  org_id: actor.org_id,
  name: actor.name,
  scopes: [...actor.scopes],
  ...(actor.email === null ? {} : { email: actor.email }),
  ...(actor.role === null ? {} : { role: actor.role }),
  ...(actor.api_key_id === null ? {} : { api_key_id: actor.api_key_id }),
  ...(actor.session_id === null ? {} : { session_id: actor.session_id }),
});

const toFingerprint = (text: string | undefined): Pick<Command, 'fingerprint'> =>
  text === undefined ? {} : { fingerprint: text };

/**
 * The command message that a call is forwarded by. Repetitions of the same `id` act once: without one it is the client's
 * idempotency key, so that a request that is sent again after a crash gets the first answer, else a new one, so that gRPC's
 * own retries do not act twice.
 * @param id what scheduled work, or one of several commands of the same call, is identified by: the same change whenever it is requested.
 */
export const toCommand = (call: Call, id?: string): Command => ({
  id: id ?? call.idempotency?.id ?? randomUUID(),
  actor: actorMessage(call.actor),
  request_id: call.requestId,
  ...(call.client.ip_address === null ? {} : { ip_address: call.client.ip_address }),
  ...(call.client.user_agent === null ? {} : { user_agent: call.client.user_agent }),
  ...(call.reason === null ? {} : { reason: call.reason }),
  ...(call.ifMatch === null
    ? {}
    : { if_match: call.ifMatch === '*' ? { any: true, versions: [] } : { any: false, versions: [...call.ifMatch] } }),
  ...toFingerprint(id ?? call.idempotency?.fingerprint),
  ...(call.cause ? { cause_json: JSON.stringify(call.cause) } : {}),
});

const KINDS: ReadonlySet<string> = new Set<Actor['kind']>(['user', 'application', 'system']);

const isKind = (text: string): text is Actor['kind'] => KINDS.has(text);

const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

const malformed = (message: string): AppError => new AppError('invalid_request', message);

/** Who acts by a command. Throws `invalid_request` for one that names nobody. */
export const actorOfCommand = (command: Command__Output | null): Actor => actorOfMessage(command?.actor ?? null);

const actorOfMessage = (message: Actor__Output | null): Actor => {
  if (!message || message.id === '' || message.org_id === '') throw malformed('A command names who acts.');
  const { kind, role } = message;
  if (!isKind(kind)) throw malformed(`"${kind}" is no kind of actor.`);
  if (role !== undefined && !isRole(role)) throw malformed(`"${role}" is no role.`);
  // A user without a role would pass for an application.
  if (kind === 'user' && role === undefined) throw malformed('A user acts in a role.');
  return {
    kind,
    id: message.id,
    org_id: message.org_id,
    email: message.email ?? null,
    name: message.name,
    role: role ?? null,
    scopes: message.scopes.filter(isScope),
    api_key_id: message.api_key_id ?? null,
    session_id: message.session_id ?? null,
  };
};

type CommandRequest = { command: Command__Output | null };

const toFingerprintOfRequest = ({ command, ...requested }: CommandRequest): string =>
  command?.fingerprint ?? createHash('sha256').update(JSON.stringify(requested)).digest('base64url');

const parseCause = ({ cause_json }: Command__Output): Pick<Call, 'cause'> => {
  if (cause_json === undefined) return {};
  try {
    return { cause: z.record(z.string(), z.unknown()).parse(JSON.parse(cause_json)) };
  } catch (cause) {
    throw new AppError('invalid_request', 'The cause of a command is a JSON object.', { cause });
  }
};

/** What tells a command apart among all that a service has taken. */
export const commandKey = (orgId: string, method: string, id: string): string => `command/${orgId}/${method}/${id}`;

/** The call that a command stands for. Throws `invalid_request` for one that names nobody. */
export const callOfCommand = (method: string, requested: CommandRequest, { now, zone }: LocalTime): Call => {
  const { command } = requested;
  if (!command || command.id === '' || command.request_id === '')
    throw malformed('A command has an id and a request id.');
  const actor = actorOfMessage(command.actor);
  const { if_match: match } = command;
  return {
    actor,
    now,
    zone,
    requestId: command.request_id,
    client: {
      ip_address: command.ip_address ?? null,
      user_agent: command.user_agent ?? null,
      api_key_id: actor.api_key_id,
    },
    reason: command.reason ?? null,
    ifMatch: match ? (match.any ? '*' : match.versions) : null,
    idempotency: {
      id: commandKey(actor.org_id, method, command.id),
      fingerprint: toFingerprintOfRequest(requested),
      once: [],
      stored: false,
    },
    traceparent: currentTraceparent(),
    ...parseCause(command),
  };
};

/**
 * Runs a use case for a command, once for each command id; a repetition gets the first answer, also while the first still
 * runs. The answer is plain JSON: the unit of work keeps it in the commit of the effect.
 * Throws `invalid_request` for a command that names nobody, `idempotency_key_reused` for an id that stood for something else.
 */
export type TakeCommand = <Request extends CommandRequest, Answer>(
  method: string,
  request: Request,
  run: (call: Call) => Promise<Answer>,
) => Promise<Answer>;

/** The server's side of commands. */
export const makeTakeCommand = ({
  oncePerKey,
  localTime,
}: {
  oncePerKey: OncePerKey;
  localTime: ReadLocalTime;
}): TakeCommand => {
  const inTurn = makeKeyedQueue();
  return async <Request extends CommandRequest, Answer>(
    method: string,
    request: Request,
    run: (call: Call) => Promise<Answer>,
  ) => {
    const call = callOfCommand(method, request, await localTime(request.command?.actor?.org_id ?? ''));
    const { value } = await inTurn([call.idempotency?.id ?? ''], () => oncePerKey(call, () => run(call)));
    return value as Answer;
  };
};
