// Original file: certificate/v1/certificate.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListSupplierCertificatesRequest as _qsc_certificate_v1_ListSupplierCertificatesRequest, ListSupplierCertificatesRequest__Output as _qsc_certificate_v1_ListSupplierCertificatesRequest__Output } from '../../../qsc/certificate/v1/ListSupplierCertificatesRequest.ts';
import type { ListSupplierCertificatesResponse as _qsc_certificate_v1_ListSupplierCertificatesResponse, ListSupplierCertificatesResponse__Output as _qsc_certificate_v1_ListSupplierCertificatesResponse__Output } from '../../../qsc/certificate/v1/ListSupplierCertificatesResponse.ts';
import type { ScanCertificatesRequest as _qsc_certificate_v1_ScanCertificatesRequest, ScanCertificatesRequest__Output as _qsc_certificate_v1_ScanCertificatesRequest__Output } from '../../../qsc/certificate/v1/ScanCertificatesRequest.ts';
import type { ScanCertificatesResponse as _qsc_certificate_v1_ScanCertificatesResponse, ScanCertificatesResponse__Output as _qsc_certificate_v1_ScanCertificatesResponse__Output } from '../../../qsc/certificate/v1/ScanCertificatesResponse.ts';

export interface CertificateServiceClient extends grpc.Client {
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
  
}

export interface CertificateServiceHandlers extends grpc.UntypedServiceImplementation {
  ListSupplierCertificates: grpc.handleUnaryCall<_qsc_certificate_v1_ListSupplierCertificatesRequest__Output, _qsc_certificate_v1_ListSupplierCertificatesResponse>;
  
  ScanCertificates: grpc.handleUnaryCall<_qsc_certificate_v1_ScanCertificatesRequest__Output, _qsc_certificate_v1_ScanCertificatesResponse>;
  
}

export interface CertificateServiceDefinition extends grpc.ServiceDefinition {
  ListSupplierCertificates: MethodDefinition<_qsc_certificate_v1_ListSupplierCertificatesRequest, _qsc_certificate_v1_ListSupplierCertificatesResponse, _qsc_certificate_v1_ListSupplierCertificatesRequest__Output, _qsc_certificate_v1_ListSupplierCertificatesResponse__Output>
  ScanCertificates: MethodDefinition<_qsc_certificate_v1_ScanCertificatesRequest, _qsc_certificate_v1_ScanCertificatesResponse, _qsc_certificate_v1_ScanCertificatesRequest__Output, _qsc_certificate_v1_ScanCertificatesResponse__Output>
}
