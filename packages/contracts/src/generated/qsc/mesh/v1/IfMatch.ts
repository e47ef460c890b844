// Original file: mesh/v1/command.proto


export interface IfMatch {
  'any'?: (boolean);
  'versions'?: (number)[];
}

export interface IfMatch__Output {
  'any': (boolean);
  'versions': (number)[];
}
