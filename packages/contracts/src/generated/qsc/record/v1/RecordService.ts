// Original file: record/v1/record.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AppliedMove as _qsc_record_v1_AppliedMove, AppliedMove__Output as _qsc_record_v1_AppliedMove__Output } from '../../../qsc/record/v1/AppliedMove.ts';
import type { ApplyMoveRequest as _qsc_record_v1_ApplyMoveRequest, ApplyMoveRequest__Output as _qsc_record_v1_ApplyMoveRequest__Output } from '../../../qsc/record/v1/ApplyMoveRequest.ts';
import type { GetRecordRequest as _qsc_record_v1_GetRecordRequest, GetRecordRequest__Output as _qsc_record_v1_GetRecordRequest__Output } from '../../../qsc/record/v1/GetRecordRequest.ts';
import type { Record as _qsc_record_v1_Record, Record__Output as _qsc_record_v1_Record__Output } from '../../../qsc/record/v1/Record.ts';

export interface RecordServiceClient extends grpc.Client {
  ApplyMove(argument: _qsc_record_v1_ApplyMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  ApplyMove(argument: _qsc_record_v1_ApplyMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  ApplyMove(argument: _qsc_record_v1_ApplyMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  ApplyMove(argument: _qsc_record_v1_ApplyMoveRequest, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  applyMove(argument: _qsc_record_v1_ApplyMoveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  applyMove(argument: _qsc_record_v1_ApplyMoveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  applyMove(argument: _qsc_record_v1_ApplyMoveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  applyMove(argument: _qsc_record_v1_ApplyMoveRequest, callback: grpc.requestCallback<_qsc_record_v1_AppliedMove__Output>): grpc.ClientUnaryCall;
  
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  
}

export interface RecordServiceHandlers extends grpc.UntypedServiceImplementation {
  ApplyMove: grpc.handleUnaryCall<_qsc_record_v1_ApplyMoveRequest__Output, _qsc_record_v1_AppliedMove>;
  
  GetRecord: grpc.handleUnaryCall<_qsc_record_v1_GetRecordRequest__Output, _qsc_record_v1_Record>;
  
}

export interface RecordServiceDefinition extends grpc.ServiceDefinition {
  ApplyMove: MethodDefinition<_qsc_record_v1_ApplyMoveRequest, _qsc_record_v1_AppliedMove, _qsc_record_v1_ApplyMoveRequest__Output, _qsc_record_v1_AppliedMove__Output>
  GetRecord: MethodDefinition<_qsc_record_v1_GetRecordRequest, _qsc_record_v1_Record, _qsc_record_v1_GetRecordRequest__Output, _qsc_record_v1_Record__Output>
}
