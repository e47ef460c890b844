// Original file: entity/v1/entity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';
import type { GetEntityNamesRequest as _qsc_entity_v1_GetEntityNamesRequest, GetEntityNamesRequest__Output as _qsc_entity_v1_GetEntityNamesRequest__Output } from '../../../qsc/entity/v1/GetEntityNamesRequest.ts';
import type { GetEntityNamesResponse as _qsc_entity_v1_GetEntityNamesResponse, GetEntityNamesResponse__Output as _qsc_entity_v1_GetEntityNamesResponse__Output } from '../../../qsc/entity/v1/GetEntityNamesResponse.ts';
import type { GetEntityRequest as _qsc_entity_v1_GetEntityRequest, GetEntityRequest__Output as _qsc_entity_v1_GetEntityRequest__Output } from '../../../qsc/entity/v1/GetEntityRequest.ts';

export interface EntityServiceClient extends grpc.Client {
  GetEntity(argument: _qsc_entity_v1_GetEntityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  GetEntity(argument: _qsc_entity_v1_GetEntityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  GetEntity(argument: _qsc_entity_v1_GetEntityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  GetEntity(argument: _qsc_entity_v1_GetEntityRequest, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  getEntity(argument: _qsc_entity_v1_GetEntityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  getEntity(argument: _qsc_entity_v1_GetEntityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  getEntity(argument: _qsc_entity_v1_GetEntityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  getEntity(argument: _qsc_entity_v1_GetEntityRequest, callback: grpc.requestCallback<_qsc_entity_v1_Entity__Output>): grpc.ClientUnaryCall;
  
  GetEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  GetEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  GetEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  GetEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  getEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  getEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  getEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  getEntityNames(argument: _qsc_entity_v1_GetEntityNamesRequest, callback: grpc.requestCallback<_qsc_entity_v1_GetEntityNamesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface EntityServiceHandlers extends grpc.UntypedServiceImplementation {
  GetEntity: grpc.handleUnaryCall<_qsc_entity_v1_GetEntityRequest__Output, _qsc_entity_v1_Entity>;
  
  GetEntityNames: grpc.handleUnaryCall<_qsc_entity_v1_GetEntityNamesRequest__Output, _qsc_entity_v1_GetEntityNamesResponse>;
  
}

export interface EntityServiceDefinition extends grpc.ServiceDefinition {
  GetEntity: MethodDefinition<_qsc_entity_v1_GetEntityRequest, _qsc_entity_v1_Entity, _qsc_entity_v1_GetEntityRequest__Output, _qsc_entity_v1_Entity__Output>
  GetEntityNames: MethodDefinition<_qsc_entity_v1_GetEntityNamesRequest, _qsc_entity_v1_GetEntityNamesResponse, _qsc_entity_v1_GetEntityNamesRequest__Output, _qsc_entity_v1_GetEntityNamesResponse__Output>
}
