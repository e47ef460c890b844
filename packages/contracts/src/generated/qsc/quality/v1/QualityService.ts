// Original file: quality/v1/quality.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Attachable as _qsc_quality_v1_Attachable, Attachable__Output as _qsc_quality_v1_Attachable__Output } from '../../../qsc/quality/v1/Attachable.ts';
import type { ChangeQualityEventRequest as _qsc_quality_v1_ChangeQualityEventRequest, ChangeQualityEventRequest__Output as _qsc_quality_v1_ChangeQualityEventRequest__Output } from '../../../qsc/quality/v1/ChangeQualityEventRequest.ts';
import type { CheckAttachableRequest as _qsc_quality_v1_CheckAttachableRequest, CheckAttachableRequest__Output as _qsc_quality_v1_CheckAttachableRequest__Output } from '../../../qsc/quality/v1/CheckAttachableRequest.ts';
import type { CreateQualityEventRequest as _qsc_quality_v1_CreateQualityEventRequest, CreateQualityEventRequest__Output as _qsc_quality_v1_CreateQualityEventRequest__Output } from '../../../qsc/quality/v1/CreateQualityEventRequest.ts';
import type { FindQualityEventsRequest as _qsc_quality_v1_FindQualityEventsRequest, FindQualityEventsRequest__Output as _qsc_quality_v1_FindQualityEventsRequest__Output } from '../../../qsc/quality/v1/FindQualityEventsRequest.ts';
import type { FindQualityEventsResponse as _qsc_quality_v1_FindQualityEventsResponse, FindQualityEventsResponse__Output as _qsc_quality_v1_FindQualityEventsResponse__Output } from '../../../qsc/quality/v1/FindQualityEventsResponse.ts';
import type { ListRelatedQualityEventsRequest as _qsc_quality_v1_ListRelatedQualityEventsRequest, ListRelatedQualityEventsRequest__Output as _qsc_quality_v1_ListRelatedQualityEventsRequest__Output } from '../../../qsc/quality/v1/ListRelatedQualityEventsRequest.ts';
import type { ListRelatedQualityEventsResponse as _qsc_quality_v1_ListRelatedQualityEventsResponse, ListRelatedQualityEventsResponse__Output as _qsc_quality_v1_ListRelatedQualityEventsResponse__Output } from '../../../qsc/quality/v1/ListRelatedQualityEventsResponse.ts';
import type { ReadQualityEventsRequest as _qsc_quality_v1_ReadQualityEventsRequest, ReadQualityEventsRequest__Output as _qsc_quality_v1_ReadQualityEventsRequest__Output } from '../../../qsc/quality/v1/ReadQualityEventsRequest.ts';
import type { ReadQualityEventsResponse as _qsc_quality_v1_ReadQualityEventsResponse, ReadQualityEventsResponse__Output as _qsc_quality_v1_ReadQualityEventsResponse__Output } from '../../../qsc/quality/v1/ReadQualityEventsResponse.ts';
import type { ScanQualityEventsRequest as _qsc_quality_v1_ScanQualityEventsRequest, ScanQualityEventsRequest__Output as _qsc_quality_v1_ScanQualityEventsRequest__Output } from '../../../qsc/quality/v1/ScanQualityEventsRequest.ts';
import type { ScanQualityEventsResponse as _qsc_quality_v1_ScanQualityEventsResponse, ScanQualityEventsResponse__Output as _qsc_quality_v1_ScanQualityEventsResponse__Output } from '../../../qsc/quality/v1/ScanQualityEventsResponse.ts';
import type { WalkQualityEventsRequest as _qsc_quality_v1_WalkQualityEventsRequest, WalkQualityEventsRequest__Output as _qsc_quality_v1_WalkQualityEventsRequest__Output } from '../../../qsc/quality/v1/WalkQualityEventsRequest.ts';
import type { WrittenQualityEvent as _qsc_quality_v1_WrittenQualityEvent, WrittenQualityEvent__Output as _qsc_quality_v1_WrittenQualityEvent__Output } from '../../../qsc/quality/v1/WrittenQualityEvent.ts';

export interface QualityServiceClient extends grpc.Client {
  ChangeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  ChangeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  ChangeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  ChangeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  changeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  changeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  changeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  changeQualityEvent(argument: _qsc_quality_v1_ChangeQualityEventRequest, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  
  CheckAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  CheckAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  CheckAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  CheckAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  checkAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  checkAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  checkAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  checkAttachable(argument: _qsc_quality_v1_CheckAttachableRequest, callback: grpc.requestCallback<_qsc_quality_v1_Attachable__Output>): grpc.ClientUnaryCall;
  
  CreateQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  CreateQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  CreateQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  CreateQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  createQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  createQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  createQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  createQualityEvent(argument: _qsc_quality_v1_CreateQualityEventRequest, callback: grpc.requestCallback<_qsc_quality_v1_WrittenQualityEvent__Output>): grpc.ClientUnaryCall;
  
  FindQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  FindQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  FindQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  FindQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  findQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  findQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  findQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  findQualityEvents(argument: _qsc_quality_v1_FindQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_FindQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ListRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  listRelatedQualityEvents(argument: _qsc_quality_v1_ListRelatedQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ListRelatedQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ReadQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ReadQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ReadQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ReadQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  readQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  readQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  readQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  readQualityEvents(argument: _qsc_quality_v1_ReadQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  ScanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  scanQualityEvents(argument: _qsc_quality_v1_ScanQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ScanQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
  WalkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  WalkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  WalkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  WalkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  walkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  walkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  walkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  walkQualityEvents(argument: _qsc_quality_v1_WalkQualityEventsRequest, callback: grpc.requestCallback<_qsc_quality_v1_ReadQualityEventsResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface QualityServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangeQualityEvent: grpc.handleUnaryCall<_qsc_quality_v1_ChangeQualityEventRequest__Output, _qsc_quality_v1_WrittenQualityEvent>;
  
  CheckAttachable: grpc.handleUnaryCall<_qsc_quality_v1_CheckAttachableRequest__Output, _qsc_quality_v1_Attachable>;
  
  CreateQualityEvent: grpc.handleUnaryCall<_qsc_quality_v1_CreateQualityEventRequest__Output, _qsc_quality_v1_WrittenQualityEvent>;
  
  FindQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_FindQualityEventsRequest__Output, _qsc_quality_v1_FindQualityEventsResponse>;
  
  ListRelatedQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_ListRelatedQualityEventsRequest__Output, _qsc_quality_v1_ListRelatedQualityEventsResponse>;
  
  ReadQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_ReadQualityEventsRequest__Output, _qsc_quality_v1_ReadQualityEventsResponse>;
  
  ScanQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_ScanQualityEventsRequest__Output, _qsc_quality_v1_ScanQualityEventsResponse>;
  
  WalkQualityEvents: grpc.handleUnaryCall<_qsc_quality_v1_WalkQualityEventsRequest__Output, _qsc_quality_v1_ReadQualityEventsResponse>;
  
}

export interface QualityServiceDefinition extends grpc.ServiceDefinition {
  ChangeQualityEvent: MethodDefinition<_qsc_quality_v1_ChangeQualityEventRequest, _qsc_quality_v1_WrittenQualityEvent, _qsc_quality_v1_ChangeQualityEventRequest__Output, _qsc_quality_v1_WrittenQualityEvent__Output>
  CheckAttachable: MethodDefinition<_qsc_quality_v1_CheckAttachableRequest, _qsc_quality_v1_Attachable, _qsc_quality_v1_CheckAttachableRequest__Output, _qsc_quality_v1_Attachable__Output>
  CreateQualityEvent: MethodDefinition<_qsc_quality_v1_CreateQualityEventRequest, _qsc_quality_v1_WrittenQualityEvent, _qsc_quality_v1_CreateQualityEventRequest__Output, _qsc_quality_v1_WrittenQualityEvent__Output>
  FindQualityEvents: MethodDefinition<_qsc_quality_v1_FindQualityEventsRequest, _qsc_quality_v1_FindQualityEventsResponse, _qsc_quality_v1_FindQualityEventsRequest__Output, _qsc_quality_v1_FindQualityEventsResponse__Output>
  ListRelatedQualityEvents: MethodDefinition<_qsc_quality_v1_ListRelatedQualityEventsRequest, _qsc_quality_v1_ListRelatedQualityEventsResponse, _qsc_quality_v1_ListRelatedQualityEventsRequest__Output, _qsc_quality_v1_ListRelatedQualityEventsResponse__Output>
  ReadQualityEvents: MethodDefinition<_qsc_quality_v1_ReadQualityEventsRequest, _qsc_quality_v1_ReadQualityEventsResponse, _qsc_quality_v1_ReadQualityEventsRequest__Output, _qsc_quality_v1_ReadQualityEventsResponse__Output>
  ScanQualityEvents: MethodDefinition<_qsc_quality_v1_ScanQualityEventsRequest, _qsc_quality_v1_ScanQualityEventsResponse, _qsc_quality_v1_ScanQualityEventsRequest__Output, _qsc_quality_v1_ScanQualityEventsResponse__Output>
  WalkQualityEvents: MethodDefinition<_qsc_quality_v1_WalkQualityEventsRequest, _qsc_quality_v1_ReadQualityEventsResponse, _qsc_quality_v1_WalkQualityEventsRequest__Output, _qsc_quality_v1_ReadQualityEventsResponse__Output>
}
