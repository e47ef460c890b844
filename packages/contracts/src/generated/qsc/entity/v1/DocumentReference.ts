// Original file: entity/v1/entity.proto


export interface DocumentReference {
  'document_id'?: (string);
  'version'?: (number);
  'checksum'?: (string);
  'filename'?: (string);
  '_checksum'?: "checksum";
  '_filename'?: "filename";
}

export interface DocumentReference__Output {
  'document_id': (string);
  'version': (number);
  'checksum'?: (string);
  'filename'?: (string);
  '_checksum'?: "checksum";
  '_filename'?: "filename";
}
