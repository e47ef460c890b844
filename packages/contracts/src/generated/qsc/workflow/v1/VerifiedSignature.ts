// Original file: workflow/v1/workflow.proto


export interface VerifiedSignature {
  'id'?: (string);
  'status'?: (string);
  'reason'?: (string);
  'at'?: (string);
  'signer'?: (string);
  'signer_name'?: (string);
  'meaning'?: (string);
  'record_id'?: (string);
  'record_type'?: (string);
  'record_version'?: (number);
  '_reason'?: "reason";
  '_at'?: "at";
  '_signer'?: "signer";
  '_signer_name'?: "signer_name";
  '_meaning'?: "meaning";
  '_record_id'?: "record_id";
  '_record_type'?: "record_type";
  '_record_version'?: "record_version";
}

export interface VerifiedSignature__Output {
  'id': (string);
  'status': (string);
  'reason'?: (string);
  'at'?: (string);
  'signer'?: (string);
  'signer_name'?: (string);
  'meaning'?: (string);
  'record_id'?: (string);
  'record_type'?: (string);
  'record_version'?: (number);
  '_reason'?: "reason";
  '_at'?: "at";
  '_signer'?: "signer";
  '_signer_name'?: "signer_name";
  '_meaning'?: "meaning";
  '_record_id'?: "record_id";
  '_record_type'?: "record_type";
  '_record_version'?: "record_version";
}
