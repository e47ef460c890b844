// Original file: copy/v1/copy.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ReadCopyRequest as _qsc_copy_v1_ReadCopyRequest, ReadCopyRequest__Output as _qsc_copy_v1_ReadCopyRequest__Output } from '../../../qsc/copy/v1/ReadCopyRequest.ts';
import type { RecordCopy as _qsc_copy_v1_RecordCopy, RecordCopy__Output as _qsc_copy_v1_RecordCopy__Output } from '../../../qsc/copy/v1/RecordCopy.ts';

export interface CopyServiceClient extends grpc.Client {
  ReadCopy(argument: _qsc_copy_v1_ReadCopyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  ReadCopy(argument: _qsc_copy_v1_ReadCopyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  ReadCopy(argument: _qsc_copy_v1_ReadCopyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  ReadCopy(argument: _qsc_copy_v1_ReadCopyRequest, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  readCopy(argument: _qsc_copy_v1_ReadCopyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  readCopy(argument: _qsc_copy_v1_ReadCopyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  readCopy(argument: _qsc_copy_v1_ReadCopyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  readCopy(argument: _qsc_copy_v1_ReadCopyRequest, callback: grpc.requestCallback<_qsc_copy_v1_RecordCopy__Output>): grpc.ClientUnaryCall;
  
}

export interface CopyServiceHandlers extends grpc.UntypedServiceImplementation {
  ReadCopy: grpc.handleUnaryCall<_qsc_copy_v1_ReadCopyRequest__Output, _qsc_copy_v1_RecordCopy>;
  
}

export interface CopyServiceDefinition extends grpc.ServiceDefinition {
  ReadCopy: MethodDefinition<_qsc_copy_v1_ReadCopyRequest, _qsc_copy_v1_RecordCopy, _qsc_copy_v1_ReadCopyRequest__Output, _qsc_copy_v1_RecordCopy__Output>
}
