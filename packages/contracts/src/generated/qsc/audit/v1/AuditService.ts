// Original file: audit/v1/audit.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { HeldRecord as _qsc_audit_v1_HeldRecord, HeldRecord__Output as _qsc_audit_v1_HeldRecord__Output } from '../../../qsc/audit/v1/HeldRecord.ts';
import type { IsHeldRequest as _qsc_audit_v1_IsHeldRequest, IsHeldRequest__Output as _qsc_audit_v1_IsHeldRequest__Output } from '../../../qsc/audit/v1/IsHeldRequest.ts';

export interface AuditServiceClient extends grpc.Client {
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
  IsHeld: grpc.handleUnaryCall<_qsc_audit_v1_IsHeldRequest__Output, _qsc_audit_v1_HeldRecord>;
  
}

export interface AuditServiceDefinition extends grpc.ServiceDefinition {
  IsHeld: MethodDefinition<_qsc_audit_v1_IsHeldRequest, _qsc_audit_v1_HeldRecord, _qsc_audit_v1_IsHeldRequest__Output, _qsc_audit_v1_HeldRecord__Output>
}
