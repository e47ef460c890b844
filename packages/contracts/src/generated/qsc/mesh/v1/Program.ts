// Original file: mesh/v1/program.proto


export interface Program {
  'name'?: (string);
  'version'?: (string);
}

export interface Program__Output {
  'name': (string);
  'version': (string);
}
