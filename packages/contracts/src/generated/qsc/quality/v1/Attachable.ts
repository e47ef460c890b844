// Original file: quality/v1/quality.proto


export interface Attachable {
}

export interface Attachable__Output {
}
