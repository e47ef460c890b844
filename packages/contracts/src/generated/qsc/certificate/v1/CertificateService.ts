// Original file: certificate/v1/certificate.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Batches as _qsc_certificate_v1_Batches, Batches__Output as _qsc_certificate_v1_Batches__Output } from '../../../qsc/certificate/v1/Batches.ts';
import type { FindCertificatesRequest as _qsc_certificate_v1_FindCertificatesRequest, FindCertificatesRequest__Output as _qsc_certificate_v1_FindCertificatesRequest__Output } from '../../../qsc/certificate/v1/FindCertificatesRequest.ts';
import type { FoundCertificates as _qsc_certificate_v1_FoundCertificates, FoundCertificates__Output as _qsc_certificate_v1_FoundCertificates__Output } from '../../../qsc/certificate/v1/FoundCertificates.ts';
import type { ListBatchesRequest as _qsc_certificate_v1_ListBatchesRequest, ListBatchesRequest__Output as _qsc_certificate_v1_ListBatchesRequest__Output } from '../../../qsc/certificate/v1/ListBatchesRequest.ts';
import type { ListSupplierCertificatesRequest as _qsc_certificate_v1_ListSupplierCertificatesRequest, ListSupplierCertificatesRequest__Output as _qsc_certificate_v1_ListSupplierCertificatesRequest__Output } from '../../../qsc/certificate/v1/ListSupplierCertificatesRequest.ts';
import type { ListSupplierCertificatesResponse as _qsc_certificate_v1_ListSupplierCertificatesResponse, ListSupplierCertificatesResponse__Output as _qsc_certificate_v1_ListSupplierCertificatesResponse__Output } from '../../../qsc/certificate/v1/ListSupplierCertificatesResponse.ts';
import type { ScanCertificatesRequest as _qsc_certificate_v1_ScanCertificatesRequest, ScanCertificatesRequest__Output as _qsc_certificate_v1_ScanCertificatesRequest__Output } from '../../../qsc/certificate/v1/ScanCertificatesRequest.ts';
import type { ScanCertificatesResponse as _qsc_certificate_v1_ScanCertificatesResponse, ScanCertificatesResponse__Output as _qsc_certificate_v1_ScanCertificatesResponse__Output } from '../../../qsc/certificate/v1/ScanCertificatesResponse.ts';
import type { UploadCertificateRequest as _qsc_certificate_v1_UploadCertificateRequest, UploadCertificateRequest__Output as _qsc_certificate_v1_UploadCertificateRequest__Output } from '../../../qsc/certificate/v1/UploadCertificateRequest.ts';
import type { UploadedCertificate as _qsc_certificate_v1_UploadedCertificate, UploadedCertificate__Output as _qsc_certificate_v1_UploadedCertificate__Output } from '../../../qsc/certificate/v1/UploadedCertificate.ts';

export interface CertificateServiceClient extends grpc.Client {
  FindCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  FindCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  FindCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  FindCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  findCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  findCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  findCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  findCertificates(argument: _qsc_certificate_v1_FindCertificatesRequest, callback: grpc.requestCallback<_qsc_certificate_v1_FoundCertificates__Output>): grpc.ClientUnaryCall;
  
  ListBatches(argument: _qsc_certificate_v1_ListBatchesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_certificate_v1_Batches__Output>;
  ListBatches(argument: _qsc_certificate_v1_ListBatchesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_certificate_v1_Batches__Output>;
  listBatches(argument: _qsc_certificate_v1_ListBatchesRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_certificate_v1_Batches__Output>;
  listBatches(argument: _qsc_certificate_v1_ListBatchesRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_qsc_certificate_v1_Batches__Output>;
  
  ListSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  ListSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  ListSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  ListSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  listSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  listSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  listSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  listSupplierCertificates(argument: _qsc_certificate_v1_ListSupplierCertificatesRequest, callback: grpc.requestCallback<_qsc_certificate_v1_ListSupplierCertificatesResponse__Output>): grpc.ClientUnaryCall;
  
  ScanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  ScanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  ScanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  ScanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  scanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  scanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  scanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  scanCertificates(argument: _qsc_certificate_v1_ScanCertificatesRequest, callback: grpc.requestCallback<_qsc_certificate_v1_ScanCertificatesResponse__Output>): grpc.ClientUnaryCall;
  
  UploadCertificate(metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  UploadCertificate(metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  UploadCertificate(options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  UploadCertificate(callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  uploadCertificate(metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  uploadCertificate(metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  uploadCertificate(options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  uploadCertificate(callback: grpc.requestCallback<_qsc_certificate_v1_UploadedCertificate__Output>): grpc.ClientWritableStream<_qsc_certificate_v1_UploadCertificateRequest>;
  
}

export interface CertificateServiceHandlers extends grpc.UntypedServiceImplementation {
  FindCertificates: grpc.handleUnaryCall<_qsc_certificate_v1_FindCertificatesRequest__Output, _qsc_certificate_v1_FoundCertificates>;
  
  ListBatches: grpc.handleServerStreamingCall<_qsc_certificate_v1_ListBatchesRequest__Output, _qsc_certificate_v1_Batches>;
  
  ListSupplierCertificates: grpc.handleUnaryCall<_qsc_certificate_v1_ListSupplierCertificatesRequest__Output, _qsc_certificate_v1_ListSupplierCertificatesResponse>;
  
  ScanCertificates: grpc.handleUnaryCall<_qsc_certificate_v1_ScanCertificatesRequest__Output, _qsc_certificate_v1_ScanCertificatesResponse>;
  
  UploadCertificate: grpc.handleClientStreamingCall<_qsc_certificate_v1_UploadCertificateRequest__Output, _qsc_certificate_v1_UploadedCertificate>;
  
}

export interface CertificateServiceDefinition extends grpc.ServiceDefinition {
  FindCertificates: MethodDefinition<_qsc_certificate_v1_FindCertificatesRequest, _qsc_certificate_v1_FoundCertificates, _qsc_certificate_v1_FindCertificatesRequest__Output, _qsc_certificate_v1_FoundCertificates__Output>
  ListBatches: MethodDefinition<_qsc_certificate_v1_ListBatchesRequest, _qsc_certificate_v1_Batches, _qsc_certificate_v1_ListBatchesRequest__Output, _qsc_certificate_v1_Batches__Output>
  ListSupplierCertificates: MethodDefinition<_qsc_certificate_v1_ListSupplierCertificatesRequest, _qsc_certificate_v1_ListSupplierCertificatesResponse, _qsc_certificate_v1_ListSupplierCertificatesRequest__Output, _qsc_certificate_v1_ListSupplierCertificatesResponse__Output>
  ScanCertificates: MethodDefinition<_qsc_certificate_v1_ScanCertificatesRequest, _qsc_certificate_v1_ScanCertificatesResponse, _qsc_certificate_v1_ScanCertificatesRequest__Output, _qsc_certificate_v1_ScanCertificatesResponse__Output>
  UploadCertificate: MethodDefinition<_qsc_certificate_v1_UploadCertificateRequest, _qsc_certificate_v1_UploadedCertificate, _qsc_certificate_v1_UploadCertificateRequest__Output, _qsc_certificate_v1_UploadedCertificate__Output>
}
