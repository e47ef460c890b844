/** A service of OData v4 as any product might have one. */
@path: 'quality'
service Quality {
  entity Suppliers {
    key ID         : UUID;
        code       : String(40);
        name       : String(200) @mandatory;
        country    : String(2);
        status     : String(20);
        score      : Decimal(9, 3);
        blocked    : Boolean;
        approvedOn : Date;
        contact    : { email : String; phone : String; };
        modifiedAt : Timestamp @odata.etag @cds.on.insert: $now @cds.on.update: $now;
  }

  /** The keys are several, of several types, and given by the client. */
  entity Deviations {
    key site       : String(20);
    key number     : Integer;
        title      : String(200);
        severity   : String(20);
        changedOn  : DateTime @cds.on.insert: $now @cds.on.update: $now;
  }

  /** The time of a change is in a column of its own, in the zone of the service. */
  entity Batches {
    key number         : String(10);
        code           : String(40);
        LastChangeDate : Date;
        LastChangeTime : Time;
  }

  /** A day is all that it tells of a change. */
  entity Documents {
    key code      : String(40);
        title     : String(200);
        changedOn : Date;
  }
}
