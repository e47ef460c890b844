// Original file: identity/v1/identity.proto


export interface DashboardCookie {
  'value'?: (string);
}

export interface DashboardCookie__Output {
  'value': (string);
}
