// Original file: mesh/v1/program.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetProgramRequest as _qsc_mesh_v1_GetProgramRequest, GetProgramRequest__Output as _qsc_mesh_v1_GetProgramRequest__Output } from '../../../qsc/mesh/v1/GetProgramRequest.ts';
import type { Program as _qsc_mesh_v1_Program, Program__Output as _qsc_mesh_v1_Program__Output } from '../../../qsc/mesh/v1/Program.ts';

export interface ProgramServiceClient extends grpc.Client {
  GetProgram(argument: _qsc_mesh_v1_GetProgramRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  GetProgram(argument: _qsc_mesh_v1_GetProgramRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  GetProgram(argument: _qsc_mesh_v1_GetProgramRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  GetProgram(argument: _qsc_mesh_v1_GetProgramRequest, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  getProgram(argument: _qsc_mesh_v1_GetProgramRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  getProgram(argument: _qsc_mesh_v1_GetProgramRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  getProgram(argument: _qsc_mesh_v1_GetProgramRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  getProgram(argument: _qsc_mesh_v1_GetProgramRequest, callback: grpc.requestCallback<_qsc_mesh_v1_Program__Output>): grpc.ClientUnaryCall;
  
}

export interface ProgramServiceHandlers extends grpc.UntypedServiceImplementation {
  GetProgram: grpc.handleUnaryCall<_qsc_mesh_v1_GetProgramRequest__Output, _qsc_mesh_v1_Program>;
  
}

export interface ProgramServiceDefinition extends grpc.ServiceDefinition {
  GetProgram: MethodDefinition<_qsc_mesh_v1_GetProgramRequest, _qsc_mesh_v1_Program, _qsc_mesh_v1_GetProgramRequest__Output, _qsc_mesh_v1_Program__Output>
}
