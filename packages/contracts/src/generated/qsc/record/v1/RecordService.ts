// Original file: record/v1/record.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Applied as _qsc_record_v1_Applied, Applied__Output as _qsc_record_v1_Applied__Output } from '../../../qsc/record/v1/Applied.ts';
import type { ApplyRequest as _qsc_record_v1_ApplyRequest, ApplyRequest__Output as _qsc_record_v1_ApplyRequest__Output } from '../../../qsc/record/v1/ApplyRequest.ts';
import type { GetRecordRequest as _qsc_record_v1_GetRecordRequest, GetRecordRequest__Output as _qsc_record_v1_GetRecordRequest__Output } from '../../../qsc/record/v1/GetRecordRequest.ts';
import type { Record as _qsc_record_v1_Record, Record__Output as _qsc_record_v1_Record__Output } from '../../../qsc/record/v1/Record.ts';
import type { ReleaseRequest as _qsc_record_v1_ReleaseRequest, ReleaseRequest__Output as _qsc_record_v1_ReleaseRequest__Output } from '../../../qsc/record/v1/ReleaseRequest.ts';
import type { Released as _qsc_record_v1_Released, Released__Output as _qsc_record_v1_Released__Output } from '../../../qsc/record/v1/Released.ts';
import type { ReserveRequest as _qsc_record_v1_ReserveRequest, ReserveRequest__Output as _qsc_record_v1_ReserveRequest__Output } from '../../../qsc/record/v1/ReserveRequest.ts';

export interface RecordServiceClient extends grpc.Client {
  Apply(argument: _qsc_record_v1_ApplyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  Apply(argument: _qsc_record_v1_ApplyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  Apply(argument: _qsc_record_v1_ApplyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  Apply(argument: _qsc_record_v1_ApplyRequest, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  apply(argument: _qsc_record_v1_ApplyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  apply(argument: _qsc_record_v1_ApplyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  apply(argument: _qsc_record_v1_ApplyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  apply(argument: _qsc_record_v1_ApplyRequest, callback: grpc.requestCallback<_qsc_record_v1_Applied__Output>): grpc.ClientUnaryCall;
  
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  GetRecord(argument: _qsc_record_v1_GetRecordRequest, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  getRecord(argument: _qsc_record_v1_GetRecordRequest, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  
  Release(argument: _qsc_record_v1_ReleaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  Release(argument: _qsc_record_v1_ReleaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  Release(argument: _qsc_record_v1_ReleaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  Release(argument: _qsc_record_v1_ReleaseRequest, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  release(argument: _qsc_record_v1_ReleaseRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  release(argument: _qsc_record_v1_ReleaseRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  release(argument: _qsc_record_v1_ReleaseRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  release(argument: _qsc_record_v1_ReleaseRequest, callback: grpc.requestCallback<_qsc_record_v1_Released__Output>): grpc.ClientUnaryCall;
  
  Reserve(argument: _qsc_record_v1_ReserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _qsc_record_v1_ReserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _qsc_record_v1_ReserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  Reserve(argument: _qsc_record_v1_ReserveRequest, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  reserve(argument: _qsc_record_v1_ReserveRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  reserve(argument: _qsc_record_v1_ReserveRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  reserve(argument: _qsc_record_v1_ReserveRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  reserve(argument: _qsc_record_v1_ReserveRequest, callback: grpc.requestCallback<_qsc_record_v1_Record__Output>): grpc.ClientUnaryCall;
  
}

export interface RecordServiceHandlers extends grpc.UntypedServiceImplementation {
  Apply: grpc.handleUnaryCall<_qsc_record_v1_ApplyRequest__Output, _qsc_record_v1_Applied>;
  
  GetRecord: grpc.handleUnaryCall<_qsc_record_v1_GetRecordRequest__Output, _qsc_record_v1_Record>;
  
  Release: grpc.handleUnaryCall<_qsc_record_v1_ReleaseRequest__Output, _qsc_record_v1_Released>;
  
  Reserve: grpc.handleUnaryCall<_qsc_record_v1_ReserveRequest__Output, _qsc_record_v1_Record>;
  
}

export interface RecordServiceDefinition extends grpc.ServiceDefinition {
  Apply: MethodDefinition<_qsc_record_v1_ApplyRequest, _qsc_record_v1_Applied, _qsc_record_v1_ApplyRequest__Output, _qsc_record_v1_Applied__Output>
  GetRecord: MethodDefinition<_qsc_record_v1_GetRecordRequest, _qsc_record_v1_Record, _qsc_record_v1_GetRecordRequest__Output, _qsc_record_v1_Record__Output>
  Release: MethodDefinition<_qsc_record_v1_ReleaseRequest, _qsc_record_v1_Released, _qsc_record_v1_ReleaseRequest__Output, _qsc_record_v1_Released__Output>
  Reserve: MethodDefinition<_qsc_record_v1_ReserveRequest, _qsc_record_v1_Record, _qsc_record_v1_ReserveRequest__Output, _qsc_record_v1_Record__Output>
}
