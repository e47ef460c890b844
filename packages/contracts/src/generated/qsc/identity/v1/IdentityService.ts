// Original file: identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AccessToken as _qsc_identity_v1_AccessToken, AccessToken__Output as _qsc_identity_v1_AccessToken__Output } from '../../../qsc/identity/v1/AccessToken.ts';
import type { DashboardCookie as _qsc_identity_v1_DashboardCookie, DashboardCookie__Output as _qsc_identity_v1_DashboardCookie__Output } from '../../../qsc/identity/v1/DashboardCookie.ts';
import type { DashboardSession as _qsc_identity_v1_DashboardSession, DashboardSession__Output as _qsc_identity_v1_DashboardSession__Output } from '../../../qsc/identity/v1/DashboardSession.ts';
import type { EndDashboardSessionRequest as _qsc_identity_v1_EndDashboardSessionRequest, EndDashboardSessionRequest__Output as _qsc_identity_v1_EndDashboardSessionRequest__Output } from '../../../qsc/identity/v1/EndDashboardSessionRequest.ts';
import type { EndedDashboardSession as _qsc_identity_v1_EndedDashboardSession, EndedDashboardSession__Output as _qsc_identity_v1_EndedDashboardSession__Output } from '../../../qsc/identity/v1/EndedDashboardSession.ts';
import type { ExchangeApiKeyRequest as _qsc_identity_v1_ExchangeApiKeyRequest, ExchangeApiKeyRequest__Output as _qsc_identity_v1_ExchangeApiKeyRequest__Output } from '../../../qsc/identity/v1/ExchangeApiKeyRequest.ts';
import type { ExchangeDashboardSessionRequest as _qsc_identity_v1_ExchangeDashboardSessionRequest, ExchangeDashboardSessionRequest__Output as _qsc_identity_v1_ExchangeDashboardSessionRequest__Output } from '../../../qsc/identity/v1/ExchangeDashboardSessionRequest.ts';
import type { GetOrganizationRequest as _qsc_identity_v1_GetOrganizationRequest, GetOrganizationRequest__Output as _qsc_identity_v1_GetOrganizationRequest__Output } from '../../../qsc/identity/v1/GetOrganizationRequest.ts';
import type { GetUsersRequest as _qsc_identity_v1_GetUsersRequest, GetUsersRequest__Output as _qsc_identity_v1_GetUsersRequest__Output } from '../../../qsc/identity/v1/GetUsersRequest.ts';
import type { GetUsersResponse as _qsc_identity_v1_GetUsersResponse, GetUsersResponse__Output as _qsc_identity_v1_GetUsersResponse__Output } from '../../../qsc/identity/v1/GetUsersResponse.ts';
import type { ListActiveUsersRequest as _qsc_identity_v1_ListActiveUsersRequest, ListActiveUsersRequest__Output as _qsc_identity_v1_ListActiveUsersRequest__Output } from '../../../qsc/identity/v1/ListActiveUsersRequest.ts';
import type { ListActiveUsersResponse as _qsc_identity_v1_ListActiveUsersResponse, ListActiveUsersResponse__Output as _qsc_identity_v1_ListActiveUsersResponse__Output } from '../../../qsc/identity/v1/ListActiveUsersResponse.ts';
import type { ListExpiringApiKeysRequest as _qsc_identity_v1_ListExpiringApiKeysRequest, ListExpiringApiKeysRequest__Output as _qsc_identity_v1_ListExpiringApiKeysRequest__Output } from '../../../qsc/identity/v1/ListExpiringApiKeysRequest.ts';
import type { ListExpiringApiKeysResponse as _qsc_identity_v1_ListExpiringApiKeysResponse, ListExpiringApiKeysResponse__Output as _qsc_identity_v1_ListExpiringApiKeysResponse__Output } from '../../../qsc/identity/v1/ListExpiringApiKeysResponse.ts';
import type { ListUsersByRoleRequest as _qsc_identity_v1_ListUsersByRoleRequest, ListUsersByRoleRequest__Output as _qsc_identity_v1_ListUsersByRoleRequest__Output } from '../../../qsc/identity/v1/ListUsersByRoleRequest.ts';
import type { ListUsersByRoleResponse as _qsc_identity_v1_ListUsersByRoleResponse, ListUsersByRoleResponse__Output as _qsc_identity_v1_ListUsersByRoleResponse__Output } from '../../../qsc/identity/v1/ListUsersByRoleResponse.ts';
import type { OpenDashboardSessionRequest as _qsc_identity_v1_OpenDashboardSessionRequest, OpenDashboardSessionRequest__Output as _qsc_identity_v1_OpenDashboardSessionRequest__Output } from '../../../qsc/identity/v1/OpenDashboardSessionRequest.ts';
import type { Organization as _qsc_identity_v1_Organization, Organization__Output as _qsc_identity_v1_Organization__Output } from '../../../qsc/identity/v1/Organization.ts';
import type { UnlockDashboardSessionRequest as _qsc_identity_v1_UnlockDashboardSessionRequest, UnlockDashboardSessionRequest__Output as _qsc_identity_v1_UnlockDashboardSessionRequest__Output } from '../../../qsc/identity/v1/UnlockDashboardSessionRequest.ts';
import type { VerifiedSigner as _qsc_identity_v1_VerifiedSigner, VerifiedSigner__Output as _qsc_identity_v1_VerifiedSigner__Output } from '../../../qsc/identity/v1/VerifiedSigner.ts';
import type { VerifyPasswordRequest as _qsc_identity_v1_VerifyPasswordRequest, VerifyPasswordRequest__Output as _qsc_identity_v1_VerifyPasswordRequest__Output } from '../../../qsc/identity/v1/VerifyPasswordRequest.ts';
import type { WatchAck as _qsc_identity_v1_WatchAck, WatchAck__Output as _qsc_identity_v1_WatchAck__Output } from '../../../qsc/identity/v1/WatchAck.ts';
import type { WatchNotice as _qsc_identity_v1_WatchNotice, WatchNotice__Output as _qsc_identity_v1_WatchNotice__Output } from '../../../qsc/identity/v1/WatchNotice.ts';

export interface IdentityServiceClient extends grpc.Client {
  EndDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  EndDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  EndDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  EndDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  endDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  endDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  endDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  endDashboardSession(argument: _qsc_identity_v1_EndDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_EndedDashboardSession__Output>): grpc.ClientUnaryCall;
  
  ExchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  ExchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  ExchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  ExchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  exchangeApiKey(argument: _qsc_identity_v1_ExchangeApiKeyRequest, callback: grpc.requestCallback<_qsc_identity_v1_AccessToken__Output>): grpc.ClientUnaryCall;
  
  ExchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  ExchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  ExchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  ExchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  exchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  exchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  exchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  exchangeDashboardSession(argument: _qsc_identity_v1_ExchangeDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_DashboardSession__Output>): grpc.ClientUnaryCall;
  
  GetOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  GetOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  GetOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  GetOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  getOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  getOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  getOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  getOrganization(argument: _qsc_identity_v1_GetOrganizationRequest, callback: grpc.requestCallback<_qsc_identity_v1_Organization__Output>): grpc.ClientUnaryCall;
  
  GetUsers(argument: _qsc_identity_v1_GetUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  GetUsers(argument: _qsc_identity_v1_GetUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  GetUsers(argument: _qsc_identity_v1_GetUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  GetUsers(argument: _qsc_identity_v1_GetUsersRequest, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _qsc_identity_v1_GetUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _qsc_identity_v1_GetUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _qsc_identity_v1_GetUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  getUsers(argument: _qsc_identity_v1_GetUsersRequest, callback: grpc.requestCallback<_qsc_identity_v1_GetUsersResponse__Output>): grpc.ClientUnaryCall;
  
  ListActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  ListActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  ListActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  ListActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  listActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  listActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  listActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  listActiveUsers(argument: _qsc_identity_v1_ListActiveUsersRequest, callback: grpc.requestCallback<_qsc_identity_v1_ListActiveUsersResponse__Output>): grpc.ClientUnaryCall;
  
  ListExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  ListExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  listExpiringApiKeys(argument: _qsc_identity_v1_ListExpiringApiKeysRequest, callback: grpc.requestCallback<_qsc_identity_v1_ListExpiringApiKeysResponse__Output>): grpc.ClientUnaryCall;
  
  ListUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  ListUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  ListUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  ListUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  listUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  listUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  listUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  listUsersByRole(argument: _qsc_identity_v1_ListUsersByRoleRequest, callback: grpc.requestCallback<_qsc_identity_v1_ListUsersByRoleResponse__Output>): grpc.ClientUnaryCall;
  
  OpenDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  OpenDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  OpenDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  OpenDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  openDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  openDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  openDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  openDashboardSession(argument: _qsc_identity_v1_OpenDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  
  UnlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  UnlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  UnlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  UnlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  unlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  unlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  unlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  unlockDashboardSession(argument: _qsc_identity_v1_UnlockDashboardSessionRequest, callback: grpc.requestCallback<_qsc_identity_v1_DashboardCookie__Output>): grpc.ClientUnaryCall;
  
  VerifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  VerifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  VerifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  VerifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  verifyPassword(argument: _qsc_identity_v1_VerifyPasswordRequest, callback: grpc.requestCallback<_qsc_identity_v1_VerifiedSigner__Output>): grpc.ClientUnaryCall;
  
  Watch(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_qsc_identity_v1_WatchAck, _qsc_identity_v1_WatchNotice__Output>;
  Watch(options?: grpc.CallOptions): grpc.ClientDuplexStream<_qsc_identity_v1_WatchAck, _qsc_identity_v1_WatchNotice__Output>;
  watch(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_qsc_identity_v1_WatchAck, _qsc_identity_v1_WatchNotice__Output>;
  watch(options?: grpc.CallOptions): grpc.ClientDuplexStream<_qsc_identity_v1_WatchAck, _qsc_identity_v1_WatchNotice__Output>;
  
}

export interface IdentityServiceHandlers extends grpc.UntypedServiceImplementation {
  EndDashboardSession: grpc.handleUnaryCall<_qsc_identity_v1_EndDashboardSessionRequest__Output, _qsc_identity_v1_EndedDashboardSession>;
  
  ExchangeApiKey: grpc.handleUnaryCall<_qsc_identity_v1_ExchangeApiKeyRequest__Output, _qsc_identity_v1_AccessToken>;
  
  ExchangeDashboardSession: grpc.handleUnaryCall<_qsc_identity_v1_ExchangeDashboardSessionRequest__Output, _qsc_identity_v1_DashboardSession>;
  
  GetOrganization: grpc.handleUnaryCall<_qsc_identity_v1_GetOrganizationRequest__Output, _qsc_identity_v1_Organization>;
  
  GetUsers: grpc.handleUnaryCall<_qsc_identity_v1_GetUsersRequest__Output, _qsc_identity_v1_GetUsersResponse>;
  
  ListActiveUsers: grpc.handleUnaryCall<_qsc_identity_v1_ListActiveUsersRequest__Output, _qsc_identity_v1_ListActiveUsersResponse>;
  
  ListExpiringApiKeys: grpc.handleUnaryCall<_qsc_identity_v1_ListExpiringApiKeysRequest__Output, _qsc_identity_v1_ListExpiringApiKeysResponse>;
  
  ListUsersByRole: grpc.handleUnaryCall<_qsc_identity_v1_ListUsersByRoleRequest__Output, _qsc_identity_v1_ListUsersByRoleResponse>;
  
  OpenDashboardSession: grpc.handleUnaryCall<_qsc_identity_v1_OpenDashboardSessionRequest__Output, _qsc_identity_v1_DashboardCookie>;
  
  UnlockDashboardSession: grpc.handleUnaryCall<_qsc_identity_v1_UnlockDashboardSessionRequest__Output, _qsc_identity_v1_DashboardCookie>;
  
  VerifyPassword: grpc.handleUnaryCall<_qsc_identity_v1_VerifyPasswordRequest__Output, _qsc_identity_v1_VerifiedSigner>;
  
  Watch: grpc.handleBidiStreamingCall<_qsc_identity_v1_WatchAck__Output, _qsc_identity_v1_WatchNotice>;
  
}

export interface IdentityServiceDefinition extends grpc.ServiceDefinition {
  EndDashboardSession: MethodDefinition<_qsc_identity_v1_EndDashboardSessionRequest, _qsc_identity_v1_EndedDashboardSession, _qsc_identity_v1_EndDashboardSessionRequest__Output, _qsc_identity_v1_EndedDashboardSession__Output>
  ExchangeApiKey: MethodDefinition<_qsc_identity_v1_ExchangeApiKeyRequest, _qsc_identity_v1_AccessToken, _qsc_identity_v1_ExchangeApiKeyRequest__Output, _qsc_identity_v1_AccessToken__Output>
  ExchangeDashboardSession: MethodDefinition<_qsc_identity_v1_ExchangeDashboardSessionRequest, _qsc_identity_v1_DashboardSession, _qsc_identity_v1_ExchangeDashboardSessionRequest__Output, _qsc_identity_v1_DashboardSession__Output>
  GetOrganization: MethodDefinition<_qsc_identity_v1_GetOrganizationRequest, _qsc_identity_v1_Organization, _qsc_identity_v1_GetOrganizationRequest__Output, _qsc_identity_v1_Organization__Output>
  GetUsers: MethodDefinition<_qsc_identity_v1_GetUsersRequest, _qsc_identity_v1_GetUsersResponse, _qsc_identity_v1_GetUsersRequest__Output, _qsc_identity_v1_GetUsersResponse__Output>
  ListActiveUsers: MethodDefinition<_qsc_identity_v1_ListActiveUsersRequest, _qsc_identity_v1_ListActiveUsersResponse, _qsc_identity_v1_ListActiveUsersRequest__Output, _qsc_identity_v1_ListActiveUsersResponse__Output>
  ListExpiringApiKeys: MethodDefinition<_qsc_identity_v1_ListExpiringApiKeysRequest, _qsc_identity_v1_ListExpiringApiKeysResponse, _qsc_identity_v1_ListExpiringApiKeysRequest__Output, _qsc_identity_v1_ListExpiringApiKeysResponse__Output>
  ListUsersByRole: MethodDefinition<_qsc_identity_v1_ListUsersByRoleRequest, _qsc_identity_v1_ListUsersByRoleResponse, _qsc_identity_v1_ListUsersByRoleRequest__Output, _qsc_identity_v1_ListUsersByRoleResponse__Output>
  OpenDashboardSession: MethodDefinition<_qsc_identity_v1_OpenDashboardSessionRequest, _qsc_identity_v1_DashboardCookie, _qsc_identity_v1_OpenDashboardSessionRequest__Output, _qsc_identity_v1_DashboardCookie__Output>
  UnlockDashboardSession: MethodDefinition<_qsc_identity_v1_UnlockDashboardSessionRequest, _qsc_identity_v1_DashboardCookie, _qsc_identity_v1_UnlockDashboardSessionRequest__Output, _qsc_identity_v1_DashboardCookie__Output>
  VerifyPassword: MethodDefinition<_qsc_identity_v1_VerifyPasswordRequest, _qsc_identity_v1_VerifiedSigner, _qsc_identity_v1_VerifyPasswordRequest__Output, _qsc_identity_v1_VerifiedSigner__Output>
  Watch: MethodDefinition<_qsc_identity_v1_WatchAck, _qsc_identity_v1_WatchNotice, _qsc_identity_v1_WatchAck__Output, _qsc_identity_v1_WatchNotice__Output>
}
