// Original file: search/v1/search.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { Hits as _qsc_search_v1_Hits, Hits__Output as _qsc_search_v1_Hits__Output } from '../../../qsc/search/v1/Hits.ts';
import type { SearchRequest as _qsc_search_v1_SearchRequest, SearchRequest__Output as _qsc_search_v1_SearchRequest__Output } from '../../../qsc/search/v1/SearchRequest.ts';

export interface SearchServiceClient extends grpc.Client {
  Search(argument: _qsc_search_v1_SearchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  Search(argument: _qsc_search_v1_SearchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  Search(argument: _qsc_search_v1_SearchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  Search(argument: _qsc_search_v1_SearchRequest, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  search(argument: _qsc_search_v1_SearchRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  search(argument: _qsc_search_v1_SearchRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  search(argument: _qsc_search_v1_SearchRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  search(argument: _qsc_search_v1_SearchRequest, callback: grpc.requestCallback<_qsc_search_v1_Hits__Output>): grpc.ClientUnaryCall;
  
}

export interface SearchServiceHandlers extends grpc.UntypedServiceImplementation {
  Search: grpc.handleUnaryCall<_qsc_search_v1_SearchRequest__Output, _qsc_search_v1_Hits>;
  
}

export interface SearchServiceDefinition extends grpc.ServiceDefinition {
  Search: MethodDefinition<_qsc_search_v1_SearchRequest, _qsc_search_v1_Hits, _qsc_search_v1_SearchRequest__Output, _qsc_search_v1_Hits__Output>
}
