// Original file: mesh/v1/program.proto


export interface GetProgramRequest {
}

export interface GetProgramRequest__Output {
}
