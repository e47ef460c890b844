// Original file: identity/v1/identity.proto


export interface ExchangeDashboardSessionRequest {
  'cookie'?: (string);
  'active'?: (boolean);
}

export interface ExchangeDashboardSessionRequest__Output {
  'cookie': (string);
  'active': (boolean);
}
