// Original file: record/v1/record.proto


export interface Released {
}

export interface Released__Output {
}
