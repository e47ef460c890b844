// Original file: reference/v1/reference.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListReferencesRequest as _qsc_reference_v1_ListReferencesRequest, ListReferencesRequest__Output as _qsc_reference_v1_ListReferencesRequest__Output } from '../../../qsc/reference/v1/ListReferencesRequest.ts';
import type { References as _qsc_reference_v1_References, References__Output as _qsc_reference_v1_References__Output } from '../../../qsc/reference/v1/References.ts';

export interface ReferenceServiceClient extends grpc.Client {
  ListReferences(argument: _qsc_reference_v1_ListReferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  ListReferences(argument: _qsc_reference_v1_ListReferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  ListReferences(argument: _qsc_reference_v1_ListReferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  ListReferences(argument: _qsc_reference_v1_ListReferencesRequest, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  listReferences(argument: _qsc_reference_v1_ListReferencesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  listReferences(argument: _qsc_reference_v1_ListReferencesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  listReferences(argument: _qsc_reference_v1_ListReferencesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  listReferences(argument: _qsc_reference_v1_ListReferencesRequest, callback: grpc.requestCallback<_qsc_reference_v1_References__Output>): grpc.ClientUnaryCall;
  
}

export interface ReferenceServiceHandlers extends grpc.UntypedServiceImplementation {
  ListReferences: grpc.handleUnaryCall<_qsc_reference_v1_ListReferencesRequest__Output, _qsc_reference_v1_References>;
  
}

export interface ReferenceServiceDefinition extends grpc.ServiceDefinition {
  ListReferences: MethodDefinition<_qsc_reference_v1_ListReferencesRequest, _qsc_reference_v1_References, _qsc_reference_v1_ListReferencesRequest__Output, _qsc_reference_v1_References__Output>
}
