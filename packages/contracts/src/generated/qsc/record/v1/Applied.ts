// Original file: record/v1/record.proto


export interface Applied {
}

export interface Applied__Output {
}
