// Original file: workflow/v1/workflow.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DecisionRight as _qsc_workflow_v1_DecisionRight, DecisionRight__Output as _qsc_workflow_v1_DecisionRight__Output } from '../../../qsc/workflow/v1/DecisionRight.ts';
import type { GetRecordStateRequest as _qsc_workflow_v1_GetRecordStateRequest, GetRecordStateRequest__Output as _qsc_workflow_v1_GetRecordStateRequest__Output } from '../../../qsc/workflow/v1/GetRecordStateRequest.ts';
import type { IsSignedRequest as _qsc_workflow_v1_IsSignedRequest, IsSignedRequest__Output as _qsc_workflow_v1_IsSignedRequest__Output } from '../../../qsc/workflow/v1/IsSignedRequest.ts';
import type { MayDecideRequest as _qsc_workflow_v1_MayDecideRequest, MayDecideRequest__Output as _qsc_workflow_v1_MayDecideRequest__Output } from '../../../qsc/workflow/v1/MayDecideRequest.ts';
import type { RecordState as _qsc_workflow_v1_RecordState, RecordState__Output as _qsc_workflow_v1_RecordState__Output } from '../../../qsc/workflow/v1/RecordState.ts';
import type { RecordTransition as _qsc_workflow_v1_RecordTransition, RecordTransition__Output as _qsc_workflow_v1_RecordTransition__Output } from '../../../qsc/workflow/v1/RecordTransition.ts';
import type { SettleTransitionRequest as _qsc_workflow_v1_SettleTransitionRequest, SettleTransitionRequest__Output as _qsc_workflow_v1_SettleTransitionRequest__Output } from '../../../qsc/workflow/v1/SettleTransitionRequest.ts';
import type { SettledTransition as _qsc_workflow_v1_SettledTransition, SettledTransition__Output as _qsc_workflow_v1_SettledTransition__Output } from '../../../qsc/workflow/v1/SettledTransition.ts';
import type { SignedRecord as _qsc_workflow_v1_SignedRecord, SignedRecord__Output as _qsc_workflow_v1_SignedRecord__Output } from '../../../qsc/workflow/v1/SignedRecord.ts';
import type { TransitionRecordRequest as _qsc_workflow_v1_TransitionRecordRequest, TransitionRecordRequest__Output as _qsc_workflow_v1_TransitionRecordRequest__Output } from '../../../qsc/workflow/v1/TransitionRecordRequest.ts';
import type { VerifiedSignatures as _qsc_workflow_v1_VerifiedSignatures, VerifiedSignatures__Output as _qsc_workflow_v1_VerifiedSignatures__Output } from '../../../qsc/workflow/v1/VerifiedSignatures.ts';
import type { VerifySignaturesRequest as _qsc_workflow_v1_VerifySignaturesRequest, VerifySignaturesRequest__Output as _qsc_workflow_v1_VerifySignaturesRequest__Output } from '../../../qsc/workflow/v1/VerifySignaturesRequest.ts';

export interface WorkflowServiceClient extends grpc.Client {
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  
  SettleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  SettleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  SettleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  SettleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  settleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  settleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  settleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  settleTransition(argument: _qsc_workflow_v1_SettleTransitionRequest, callback: grpc.requestCallback<_qsc_workflow_v1_SettledTransition__Output>): grpc.ClientUnaryCall;
  
  TransitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  TransitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  TransitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  TransitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  transitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  transitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  transitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  transitionRecord(argument: _qsc_workflow_v1_TransitionRecordRequest, callback: grpc.requestCallback<_qsc_workflow_v1_RecordTransition__Output>): grpc.ClientUnaryCall;
  
  VerifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  VerifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  verifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  verifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  
}

export interface WorkflowServiceHandlers extends grpc.UntypedServiceImplementation {
  GetRecordState: grpc.handleUnaryCall<_qsc_workflow_v1_GetRecordStateRequest__Output, _qsc_workflow_v1_RecordState>;
  
  IsSigned: grpc.handleUnaryCall<_qsc_workflow_v1_IsSignedRequest__Output, _qsc_workflow_v1_SignedRecord>;
  
  MayDecide: grpc.handleUnaryCall<_qsc_workflow_v1_MayDecideRequest__Output, _qsc_workflow_v1_DecisionRight>;
  
  SettleTransition: grpc.handleUnaryCall<_qsc_workflow_v1_SettleTransitionRequest__Output, _qsc_workflow_v1_SettledTransition>;
  
  TransitionRecord: grpc.handleUnaryCall<_qsc_workflow_v1_TransitionRecordRequest__Output, _qsc_workflow_v1_RecordTransition>;
  
  VerifySignatures: grpc.handleServerStreamingCall<_qsc_workflow_v1_VerifySignaturesRequest__Output, _qsc_workflow_v1_VerifiedSignatures>;
  
}

export interface WorkflowServiceDefinition extends grpc.ServiceDefinition {
  GetRecordState: MethodDefinition<_qsc_workflow_v1_GetRecordStateRequest, _qsc_workflow_v1_RecordState, _qsc_workflow_v1_GetRecordStateRequest__Output, _qsc_workflow_v1_RecordState__Output>
  IsSigned: MethodDefinition<_qsc_workflow_v1_IsSignedRequest, _qsc_workflow_v1_SignedRecord, _qsc_workflow_v1_IsSignedRequest__Output, _qsc_workflow_v1_SignedRecord__Output>
  MayDecide: MethodDefinition<_qsc_workflow_v1_MayDecideRequest, _qsc_workflow_v1_DecisionRight, _qsc_workflow_v1_MayDecideRequest__Output, _qsc_workflow_v1_DecisionRight__Output>
  SettleTransition: MethodDefinition<_qsc_workflow_v1_SettleTransitionRequest, _qsc_workflow_v1_SettledTransition, _qsc_workflow_v1_SettleTransitionRequest__Output, _qsc_workflow_v1_SettledTransition__Output>
  TransitionRecord: MethodDefinition<_qsc_workflow_v1_TransitionRecordRequest, _qsc_workflow_v1_RecordTransition, _qsc_workflow_v1_TransitionRecordRequest__Output, _qsc_workflow_v1_RecordTransition__Output>
  VerifySignatures: MethodDefinition<_qsc_workflow_v1_VerifySignaturesRequest, _qsc_workflow_v1_VerifiedSignatures, _qsc_workflow_v1_VerifySignaturesRequest__Output, _qsc_workflow_v1_VerifiedSignatures__Output>
}
