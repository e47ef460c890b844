// Original file: activity/v1/activity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Changes as _qsc_activity_v1_Changes, Changes__Output as _qsc_activity_v1_Changes__Output } from '../../../qsc/activity/v1/Changes.ts';
import type { ListChangesRequest as _qsc_activity_v1_ListChangesRequest, ListChangesRequest__Output as _qsc_activity_v1_ListChangesRequest__Output } from '../../../qsc/activity/v1/ListChangesRequest.ts';

export interface ActivityServiceClient extends grpc.Client {
  ListChanges(argument: _qsc_activity_v1_ListChangesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Changes__Output>;
  ListChanges(argument: _qsc_activity_v1_ListChangesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Changes__Output>;
  listChanges(argument: _qsc_activity_v1_ListChangesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Changes__Output>;
  listChanges(argument: _qsc_activity_v1_ListChangesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_activity_v1_Changes__Output>;
  
}

export interface ActivityServiceHandlers extends grpc.UntypedServiceImplementation {
  ListChanges: grpc.handleServerStreamingCall<_qsc_activity_v1_ListChangesRequest__Output, _qsc_activity_v1_Changes>;
  
}

export interface ActivityServiceDefinition extends grpc.ServiceDefinition {
  ListChanges: MethodDefinition<_qsc_activity_v1_ListChangesRequest, _qsc_activity_v1_Changes, _qsc_activity_v1_ListChangesRequest__Output, _qsc_activity_v1_Changes__Output>
}
