// Original file: audit/v1/audit.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetReviewStateRequest as _qsc_audit_v1_GetReviewStateRequest, GetReviewStateRequest__Output as _qsc_audit_v1_GetReviewStateRequest__Output } from '../../../qsc/audit/v1/GetReviewStateRequest.ts';
import type { HeldRecord as _qsc_audit_v1_HeldRecord, HeldRecord__Output as _qsc_audit_v1_HeldRecord__Output } from '../../../qsc/audit/v1/HeldRecord.ts';
import type { IsHeldRequest as _qsc_audit_v1_IsHeldRequest, IsHeldRequest__Output as _qsc_audit_v1_IsHeldRequest__Output } from '../../../qsc/audit/v1/IsHeldRequest.ts';
import type { ReviewState as _qsc_audit_v1_ReviewState, ReviewState__Output as _qsc_audit_v1_ReviewState__Output } from '../../../qsc/audit/v1/ReviewState.ts';

export interface AuditServiceClient extends grpc.Client {
  GetReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  GetReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  GetReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  GetReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  getReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  getReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  getReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  getReviewState(argument: _qsc_audit_v1_GetReviewStateRequest, callback: grpc.requestCallback<_qsc_audit_v1_ReviewState__Output>): grpc.ClientUnaryCall;
  
  IsHeld(argument: _qsc_audit_v1_IsHeldRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  IsHeld(argument: _qsc_audit_v1_IsHeldRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  IsHeld(argument: _qsc_audit_v1_IsHeldRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  IsHeld(argument: _qsc_audit_v1_IsHeldRequest, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  isHeld(argument: _qsc_audit_v1_IsHeldRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  isHeld(argument: _qsc_audit_v1_IsHeldRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  isHeld(argument: _qsc_audit_v1_IsHeldRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  isHeld(argument: _qsc_audit_v1_IsHeldRequest, callback: grpc.requestCallback<_qsc_audit_v1_HeldRecord__Output>): grpc.ClientUnaryCall;
  
}

export interface AuditServiceHandlers extends grpc.UntypedServiceImplementation {
  GetReviewState: grpc.handleUnaryCall<_qsc_audit_v1_GetReviewStateRequest__Output, _qsc_audit_v1_ReviewState>;
  
  IsHeld: grpc.handleUnaryCall<_qsc_audit_v1_IsHeldRequest__Output, _qsc_audit_v1_HeldRecord>;
  
}

export interface AuditServiceDefinition extends grpc.ServiceDefinition {
  GetReviewState: MethodDefinition<_qsc_audit_v1_GetReviewStateRequest, _qsc_audit_v1_ReviewState, _qsc_audit_v1_GetReviewStateRequest__Output, _qsc_audit_v1_ReviewState__Output>
  IsHeld: MethodDefinition<_qsc_audit_v1_IsHeldRequest, _qsc_audit_v1_HeldRecord, _qsc_audit_v1_IsHeldRequest__Output, _qsc_audit_v1_HeldRecord__Output>
}
