import type { Log } from '../log.ts';
import { loadService } from './definition.ts';
import { type GrpcService, unary } from './server.ts';

/** The definition of what every program answers of itself. */
export const programDefinition = () => loadService('mesh/v1/program.proto', 'qsc.mesh.v1.ProgramService');

/** Answers which program this is and in which version, for reports of what runs. */
export const programGrpc = (program: { name: string; version: string }, log: Log): GrpcService => ({
  definition: programDefinition(),
  implementation: { GetProgram: unary(log, async () => program) },
});
