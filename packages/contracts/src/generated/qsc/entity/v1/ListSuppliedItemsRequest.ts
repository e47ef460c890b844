// Original file: entity/v1/entity.proto


export interface ListSuppliedItemsRequest {
  'org_id'?: (string);
  'supplier_id'?: (string);
}

export interface ListSuppliedItemsRequest__Output {
  'org_id': (string);
  'supplier_id': (string);
}
