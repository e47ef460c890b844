// Original file: entity/v1/entity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChangeEntityRequest as _qsc_entity_v1_ChangeEntityRequest, ChangeEntityRequest__Output as _qsc_entity_v1_ChangeEntityRequest__Output } from '../../../qsc/entity/v1/ChangeEntityRequest.ts';
import type { ChangedEntity as _qsc_entity_v1_ChangedEntity, ChangedEntity__Output as _qsc_entity_v1_ChangedEntity__Output } from '../../../qsc/entity/v1/ChangedEntity.ts';
import type { CreateEntityRequest as _qsc_entity_v1_CreateEntityRequest, CreateEntityRequest__Output as _qsc_entity_v1_CreateEntityRequest__Output } from '../../../qsc/entity/v1/CreateEntityRequest.ts';
import type { Documents as _qsc_entity_v1_Documents, Documents__Output as _qsc_entity_v1_Documents__Output } from '../../../qsc/entity/v1/Documents.ts';
import type { Entity as _qsc_entity_v1_Entity, Entity__Output as _qsc_entity_v1_Entity__Output } from '../../../qsc/entity/v1/Entity.ts';
import type { FindEntitiesRequest as _qsc_entity_v1_FindEntitiesRequest, FindEntitiesRequest__Output as _qsc_entity_v1_FindEntitiesRequest__Output } from '../../../qsc/entity/v1/FindEntitiesRequest.ts';
import type { FindEntitiesResponse as _qsc_entity_v1_FindEntitiesResponse, FindEntitiesResponse__Output as _qsc_entity_v1_FindEntitiesResponse__Output } from '../../../qsc/entity/v1/FindEntitiesResponse.ts';
import type { GetEntityNamesRequest as _qsc_entity_v1_GetEntityNamesRequest, GetEntityNamesRequest__Output as _qsc_entity_v1_GetEntityNamesRequest__Output } from '../../../qsc/entity/v1/GetEntityNamesRequest.ts';
import type { GetEntityNamesResponse as _qsc_entity_v1_GetEntityNamesResponse, GetEntityNamesResponse__Output as _qsc_entity_v1_GetEntityNamesResponse__Output } from '../../../qsc/entity/v1/GetEntityNamesResponse.ts';
import type { GetEntityRequest as _qsc_entity_v1_GetEntityRequest, GetEntityRequest__Output as _qsc_entity_v1_GetEntityRequest__Output } from '../../../qsc/entity/v1/GetEntityRequest.ts';
import type { ListAttachmentsRequest as _qsc_entity_v1_ListAttachmentsRequest, ListAttachmentsRequest__Output as _qsc_entity_v1_ListAttachmentsRequest__Output } from '../../../qsc/entity/v1/ListAttachmentsRequest.ts';
import type { ListNeighboursRequest as _qsc_entity_v1_ListNeighboursRequest, ListNeighboursRequest__Output as _qsc_entity_v1_ListNeighboursRequest__Output } from '../../../qsc/entity/v1/ListNeighboursRequest.ts';
import type { ListSuppliedItemsRequest as _qsc_entity_v1_ListSuppliedItemsRequest, ListSuppliedItemsRequest__Output as _qsc_entity_v1_ListSuppliedItemsRequest__Output } from '../../../qsc/entity/v1/ListSuppliedItemsRequest.ts';
import type { ListSuppliedItemsResponse as _qsc_entity_v1_ListSuppliedItemsResponse, ListSuppliedItemsResponse__Output as _qsc_entity_v1_ListSuppliedItemsResponse__Output } from '../../../qsc/entity/v1/ListSuppliedItemsResponse.ts';
import type { Neighbours as _qsc_entity_v1_Neighbours, Neighbours__Output as _qsc_entity_v1_Neighbours__Output } from '../../../qsc/entity/v1/Neighbours.ts';
import type { ReadDocumentsRequest as _qsc_entity_v1_ReadDocumentsRequest, ReadDocumentsRequest__Output as _qsc_entity_v1_ReadDocumentsRequest__Output } from '../../../qsc/entity/v1/ReadDocumentsRequest.ts';
import type { ReadEntitiesRequest as _qsc_entity_v1_ReadEntitiesRequest, ReadEntitiesRequest__Output as _qsc_entity_v1_ReadEntitiesRequest__Output } from '../../../qsc/entity/v1/ReadEntitiesRequest.ts';
import type { ReadEntitiesResponse as _qsc_entity_v1_ReadEntitiesResponse, ReadEntitiesResponse__Output as _qsc_entity_v1_ReadEntitiesResponse__Output } from '../../../qsc/entity/v1/ReadEntitiesResponse.ts';
import type { ScanEntitiesRequest as _qsc_entity_v1_ScanEntitiesRequest, ScanEntitiesRequest__Output as _qsc_entity_v1_ScanEntitiesRequest__Output } from '../../../qsc/entity/v1/ScanEntitiesRequest.ts';
import type { ScanEntitiesResponse as _qsc_entity_v1_ScanEntitiesResponse, ScanEntitiesResponse__Output as _qsc_entity_v1_ScanEntitiesResponse__Output } from '../../../qsc/entity/v1/ScanEntitiesResponse.ts';
import type { WriteEntitiesRequest as _qsc_entity_v1_WriteEntitiesRequest, WriteEntitiesRequest__Output as _qsc_entity_v1_WriteEntitiesRequest__Output } from '../../../qsc/entity/v1/WriteEntitiesRequest.ts';
import type { WriteEntitiesResponse as _qsc_entity_v1_WriteEntitiesResponse, WriteEntitiesResponse__Output as _qsc_entity_v1_WriteEntitiesResponse__Output } from '../../../qsc/entity/v1/WriteEntitiesResponse.ts';

export interface EntityServiceClient extends grpc.Client {
  ChangeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  ChangeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  ChangeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  ChangeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  changeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  changeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  changeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  changeEntity(argument: _qsc_entity_v1_ChangeEntityRequest, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  
  CreateEntity(argument: _qsc_entity_v1_CreateEntityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  CreateEntity(argument: _qsc_entity_v1_CreateEntityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  CreateEntity(argument: _qsc_entity_v1_CreateEntityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  CreateEntity(argument: _qsc_entity_v1_CreateEntityRequest, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  createEntity(argument: _qsc_entity_v1_CreateEntityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  createEntity(argument: _qsc_entity_v1_CreateEntityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  createEntity(argument: _qsc_entity_v1_CreateEntityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  createEntity(argument: _qsc_entity_v1_CreateEntityRequest, callback: grpc.requestCallback<_qsc_entity_v1_ChangedEntity__Output>): grpc.ClientUnaryCall;
  
  FindEntities(argument: _qsc_entity_v1_FindEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  FindEntities(argument: _qsc_entity_v1_FindEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  FindEntities(argument: _qsc_entity_v1_FindEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  FindEntities(argument: _qsc_entity_v1_FindEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  findEntities(argument: _qsc_entity_v1_FindEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  findEntities(argument: _qsc_entity_v1_FindEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  findEntities(argument: _qsc_entity_v1_FindEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  findEntities(argument: _qsc_entity_v1_FindEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_FindEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
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
  
  ListAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  ListAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  listAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  listAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  listAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  listAttachments(argument: _qsc_entity_v1_ListAttachmentsRequest, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  
  ListNeighbours(argument: _qsc_entity_v1_ListNeighboursRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_entity_v1_Neighbours__Output>;
  ListNeighbours(argument: _qsc_entity_v1_ListNeighboursRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_entity_v1_Neighbours__Output>;
  listNeighbours(argument: _qsc_entity_v1_ListNeighboursRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_entity_v1_Neighbours__Output>;
  listNeighbours(argument: _qsc_entity_v1_ListNeighboursRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_entity_v1_Neighbours__Output>;
  
  ListSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  ListSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  ListSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  ListSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  listSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  listSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  listSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  listSuppliedItems(argument: _qsc_entity_v1_ListSuppliedItemsRequest, callback: grpc.requestCallback<_qsc_entity_v1_ListSuppliedItemsResponse__Output>): grpc.ClientUnaryCall;
  
  ReadDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  ReadDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  ReadDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  ReadDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  readDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  readDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  readDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  readDocuments(argument: _qsc_entity_v1_ReadDocumentsRequest, callback: grpc.requestCallback<_qsc_entity_v1_Documents__Output>): grpc.ClientUnaryCall;
  
  ReadEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ReadEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ReadEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ReadEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  readEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  readEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  readEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  readEntities(argument: _qsc_entity_v1_ReadEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_ReadEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  ScanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ScanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ScanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  ScanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  scanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  scanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  scanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  scanEntities(argument: _qsc_entity_v1_ScanEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_ScanEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
  WriteEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  WriteEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  WriteEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  WriteEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  writeEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  writeEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  writeEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  writeEntities(argument: _qsc_entity_v1_WriteEntitiesRequest, callback: grpc.requestCallback<_qsc_entity_v1_WriteEntitiesResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface EntityServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangeEntity: grpc.handleUnaryCall<_qsc_entity_v1_ChangeEntityRequest__Output, _qsc_entity_v1_ChangedEntity>;
  
  CreateEntity: grpc.handleUnaryCall<_qsc_entity_v1_CreateEntityRequest__Output, _qsc_entity_v1_ChangedEntity>;
  
  FindEntities: grpc.handleUnaryCall<_qsc_entity_v1_FindEntitiesRequest__Output, _qsc_entity_v1_FindEntitiesResponse>;
  
  GetEntity: grpc.handleUnaryCall<_qsc_entity_v1_GetEntityRequest__Output, _qsc_entity_v1_Entity>;
  
  GetEntityNames: grpc.handleUnaryCall<_qsc_entity_v1_GetEntityNamesRequest__Output, _qsc_entity_v1_GetEntityNamesResponse>;
  
  ListAttachments: grpc.handleUnaryCall<_qsc_entity_v1_ListAttachmentsRequest__Output, _qsc_entity_v1_Documents>;
  
  ListNeighbours: grpc.handleServerStreamingCall<_qsc_entity_v1_ListNeighboursRequest__Output, _qsc_entity_v1_Neighbours>;
  
  ListSuppliedItems: grpc.handleUnaryCall<_qsc_entity_v1_ListSuppliedItemsRequest__Output, _qsc_entity_v1_ListSuppliedItemsResponse>;
  
  ReadDocuments: grpc.handleUnaryCall<_qsc_entity_v1_ReadDocumentsRequest__Output, _qsc_entity_v1_Documents>;
  
  ReadEntities: grpc.handleUnaryCall<_qsc_entity_v1_ReadEntitiesRequest__Output, _qsc_entity_v1_ReadEntitiesResponse>;
  
  ScanEntities: grpc.handleUnaryCall<_qsc_entity_v1_ScanEntitiesRequest__Output, _qsc_entity_v1_ScanEntitiesResponse>;
  
  WriteEntities: grpc.handleUnaryCall<_qsc_entity_v1_WriteEntitiesRequest__Output, _qsc_entity_v1_WriteEntitiesResponse>;
  
}

export interface EntityServiceDefinition extends grpc.ServiceDefinition {
  ChangeEntity: MethodDefinition<_qsc_entity_v1_ChangeEntityRequest, _qsc_entity_v1_ChangedEntity, _qsc_entity_v1_ChangeEntityRequest__Output, _qsc_entity_v1_ChangedEntity__Output>
  CreateEntity: MethodDefinition<_qsc_entity_v1_CreateEntityRequest, _qsc_entity_v1_ChangedEntity, _qsc_entity_v1_CreateEntityRequest__Output, _qsc_entity_v1_ChangedEntity__Output>
  FindEntities: MethodDefinition<_qsc_entity_v1_FindEntitiesRequest, _qsc_entity_v1_FindEntitiesResponse, _qsc_entity_v1_FindEntitiesRequest__Output, _qsc_entity_v1_FindEntitiesResponse__Output>
  GetEntity: MethodDefinition<_qsc_entity_v1_GetEntityRequest, _qsc_entity_v1_Entity, _qsc_entity_v1_GetEntityRequest__Output, _qsc_entity_v1_Entity__Output>
  GetEntityNames: MethodDefinition<_qsc_entity_v1_GetEntityNamesRequest, _qsc_entity_v1_GetEntityNamesResponse, _qsc_entity_v1_GetEntityNamesRequest__Output, _qsc_entity_v1_GetEntityNamesResponse__Output>
  ListAttachments: MethodDefinition<_qsc_entity_v1_ListAttachmentsRequest, _qsc_entity_v1_Documents, _qsc_entity_v1_ListAttachmentsRequest__Output, _qsc_entity_v1_Documents__Output>
  ListNeighbours: MethodDefinition<_qsc_entity_v1_ListNeighboursRequest, _qsc_entity_v1_Neighbours, _qsc_entity_v1_ListNeighboursRequest__Output, _qsc_entity_v1_Neighbours__Output>
  ListSuppliedItems: MethodDefinition<_qsc_entity_v1_ListSuppliedItemsRequest, _qsc_entity_v1_ListSuppliedItemsResponse, _qsc_entity_v1_ListSuppliedItemsRequest__Output, _qsc_entity_v1_ListSuppliedItemsResponse__Output>
  ReadDocuments: MethodDefinition<_qsc_entity_v1_ReadDocumentsRequest, _qsc_entity_v1_Documents, _qsc_entity_v1_ReadDocumentsRequest__Output, _qsc_entity_v1_Documents__Output>
  ReadEntities: MethodDefinition<_qsc_entity_v1_ReadEntitiesRequest, _qsc_entity_v1_ReadEntitiesResponse, _qsc_entity_v1_ReadEntitiesRequest__Output, _qsc_entity_v1_ReadEntitiesResponse__Output>
  ScanEntities: MethodDefinition<_qsc_entity_v1_ScanEntitiesRequest, _qsc_entity_v1_ScanEntitiesResponse, _qsc_entity_v1_ScanEntitiesRequest__Output, _qsc_entity_v1_ScanEntitiesResponse__Output>
  WriteEntities: MethodDefinition<_qsc_entity_v1_WriteEntitiesRequest, _qsc_entity_v1_WriteEntitiesResponse, _qsc_entity_v1_WriteEntitiesRequest__Output, _qsc_entity_v1_WriteEntitiesResponse__Output>
}
