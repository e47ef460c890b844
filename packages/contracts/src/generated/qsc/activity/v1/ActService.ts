// Original file: activity/v1/activity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Acts as _qsc_activity_v1_Acts, Acts__Output as _qsc_activity_v1_Acts__Output } from '../../../qsc/activity/v1/Acts.ts';
import type { ListActsRequest as _qsc_activity_v1_ListActsRequest, ListActsRequest__Output as _qsc_activity_v1_ListActsRequest__Output } from '../../../qsc/activity/v1/ListActsRequest.ts';

export interface ActServiceClient extends grpc.Client {
  ListActs(argument: _qsc_activity_v1_ListActsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Acts__Output>;
  ListActs(argument: _qsc_activity_v1_ListActsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Acts__Output>;
  listActs(argument: _qsc_activity_v1_ListActsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Acts__Output>;
  listActs(argument: _qsc_activity_v1_ListActsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Acts__Output>;
  
}

export interface ActServiceHandlers extends grpc.UntypedServiceImplementation {
  ListActs: grpc.handleServerStreamingCall<_qsc_activity_v1_ListActsRequest__Output, _qsc_activity_v1_Acts>;
  
}

export interface ActServiceDefinition extends grpc.ServiceDefinition {
  ListActs: MethodDefinition<_qsc_activity_v1_ListActsRequest, _qsc_activity_v1_Acts, _qsc_activity_v1_ListActsRequest__Output, _qsc_activity_v1_Acts__Output>
}
