// Original file: identity/v1/identity.proto


export interface EndedDashboardSession {
}

export interface EndedDashboardSession__Output {
}
