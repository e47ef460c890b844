/** The part of SAP's API_BUSINESS_PARTNER that suppliers live in, by the names and types that it has there. */
@path: 'API_BUSINESS_PARTNER'
service API_BUSINESS_PARTNER {
  entity A_BusinessPartner {
    key BusinessPartner          : String(10);
        Supplier                 : String(10);
        BusinessPartnerCategory  : String(1);
        BusinessPartnerFullName  : String(81);
        BusinessPartnerGrouping  : String(4);
        OrganizationBPName1      : String(40);
        SearchTerm1              : String(20);
        BusinessPartnerIsBlocked : Boolean default false;
        IsMarkedForArchiving     : Boolean default false;
        CreationDate             : Date;
        CreationTime             : Time;
        // Both stay empty until the first change.
        LastChangeDate           : Date;
        LastChangeTime           : Time;
        ETag                     : Integer @odata.etag;
        to_Supplier              : Composition of one A_Supplier on to_Supplier.Supplier = Supplier;
  }

  /** Made by way of its business partner. */
  @Capabilities.InsertRestrictions.Insertable: false
  entity A_Supplier {
    key Supplier             : String(10);
        SupplierName         : String(80);
        SupplierAccountGroup : String(4);
        VATRegistration      : String(20);
        PurchasingIsBlocked  : Boolean default false;
        DeletionIndicator    : Boolean default false;
        CreationDate         : Date;
        ETag                 : Integer @odata.etag;
  }
}
