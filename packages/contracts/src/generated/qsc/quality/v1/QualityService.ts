// Original file: quality/v1/quality.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListRelatedQualityEventsRequest as _qsc_quality_v1_ListRelatedQualityEventsRequest, ListRelatedQualityEventsRequest__Output as _qsc_quality_v1_ListRelatedQualityEventsRequest__Output } from '../../../qsc/quality/v1/ListRelatedQualityEventsRequest.ts';
import type { ListRelatedQualityEventsResponse as _qsc_quality_v1_ListRelatedQualityEventsResponse, ListRelatedQualityEventsResponse__Output as _qsc_quality_v1_ListRelatedQualityEventsResponse__Output } from '../../../qsc/quality/v1/ListRelatedQualityEventsResponse.ts';
import type { ScanQualityEventsRequest as _qsc_quality_v1_ScanQualityEventsRequest, ScanQualityEventsRequest__Output as _qsc_quality_v1_ScanQualityEventsRequest__Output } from '../../../qsc/quality/v1/ScanQualityEventsRequest.ts';
import type { ScanQualityEventsResponse as _qsc_quality_v1_ScanQualityEventsResponse, ScanQualityEventsResponse__Output as _qsc_quality_v1_ScanQualityEventsResponse__Output } from '../../../qsc/quality/v1/ScanQualityEventsResponse.ts';

export interface QualityServiceClient extends grpc.Client {
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface QualityServiceHandlers extends grpc.UntypedServiceImplementation {
  ListRelatedQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_ListRelatedQualityEventsRequest__Output, _qsc_quality_v1_ListRelatedQualityEventsResponse>;
  
  ScanQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_ScanQualityEventsRequest__Output, _qsc_quality_v1_ScanQualityEventsResponse>;
  
}

export interface QualityServiceDefinition extends grpc.ServiceDefinition {
  ListRelatedQualityEvents: MethodDefinition<_qsc_quality_v1_ListRelatedQualityEventsRequest, _qsc_quality_v1_ListRelatedQualityEventsResponse, _qsc_quality_v1_ListRelatedQualityEventsRequest__Output, _qsc_quality_v1_ListRelatedQualityEventsResponse__Output>
  ScanQualityEvents: MethodDefinition<_qsc_quality_v1_ScanQualityEventsRequest, _qsc_quality_v1_ScanQualityEventsResponse, _qsc_quality_v1_ScanQualityEventsRequest__Output, _qsc_quality_v1_ScanQualityEventsResponse__Output>
}
