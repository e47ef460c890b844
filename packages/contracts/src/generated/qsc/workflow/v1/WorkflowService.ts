// Original file: workflow/v1/workflow.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DecisionRight as _qsc_workflow_v1_DecisionRight, DecisionRight__Output as _qsc_workflow_v1_DecisionRight__Output } from '../../../qsc/workflow/v1/DecisionRight.ts';
import type { GetRecordStateRequest as _qsc_workflow_v1_GetRecordStateRequest, GetRecordStateRequest__Output as _qsc_workflow_v1_GetRecordStateRequest__Output } from '../../../qsc/workflow/v1/GetRecordStateRequest.ts';
import type { GetWaitingRequest as _qsc_workflow_v1_GetWaitingRequest, GetWaitingRequest__Output as _qsc_workflow_v1_GetWaitingRequest__Output } from '../../../qsc/workflow/v1/GetWaitingRequest.ts';
import type { IsSignedRequest as _qsc_workflow_v1_IsSignedRequest, IsSignedRequest__Output as _qsc_workflow_v1_IsSignedRequest__Output } from '../../../qsc/workflow/v1/IsSignedRequest.ts';
import type { ListRecordMovesRequest as _qsc_workflow_v1_ListRecordMovesRequest, ListRecordMovesRequest__Output as _qsc_workflow_v1_ListRecordMovesRequest__Output } from '../../../qsc/workflow/v1/ListRecordMovesRequest.ts';
import type { ListRecordMovesResponse as _qsc_workflow_v1_ListRecordMovesResponse, ListRecordMovesResponse__Output as _qsc_workflow_v1_ListRecordMovesResponse__Output } from '../../../qsc/workflow/v1/ListRecordMovesResponse.ts';
import type { MayDecideRequest as _qsc_workflow_v1_MayDecideRequest, MayDecideRequest__Output as _qsc_workflow_v1_MayDecideRequest__Output } from '../../../qsc/workflow/v1/MayDecideRequest.ts';
import type { MoveInstanceRequest as _qsc_workflow_v1_MoveInstanceRequest, MoveInstanceRequest__Output as _qsc_workflow_v1_MoveInstanceRequest__Output } from '../../../qsc/workflow/v1/MoveInstanceRequest.ts';
import type { MoveRecordRequest as _qsc_workflow_v1_MoveRecordRequest, MoveRecordRequest__Output as _qsc_workflow_v1_MoveRecordRequest__Output } from '../../../qsc/workflow/v1/MoveRecordRequest.ts';
import type { MovedInstance as _qsc_workflow_v1_MovedInstance, MovedInstance__Output as _qsc_workflow_v1_MovedInstance__Output } from '../../../qsc/workflow/v1/MovedInstance.ts';
import type { MovedRecord as _qsc_workflow_v1_MovedRecord, MovedRecord__Output as _qsc_workflow_v1_MovedRecord__Output } from '../../../qsc/workflow/v1/MovedRecord.ts';
import type { RecordState as _qsc_workflow_v1_RecordState, RecordState__Output as _qsc_workflow_v1_RecordState__Output } from '../../../qsc/workflow/v1/RecordState.ts';
import type { SignedRecord as _qsc_workflow_v1_SignedRecord, SignedRecord__Output as _qsc_workflow_v1_SignedRecord__Output } from '../../../qsc/workflow/v1/SignedRecord.ts';
import type { VerifiedSignatures as _qsc_workflow_v1_VerifiedSignatures, VerifiedSignatures__Output as _qsc_workflow_v1_VerifiedSignatures__Output } from '../../../qsc/workflow/v1/VerifiedSignatures.ts';
import type { VerifySignaturesRequest as _qsc_workflow_v1_VerifySignaturesRequest, VerifySignaturesRequest__Output as _qsc_workflow_v1_VerifySignaturesRequest__Output } from '../../../qsc/workflow/v1/VerifySignaturesRequest.ts';
import type { WaitingRecord as _qsc_workflow_v1_WaitingRecord, WaitingRecord__Output as _qsc_workflow_v1_WaitingRecord__Output } from '../../../qsc/workflow/v1/WaitingRecord.ts';

export interface WorkflowServiceClient extends grpc.Client {
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  GetRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  getRecordState(argument: _qsc_workflow_v1_GetRecordStateRequest, callback: grpc.requestCallback<_qsc_workflow_v1_RecordState__Output>): grpc.ClientUnaryCall;
  
  GetWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  GetWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  GetWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  GetWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  getWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  getWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  getWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  getWaiting(argument: _qsc_workflow_v1_GetWaitingRequest, callback: grpc.requestCallback<_qsc_workflow_v1_WaitingRecord__Output>): grpc.ClientUnaryCall;
  
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  IsSigned(argument: _qsc_workflow_v1_IsSignedRequest, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  isSigned(argument: _qsc_workflow_v1_IsSignedRequest, callback: grpc.requestCallback<_qsc_workflow_v1_SignedRecord__Output>): grpc.ClientUnaryCall;
  
  ListRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  ListRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  ListRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  ListRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  listRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  listRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  listRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  listRecordMoves(argument: _qsc_workflow_v1_ListRecordMovesRequest, callback: grpc.requestCallback<_qsc_workflow_v1_ListRecordMovesResponse__Output>): grpc.ClientUnaryCall;
  
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  MayDecide(argument: _qsc_workflow_v1_MayDecideRequest, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  mayDecide(argument: _qsc_workflow_v1_MayDecideRequest, callback: grpc.requestCallback<_qsc_workflow_v1_DecisionRight__Output>): grpc.ClientUnaryCall;
  
  MoveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  MoveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  MoveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  MoveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  moveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  moveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  moveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  moveInstance(argument: _qsc_workflow_v1_MoveInstanceRequest, callback: grpc.requestCallback<_qsc_workflow_v1_MovedInstance__Output>): grpc.ClientUnaryCall;
  
  MoveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  MoveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  MoveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  MoveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  moveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  moveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  moveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  moveRecord(argument: _qsc_workflow_v1_MoveRecordRequest, callback: grpc.requestCallback<_qsc_workflow_v1_MovedRecord__Output>): grpc.ClientUnaryCall;
  
  VerifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  VerifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  verifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  verifySignatures(argument: _qsc_workflow_v1_VerifySignaturesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_workflow_v1_VerifiedSignatures__Output>;
  
}

export interface WorkflowServiceHandlers extends grpc.UntypedServiceImplementation {
  GetRecordState: grpc.handleUnaryCall<_qsc_workflow_v1_GetRecordStateRequest__Output, _qsc_workflow_v1_RecordState>;
  
  GetWaiting: grpc.handleUnaryCall<_qsc_workflow_v1_GetWaitingRequest__Output, _qsc_workflow_v1_WaitingRecord>;
  
  IsSigned: grpc.handleUnaryCall<_qsc_workflow_v1_IsSignedRequest__Output, _qsc_workflow_v1_SignedRecord>;
  
  ListRecordMoves: grpc.handleUnaryCall<_qsc_workflow_v1_ListRecordMovesRequest__Output, _qsc_workflow_v1_ListRecordMovesResponse>;
  
  MayDecide: grpc.handleUnaryCall<_qsc_workflow_v1_MayDecideRequest__Output, _qsc_workflow_v1_DecisionRight>;
  
  MoveInstance: grpc.handleUnaryCall<_qsc_workflow_v1_MoveInstanceRequest__Output, _qsc_workflow_v1_MovedInstance>;
  
  MoveRecord: grpc.handleUnaryCall<_qsc_workflow_v1_MoveRecordRequest__Output, _qsc_workflow_v1_MovedRecord>;
  
  VerifySignatures: grpc.handleServerStreamingCall<_qsc_workflow_v1_VerifySignaturesRequest__Output, _qsc_workflow_v1_VerifiedSignatures>;
  
}

export interface WorkflowServiceDefinition extends grpc.ServiceDefinition {
  GetRecordState: MethodDefinition<_qsc_workflow_v1_GetRecordStateRequest, _qsc_workflow_v1_RecordState, _qsc_workflow_v1_GetRecordStateRequest__Output, _qsc_workflow_v1_RecordState__Output>
  GetWaiting: MethodDefinition<_qsc_workflow_v1_GetWaitingRequest, _qsc_workflow_v1_WaitingRecord, _qsc_workflow_v1_GetWaitingRequest__Output, _qsc_workflow_v1_WaitingRecord__Output>
  IsSigned: MethodDefinition<_qsc_workflow_v1_IsSignedRequest, _qsc_workflow_v1_SignedRecord, _qsc_workflow_v1_IsSignedRequest__Output, _qsc_workflow_v1_SignedRecord__Output>
  ListRecordMoves: MethodDefinition<_qsc_workflow_v1_ListRecordMovesRequest, _qsc_workflow_v1_ListRecordMovesResponse, _qsc_workflow_v1_ListRecordMovesRequest__Output, _qsc_workflow_v1_ListRecordMovesResponse__Output>
  MayDecide: MethodDefinition<_qsc_workflow_v1_MayDecideRequest, _qsc_workflow_v1_DecisionRight, _qsc_workflow_v1_MayDecideRequest__Output, _qsc_workflow_v1_DecisionRight__Output>
  MoveInstance: MethodDefinition<_qsc_workflow_v1_MoveInstanceRequest, _qsc_workflow_v1_MovedInstance, _qsc_workflow_v1_MoveInstanceRequest__Output, _qsc_workflow_v1_MovedInstance__Output>
  MoveRecord: MethodDefinition<_qsc_workflow_v1_MoveRecordRequest, _qsc_workflow_v1_MovedRecord, _qsc_workflow_v1_MoveRecordRequest__Output, _qsc_workflow_v1_MovedRecord__Output>
  VerifySignatures: MethodDefinition<_qsc_workflow_v1_VerifySignaturesRequest, _qsc_workflow_v1_VerifiedSignatures, _qsc_workflow_v1_VerifySignaturesRequest__Output, _qsc_workflow_v1_VerifiedSignatures__Output>
}
