// Original file: entity/v1/entity.proto

import type { DocumentReference as _qsc_entity_v1_DocumentReference, DocumentReference__Output as _qsc_entity_v1_DocumentReference__Output } from '../../../qsc/entity/v1/DocumentReference.ts';

export interface Documents {
  'documents'?: (_qsc_entity_v1_DocumentReference)[];
}

export interface Documents__Output {
  'documents': (_qsc_entity_v1_DocumentReference__Output)[];
}
