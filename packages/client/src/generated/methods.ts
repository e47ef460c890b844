// Generated from the description of the API by scripts/client/main.ts. Do not edit.

import type { Call, CallOptions } from '../call.ts';
import type { Download } from '../download.ts';
import type { PageList } from '../page-list.ts';
import type { Body, Data, Item, ListQuery, Operation, Page, Query } from '../types.ts';

export interface Entities {
  /**
   * List entities.
   * Newest first. Any attribute can be a filter: `attributes.country=DE`, or `attributes.primary_contact.name=…` for one in an object. Several values by comma match any of them; several filters must all match.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/entities`
   */
  list(query?: ListQuery<'listEntities'>, options?: CallOptions): PageList<Item<'listEntities'>, Page<'listEntities'>>;
  /**
   * Create an entity.
   * A supplier or certificate begins in the first state of its kind; `invalid_transition` says which those are. A `supplier_code` belongs to one supplier of the organisation; `conflict` names the one that has it. `relationships` may point to entities that are there.
   *
   * Needs the scope `entities:write`.
   * `POST /v1/entities`
   */
  create(body: Body<'createEntity'>, options?: CallOptions): Call<Data<'createEntity'>>;
  /**
   * Read an entity.
   * The entity at its current version. With `include` its relationships name their targets.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/entities/{entity_id}`
   */
  get(entityId: string, query?: Query<'getEntity'>, options?: CallOptions): Call<Data<'getEntity'>>;
  /**
   * Update an entity.
   * Merges name and attributes (RFC 7396): what is left out stays, objects merge at every depth, lists are replaced, null removes. What changes nothing raises no version. Moving a supplier or certificate to another state also needs `suppliers:write` or `certificates:write`, and is nothing for a system administrator. `risk_score` and `risk_level` of a supplier follow from its risk assessments.
   *
   * Needs the scope `entities:write`.
   * `PATCH /v1/entities/{entity_id}`
   */
  update(entityId: string, body: Body<'updateEntity'>, options?: CallOptions): Call<Data<'updateEntity'>>;
  /**
   * Delete an entity.
   * The entity is no longer found, and can be restored. With `hard=true` it is removed for good, unless other entities point to it (`conflict`), or it was signed electronically, is under a legal hold, or a quality event, a CAPA, a certificate, a qualification or a risk assessment refers to it (`retention_hold`, `details.reason` `signed`, `legal_hold` or `referenced`); its audit trail stays. While a service that knows of these is away, it is not removed (`service_unavailable`).
   *
   * Needs the scope `entities:delete`.
   * `DELETE /v1/entities/{entity_id}`
   */
  delete(entityId: string, query?: Query<'deleteEntity'>, options?: CallOptions): Call<void>;
  /**
   * List the versions of an entity.
   * What changed with each version, when and by whom; newest first.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/entities/{entity_id}/history`
   */
  listHistory(entityId: string, query?: ListQuery<'listEntityHistory'>, options?: CallOptions): PageList<Item<'listEntityHistory'>, Page<'listEntityHistory'>>;
  /**
   * Copy an entity for an inspector.
   * A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `entities:read` and `audit-logs:read`.
   * `GET /v1/entities/{entity_id}/report`
   */
  copy(entityId: string, query?: Query<'copyEntity'>, options?: CallOptions): Call<Download>;
  /**
   * Restore an entity.
   * Undoes a delete, unless it was a hard one.
   *
   * Needs the scope `entities:delete`.
   * `POST /v1/entities/{entity_id}/restore`
   */
  restore(entityId: string, options?: CallOptions): Call<Data<'restoreEntity'>>;
  /**
   * Create several entities.
   * At most 500 items, 5 MiB and 250,000 values (members and items, at every depth). Each stands or falls by itself: 201 when all were created, 207 when some were refused.
   *
   * Needs the scope `entities:write`.
   * `POST /v1/entities/bulk`
   */
  createMany(body: Body<'createEntities'>, options?: CallOptions & { query?: Query<'createEntities'> }): Call<Data<'createEntities'>>;
  /**
   * Update several entities.
   * At most 500 items, 5 MiB and 250,000 values (members and items, at every depth); each is merged as by the update of one entity, and stands or falls by itself: 200 when all were updated, 207 when some were refused. `If-Match` may name several versions; an item whose entity is at none of them is refused.
   *
   * Needs the scope `entities:write`.
   * `PATCH /v1/entities/bulk`
   */
  updateMany(body: Body<'updateEntities'>, options?: CallOptions & { query?: Query<'updateEntities'> }): Call<Data<'updateEntities'>>;
  /**
   * Copy several entities for an inspector.
   * Complete copies of up to 50 entities in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `entities:read` and `audit-logs:read`.
   * `GET /v1/entities/report`
   */
  copyRecords(query: Query<'copyEntityRecords'>, options?: CallOptions): Call<Download>;
}

export interface Relationships {
  /**
   * List the relationships of an entity.
   * Those from the entity to others; with `direction=inbound` those of others that point to it.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/entities/{entity_id}/relationships`
   */
  list(entityId: string, query?: ListQuery<'listRelationships'>, options?: CallOptions): PageList<Item<'listRelationships'>, Page<'listRelationships'>>;
  /**
   * Add a relationship.
   * Connects the entity to another. It raises the version of the entity that holds it.
   *
   * Needs the scope `entities:write`.
   * `POST /v1/entities/{entity_id}/relationships`
   */
  create(entityId: string, body: Body<'createRelationship'>, options?: CallOptions): Call<Data<'createRelationship'>>;
  /**
   * Read a relationship.
   * One relationship of the entity, with the name of its target.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/entities/{entity_id}/relationships/{relationship_id}`
   */
  get(entityId: string, relationshipId: string, options?: CallOptions): Call<Data<'getRelationship'>>;
  /**
   * Remove a relationship.
   * It raises the version of the entity that held it.
   *
   * Needs the scope `entities:write`.
   * `DELETE /v1/entities/{entity_id}/relationships/{relationship_id}`
   */
  delete(entityId: string, relationshipId: string, options?: CallOptions): Call<void>;
}

export interface Documents {
  /**
   * List documents.
   * Newest first. With `related_to` the documents of one record.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/documents`
   */
  list(query?: ListQuery<'listDocuments'>, options?: CallOptions): PageList<Item<'listDocuments'>, Page<'listDocuments'>>;
  /**
   * Create a document.
   * A form of `file` and `metadata` (JSON), in any order. PDF, PNG, JPEG, TIFF, Word, Excel, PowerPoint, OpenDocument, text, CSV, XML and e-mail are taken, recognised by their content, up to 25 MiB; office files with macros are not. `related_to` names quality events, suppliers, certificates or entities that the document belongs to; a quality event that waits for approval, is closed or rejected takes none. With `Idempotency-Key`, a request is the same when the bytes of the file and of the metadata are.
   *
   * Needs the scope `entities:write`.
   * `POST /v1/documents`
   */
  create(body: Body<'createDocument'>, options?: CallOptions): Call<Data<'createDocument'>>;
  /**
   * Download the file of a document.
   * The current file, or with `version` the one that the document had then. It is held against its checksum while it is sent: a file that is damaged breaks off before its end. `ETag` is the checksum. PDF and pictures are shown by browsers, others are saved.
   *
   * Needs the scope `entities:read`.
   * `GET /v1/documents/{document_id}/content`
   */
  download(documentId: string, query?: Query<'downloadDocument'>, options?: CallOptions): Call<Download>;
  /**
   * Put a new file in place.
   * A form of `file` and `metadata`, as for a new document. PDF, PNG, JPEG, TIFF, Word, Excel, PowerPoint, OpenDocument, text, CSV, XML and e-mail are taken, recognised by their content, up to 25 MiB; office files with macros are not. The version of the document rises and earlier files stay; the same file under the same name changes nothing. `If-Match` takes the version of the document.
   *
   * Needs the scope `entities:write`.
   * `PUT /v1/documents/{document_id}/content`
   */
  replaceContent(documentId: string, body: Body<'replaceDocumentContent'>, options?: CallOptions): Call<Data<'replaceDocumentContent'>>;
}

export interface Suppliers {
  /**
   * List suppliers.
   * Newest first. Several values of a filter by comma match any of them; several filters must all match. Which certificates expire soon depends on today.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers`
   */
  list(query?: ListQuery<'listSuppliers'>, options?: CallOptions): PageList<Item<'listSuppliers'>, Page<'listSuppliers'>>;
  /**
   * Create a supplier.
   * Its qualification status is `new`. It is also an entity of type supplier: both paths show the same record. `conflict` names the supplier that already has the code.
   *
   * Needs the scope `suppliers:write`.
   * `POST /v1/suppliers`
   */
  create(body: Body<'createSupplier'>, options?: CallOptions): Call<Data<'createSupplier'>>;
  /**
   * Read a supplier.
   * The supplier at its current version, with the names of its relationships’ targets. Where the service of an inclusion is not reachable, the response is `service_unavailable` with `details.include`, and never partial. `include=quality_events` needs the scope `quality-events:read` too.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers/{supplier_id}`
   */
  get(supplierId: string, query?: Query<'getSupplier'>, options?: CallOptions): Call<Data<'getSupplier'>>;
  /**
   * Update a supplier.
   * Merges the attributes (RFC 7396): what is left out stays, objects merge at every depth, lists are replaced, null removes. What changes nothing raises no version. The risk comes from the risk assessments and cannot be set.
   *
   * Needs the scope `suppliers:write`.
   * `PATCH /v1/suppliers/{supplier_id}`
   */
  update(supplierId: string, body: Body<'updateSupplier'>, options?: CallOptions): Call<Data<'updateSupplier'>>;
  /**
   * List the certificates of a supplier.
   * Each as `/v1/certificates/{certificate_id}` shows it.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers/{supplier_id}/certificates`
   */
  listCertificates(supplierId: string, query?: ListQuery<'listSupplierCertificates'>, options?: CallOptions): PageList<Item<'listSupplierCertificates'>, Page<'listSupplierCertificates'>>;
  /**
   * List what a supplier supplies.
   * Components and products to which the supplier has the relationship `supplies`, or which have `supplied_by` to it. Where both have attributes, those of `supplies` count.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers/{supplier_id}/components`
   */
  listComponents(supplierId: string, query?: ListQuery<'listSupplierComponents'>, options?: CallOptions): PageList<Item<'listSupplierComponents'>, Page<'listSupplierComponents'>>;
  /**
   * Qualify a supplier.
   * Changes the qualification status of the supplier. With an `effective_date` after today (in the organisation’s time zone) it is checked now, scheduled, and checked again on its day; the response shows the current supplier, and a newer qualification replaces the scheduled one. A system administrator cannot qualify a supplier, and only a quality manager can reinstate a disqualified one. In the audit trail, the reason of `X-Change-Reason` replaces that of the body.
   *
   * Needs the scope `suppliers:write`.
   * `POST /v1/suppliers/{supplier_id}/qualification`
   */
  qualify(supplierId: string, body: Body<'qualifySupplier'>, options?: CallOptions): Call<Data<'qualifySupplier'>>;
  /**
   * List the qualifications of a supplier.
   * Newest first: qualifications that took effect, also by a change of the entity, the scheduled one, and those that were replaced or refused.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers/{supplier_id}/qualifications`
   */
  listQualifications(supplierId: string, query?: ListQuery<'listQualifications'>, options?: CallOptions): PageList<Item<'listQualifications'>, Page<'listQualifications'>>;
  /**
   * Copy a supplier for an inspector.
   * A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `suppliers:read` and `audit-logs:read`.
   * `GET /v1/suppliers/{supplier_id}/report`
   */
  copy(supplierId: string, query?: Query<'copySupplier'>, options?: CallOptions): Call<Download>;
  /**
   * Read the risk of a supplier.
   * The latest assessment. Without one, a baseline from what is known of the supplier (open deviations, deliveries, relationships, certificates); `details` says so, and `id` is null.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers/{supplier_id}/risk`
   */
  getRisk(supplierId: string, options?: CallOptions): Call<Data<'getSupplierRisk'>>;
  /**
   * Assess the risk of a supplier.
   * Scores from 0 to 100 by category give a score, a level, recommendations and the date of the next assessment. The score and the level become attributes of the supplier.
   *
   * Needs the scope `suppliers:write`.
   * `POST /v1/suppliers/{supplier_id}/risk`
   */
  assessRisk(supplierId: string, body: Body<'assessSupplierRisk'>, options?: CallOptions): Call<Data<'assessSupplierRisk'>>;
  /**
   * Export the approved vendor list.
   * The suppliers as a file, by name: qualified and conditional ones unless `status` says otherwise. The pdf is for an inspector: title, organisation, time, filter, who made it, page x of y. The csv is UTF-8, and text that a spreadsheet would take for a formula has a `'` before it. Each export has an entry in the audit log.
   *
   * Needs the scope `suppliers:read`.
   * `GET /v1/suppliers/avl/export`
   */
  exportVendorList(query?: Query<'exportVendorList'>, options?: CallOptions): Call<Download>;
  /**
   * Copy several suppliers for an inspector.
   * Complete copies of up to 50 suppliers in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `suppliers:read` and `audit-logs:read`.
   * `GET /v1/suppliers/report`
   */
  copyRecords(query: Query<'copySupplierRecords'>, options?: CallOptions): Call<Download>;
}

export interface Certificates {
  /**
   * List certificates.
   * Newest first. Several values by comma match any of them; several filters must all match. States are those of today.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates`
   */
  list(query?: ListQuery<'listCertificates'>, options?: CallOptions): PageList<Item<'listCertificates'>, Page<'listCertificates'>>;
  /**
   * Upload a certificate.
   * A form of `file` and `metadata` (JSON), in any order. PDF, PNG, JPEG, TIFF, XML and CSV are taken, determined by their content, up to 25 MiB. The document is read in the background; what the metadata says wins over what is read. With `Idempotency-Key`, a request is the same when the bytes of the file and of the metadata are.
   *
   * Needs the scope `certificates:write`.
   * `POST /v1/certificates`
   */
  upload(body: Body<'uploadCertificate'>, options?: CallOptions): Call<Data<'uploadCertificate'>>;
  /**
   * Read a certificate.
   * With the state that it has today, and what the document says once it has been read.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates/{certificate_id}`
   */
  get(certificateId: string, options?: CallOptions): Call<Data<'getCertificate'>>;
  /**
   * Download the document of a certificate.
   * The file as it was uploaded, held against its checksum while it is sent: a file that is damaged breaks off before its end. A part of it is not held against the checksum.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates/{certificate_id}/document`
   */
  download(certificateId: string, options?: CallOptions): Call<Download>;
  /**
   * Read the document of a certificate again.
   * Starts a run in any case, and waits up to two seconds for it: 200 with the result, complete or failed, else 202 with `processing` and the `Location` where the result will be. What people have put right stays; the result of a run that a newer one has overtaken is dropped.
   *
   * Needs the scope `certificates:write`.
   * `POST /v1/certificates/{certificate_id}/extract`
   */
  extract(certificateId: string, options?: CallOptions): Call<Data<'extractCertificate'>>;
  /**
   * Read what a certificate says.
   * How the latest run stands, and what the last complete one read, as it was read: corrections are shown by the certificate.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates/{certificate_id}/extraction`
   */
  getExtraction(certificateId: string, options?: CallOptions): Call<Data<'getExtraction'>>;
  /**
   * List what happened to a certificate.
   * Newest first.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates/{certificate_id}/history`
   */
  listHistory(certificateId: string, query?: ListQuery<'listCertificateHistory'>, options?: CallOptions): PageList<Item<'listCertificateHistory'>, Page<'listCertificateHistory'>>;
  /**
   * Copy a certificate for an inspector.
   * A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `certificates:read` and `audit-logs:read`.
   * `GET /v1/certificates/{certificate_id}/report`
   */
  copy(certificateId: string, query?: Query<'copyCertificate'>, options?: CallOptions): Call<Download>;
  /**
   * Find a certificate valid, or reject it.
   * From `pending` to `valid` or `rejected`; from `valid` or `expiring_soon` to `rejected`, with `notes`. A certificate of analysis waits for the end of its extraction, and is `valid` with a row that fails its specification or has no status only with `notes`. Corrections stand beside what was read; those of `batch_number` and `expiry_date` change the record. A certificate found valid takes the place of older ones of the same supplier, component and type (and batch, for `coa` and `coc`), and of the one in its `supersedes`. For every role with `certificates:write` but `system_admin`.
   *
   * Needs the scope `certificates:write`.
   * `POST /v1/certificates/{certificate_id}/validate`
   */
  validate(certificateId: string, body: Body<'validateCertificate'>, options?: CallOptions): Call<Data<'validateCertificate'>>;
  /**
   * List the alert rules.
   * Newest first.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates/expiry-alerts`
   */
  listExpiryAlertRules(query?: ListQuery<'listExpiryAlertRules'>, options?: CallOptions): PageList<Item<'listExpiryAlertRules'>, Page<'listExpiryAlertRules'>>;
  /**
   * Notify people of expiry.
   * Creates all rules or none. An alert is sent once for each certificate and rule, by e-mail and as the event `certificate.alert.sent`, also late where the service was not running on the day. An e-mail may rarely come twice, with the same `Message-ID`; it never fails to come.
   *
   * Needs the scope `certificates:write`.
   * `POST /v1/certificates/expiry-alerts`
   */
  createExpiryAlertRules(body: Body<'createExpiryAlertRules'>, options?: CallOptions): Call<Data<'createExpiryAlertRules'>>;
  /**
   * Delete an alert rule.
   * Alerts that it has raised and that are not sent yet are not sent any more.
   *
   * Needs the scope `certificates:write`.
   * `DELETE /v1/certificates/expiry-alerts/{rule_id}`
   */
  deleteExpiryAlertRule(ruleId: string, options?: CallOptions): Call<void>;
  /**
   * Count certificates by state and time left.
   * As it is today. `expiring_by_period` is cumulative.
   *
   * Needs the scope `certificates:read`.
   * `GET /v1/certificates/expiry-summary`
   */
  getExpirySummary(options?: CallOptions): Call<Data<'getExpirySummary'>>;
  /**
   * Copy several certificates for an inspector.
   * Complete copies of up to 50 certificates in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `certificates:read` and `audit-logs:read`.
   * `GET /v1/certificates/report`
   */
  copyRecords(query: Query<'copyCertificateRecords'>, options?: CallOptions): Call<Download>;
}

export interface QualityEvents {
  /**
   * List quality events.
   * Newest first. Several values of a filter by comma match any of them; several filters must all match. Whether an event is overdue follows from today in the organisation’s time zone.
   *
   * Needs the scope `quality-events:read`.
   * `GET /v1/quality-events`
   */
  list(query?: ListQuery<'listQualityEvents'>, options?: CallOptions): PageList<Item<'listQualityEvents'>, Page<'listQualityEvents'>>;
  /**
   * Create a quality event.
   * It gets the next number of its type and year, and begins as a draft; its workflow starts by itself. `audit_details` and `response_due_date` belong to audit findings. A CAPA is opened for an event, at its own path.
   *
   * Needs the scope `quality-events:write`.
   * `POST /v1/quality-events`
   */
  create(body: Body<'createQualityEvent'>, options?: CallOptions): Call<Data<'createQualityEvent'>>;
  /**
   * Add an action to a CAPA.
   * The `ETag` of the response is that of the CAPA, which has a new version.
   *
   * Needs the scope `quality-events:write`.
   * `POST /v1/quality-events/{capa_id}/actions`
   */
  addCapaAction(capaId: string, body: Body<'addCapaAction'>, options?: CallOptions): Call<Data<'addCapaAction'>>;
  /**
   * Read an action of a CAPA.
   * The `ETag` is that of the CAPA.
   *
   * Needs the scope `quality-events:read`.
   * `GET /v1/quality-events/{capa_id}/actions/{action_id}`
   */
  getCapaAction(capaId: string, actionId: string, options?: CallOptions): Call<Data<'getCapaAction'>>;
  /**
   * Update an action of a CAPA.
   * Changes the status and the fields of the action. `completed` needs `completion_date` and `completion_notes`, and records who completed it; an action that is reopened loses them. Another `due_date` needs a reason (`X-Change-Reason`), and the first one stays as `original_due_date`. A verified or cancelled action is final. `If-Match` and `ETag` are those of the CAPA.
   *
   * Needs the scope `quality-events:write`.
   * `PATCH /v1/quality-events/{capa_id}/actions/{action_id}`
   */
  updateCapaAction(capaId: string, actionId: string, body: Body<'updateCapaAction'>, options?: CallOptions): Call<Data<'updateCapaAction'>>;
  /**
   * Open a CAPA.
   * For a deviation, a complaint or an audit finding that is open. The CAPA is a quality event with a number and a workflow of its own; it relates to the entities of its source event, which cannot be closed before it.
   *
   * Needs the scope `quality-events:write`.
   * `POST /v1/quality-events/{deviation_id}/capa`
   */
  openCapa(deviationId: string, body: Body<'openCapa'>, options?: CallOptions): Call<Data<'openCapa'>>;
  /**
   * List the CAPAs of a quality event.
   * Newest first.
   *
   * Needs the scope `quality-events:read`.
   * `GET /v1/quality-events/{deviation_id}/capas`
   */
  listCapas(deviationId: string, query?: ListQuery<'listCapas'>, options?: CallOptions): PageList<Item<'listCapas'>, Page<'listCapas'>>;
  /**
   * Read a quality event.
   * The quality event at its current version. While it waits for approval, its status is the one before.
   *
   * Needs the scope `quality-events:read`.
   * `GET /v1/quality-events/{event_id}`
   */
  get(eventId: string, options?: CallOptions): Call<Data<'getQualityEvent'>>;
  /**
   * Update a quality event.
   * Merges the fields (RFC 7396): what is left out stays, objects merge, lists are replaced, null removes. What changes nothing raises no version. Another `status` is a transition of the workflow, by the rules of its definition and with the other fields of the body; a transition that needs a signature or an approval is requested at the workflow. A closed or rejected event is final. While an approval is pending, the content does not change, and a field that a state has required cannot be removed.
   *
   * Needs the scope `quality-events:write`.
   * `PATCH /v1/quality-events/{event_id}`
   */
  update(eventId: string, body: Body<'updateQualityEvent'>, options?: CallOptions): Call<Data<'updateQualityEvent'>>;
  /**
   * Analyse the impact of a quality event.
   * Walks the relationships of the related entities in both directions, over suppliers, components and products. The result names what is affected directly and indirectly, the batches (from the records of these entities, their certificates and the event itself), whether the authorities must be notified, and recommended actions. The walk does not continue from a supplier that was reached from what it supplies. The event does not change; the audit trail records the analysis and its outcome.
   *
   * Needs the scope `quality-events:write`.
   * `POST /v1/quality-events/{event_id}/impact-analysis`
   */
  analyzeImpact(eventId: string, options?: CallOptions): Call<Data<'analyzeImpact'>>;
  /**
   * Copy a quality event for an inspector.
   * A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `quality-events:read` and `audit-logs:read`.
   * `GET /v1/quality-events/{event_id}/report`
   */
  copy(eventId: string, query?: Query<'copyQualityEvent'>, options?: CallOptions): Call<Download>;
  /**
   * Create several quality events.
   * At most 500 items, 5 MiB and 250,000 values (members and items, at every depth). Each stands or falls by itself: 201 when all were created, 207 when some were refused; a refused one uses no number.
   *
   * Needs the scope `quality-events:write`.
   * `POST /v1/quality-events/bulk`
   */
  createMany(body: Body<'createQualityEvents'>, options?: CallOptions & { query?: Query<'createQualityEvents'> }): Call<Data<'createQualityEvents'>>;
  /**
   * Count quality events.
   * How many events were created in the period, their current status, and how many there were each week. Rejected events count as closed.
   *
   * Needs the scope `quality-events:read`.
   * `GET /v1/quality-events/metrics`
   */
  getMetrics(query?: Query<'getQualityEventMetrics'>, options?: CallOptions): Call<Data<'getQualityEventMetrics'>>;
  /**
   * Copy several quality events for an inspector.
   * Complete copies of up to 50 quality events in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
   *
   * Needs the scopes `quality-events:read` and `audit-logs:read`.
   * `GET /v1/quality-events/report`
   */
  copyRecords(query: Query<'copyQualityEventRecords'>, options?: CallOptions): Call<Download>;
}

export interface Workflows {
  /**
   * List workflows.
   * Newest first. Every organisation has one for each type of quality event, and one for the approval of documents.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows`
   */
  list(query?: ListQuery<'listWorkflows'>, options?: CallOptions): PageList<Item<'listWorkflows'>, Page<'listWorkflows'>>;
  /**
   * Define a workflow.
   * The definition is checked as a whole: one initial state, at least one final, every target defined, every state reachable. One definition is active for a type of record; `conflict` names the one that is.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/workflows`
   */
  create(body: Body<'createWorkflow'>, options?: CallOptions): Call<Data<'createWorkflow'>>;
  /**
   * Read a workflow.
   * The definition at its current version.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/{workflow_id}`
   */
  get(workflowId: string, options?: CallOptions): Call<Data<'getWorkflow'>>;
  /**
   * Change a workflow.
   * Raises the version; records under way stay on the version with which they started. A change that changes nothing raises no version.
   *
   * Needs the scope `admin:write`.
   * `PATCH /v1/workflows/{workflow_id}`
   */
  update(workflowId: string, body: Body<'updateWorkflow'>, options?: CallOptions): Call<Data<'updateWorkflow'>>;
  /**
   * Read the metrics of a workflow.
   * The number of records, their duration, where they wait and whether the states were left in time, over all versions of the workflow.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/{workflow_id}/metrics`
   */
  getMetrics(workflowId: string, query?: Query<'getWorkflowMetrics'>, options?: CallOptions): Call<Data<'getWorkflowMetrics'>>;
  /**
   * List the versions of a workflow.
   * Newest first. Every version is kept as it was; records go on in the version with which they started.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/{workflow_id}/versions`
   */
  listVersions(workflowId: string, query?: ListQuery<'listWorkflowVersions'>, options?: CallOptions): PageList<Item<'listWorkflowVersions'>, Page<'listWorkflowVersions'>>;
  /**
   * Read a version of a workflow.
   * The definition as it was at that version.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/{workflow_id}/versions/{version}`
   */
  getVersion(workflowId: string, version: string, options?: CallOptions): Call<Data<'getWorkflowVersion'>>;
  /**
   * Read an approval.
   * Who requested it, what was decided, who can still decide, and until when.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/approvals/{approval_id}`
   */
  getApproval(approvalId: string, options?: CallOptions): Call<Data<'getApproval'>>;
  /**
   * Decide on an approval.
   * Approves, rejects or withdraws. One rejection ends the approval, and so does the last required vote: the record then makes a transition forward, or back. The requester and the creator of the record cannot decide, nor a delegate for them, nor, where one approval leads to the next, the requester of the first; a system administrator and an OAuth application never can. The requester or a quality manager may withdraw, which ends the approval like a rejection.
   *
   * Needs the scope `workflows:execute`.
   * `POST /v1/workflows/approvals/{approval_id}`
   */
  decideApproval(approvalId: string, body: Body<'decideApproval'>, options?: CallOptions): Call<Data<'decideApproval'>>;
  /**
   * List the approvals that wait for the caller.
   * Approvals that the calling user can decide on now, also for others by delegation. Approvals that the user requested, whose record the user created, or that the user has decided on are excluded, and so are those that wait for another role first. `user_id` lists those of another user.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/approvals/pending`
   */
  listPendingApprovals(query?: ListQuery<'listPendingApprovals'>, options?: CallOptions): PageList<Item<'listPendingApprovals'>, Page<'listPendingApprovals'>>;
  /**
   * List the delegations.
   * The delegations of the organisation, newest first, including past ones. One that was revoked is not listed.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/delegations`
   */
  listDelegations(query?: ListQuery<'listDelegations'>, options?: CallOptions): PageList<Item<'listDelegations'>, Page<'listDelegations'>>;
  /**
   * Let another user decide.
   * For a period, another active user may decide on approvals for the caller, who still may: both together have one vote. The delegate needs no approver role, but a role that may decide at all. The vote of a requester or of the creator of the record cannot be delegated, and a delegate cannot delegate further.
   *
   * Needs the scope `workflows:execute`.
   * `POST /v1/workflows/delegations`
   */
  createDelegation(body: Body<'createDelegation'>, options?: CallOptions): Call<Data<'createDelegation'>>;
  /**
   * Read a delegation.
   * Also a past one; one that was revoked is not found.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/delegations/{delegation_id}`
   */
  getDelegation(delegationId: string, options?: CallOptions): Call<Data<'getDelegation'>>;
  /**
   * End a delegation.
   * For its giver or a system administrator. Decisions made by it remain.
   *
   * Needs the scope `workflows:execute`.
   * `DELETE /v1/workflows/delegations/{delegation_id}`
   */
  revokeDelegation(delegationId: string, options?: CallOptions): Call<void>;
  /**
   * Count the running instances.
   * How many records are under way in each state of each version. They stay on the version with which they started.
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/instance-counts`
   */
  countInstances(query?: Query<'countWorkflowInstances'>, options?: CallOptions): Call<Data<'countWorkflowInstances'>>;
  /**
   * Start a workflow.
   * Starts a workflow for a record. Records whose type has an active definition start automatically when they are created, so this is for other active definitions, and for entities whose workflow has ended.
   *
   * Needs the scope `workflows:execute`.
   * `POST /v1/workflows/instances`
   */
  start(body: Body<'startWorkflowInstance'>, options?: CallOptions): Call<Data<'startWorkflowInstance'>>;
  /**
   * Read the workflow state of a record.
   * The state of the record, the available transitions with their requirements, and the history. An approval state is left only by decisions (`requires_approval`).
   *
   * Needs the scope `workflows:read`.
   * `GET /v1/workflows/instances/{entity_id}`
   */
  getInstance(entityId: string, options?: CallOptions): Call<Data<'getWorkflowInstance'>>;
  /**
   * Make a transition.
   * Makes a transition of the record by the rules of its workflow, with the required fields and the signature where one is required; `available_transitions` of the instance lists both. Other fields in `data` also need the scope that writes the record. A quality event has the new status at once, other services see it within a second. The audit trail has the reason of `X-Change-Reason`, otherwise the comment. `If-Match` names the version of the record; for a signed transition the record must not change until it is signed.
   *
   * Needs the scope `workflows:execute`.
   * `POST /v1/workflows/instances/{entity_id}/transition`
   */
  transition(entityId: string, body: Body<'transitionWorkflowInstance'>, options?: CallOptions): Call<Data<'transitionWorkflowInstance'>>;
  /**
   * Check a workflow.
   * Checks a definition as `POST /v1/workflows` and `PATCH /v1/workflows/{workflow_id}` do, and stores nothing. The faults have the paths and messages with which the definition would be refused; a body that is no definition is refused as there.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/workflows/validate`
   */
  validate(body: Body<'validateWorkflow'>, options?: CallOptions): Call<Data<'validateWorkflow'>>;
}

export interface Signatures {
  /**
   * List electronic signatures.
   * Newest first. Filters that are given must all match. A stored signature that was altered beyond recognition is shown as stored.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/signatures`
   */
  list(query?: ListQuery<'listSignatures'>, options?: CallOptions): PageList<Item<'listSignatures'>, Page<'listSignatures'>>;
  /**
   * Read an electronic signature.
   * Who signed which record, when and with which meaning, and the seal over it.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/signatures/{signature_id}`
   */
  get(signatureId: string, options?: CallOptions): Call<Data<'getSignature'>>;
  /**
   * Verify an electronic signature.
   * Checks the seal with the public key that it names, and compares the signed content with the current record. A later transition leaves a signature valid.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/signatures/{signature_id}/verify`
   */
  verify(signatureId: string, options?: CallOptions): Call<Data<'verifySignature'>>;
  /**
   * Read the keys of signatures.
   * The public keys, the current one first, as a JSON Web Key Set (RFC 7517). Anybody can check seals with them, without this system.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/signatures/keys`
   */
  listKeys(options?: CallOptions): Call<Data<'listSignatureKeys'>>;
}

export interface AuditLogs {
  /**
   * List audit log entries.
   * Newest first. All given filters must match. Pages go 100,000 entries deep, and so many matches are counted; a longer search continues with `from` or `to`.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs`
   */
  list(query?: ListQuery<'listAuditEntries'>, options?: CallOptions): PageList<Item<'listAuditEntries'>, Page<'listAuditEntries'>>;
  /**
   * Read an audit log entry.
   * One entry with its hash and that of the entry before it.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/{entry_id}`
   */
  get(entryId: string, options?: CallOptions): Call<Data<'getAuditEntry'>>;
  /**
   * Read the key of the checkpoints.
   * The public key by which anybody can check a checkpoint outside, as a JSON Web Key.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/checkpoint-key`
   */
  getCheckpointKey(options?: CallOptions): Call<Data<'getCheckpointKey'>>;
  /**
   * List the checkpoints.
   * The statements about the chain that the system signs automatically.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/checkpoints`
   */
  listCheckpoints(query?: ListQuery<'listAuditCheckpoints'>, options?: CallOptions): PageList<Item<'listAuditCheckpoints'>, Page<'listAuditCheckpoints'>>;
  /**
   * Read the audit trail of a record.
   * Its newest 1,000 actions, or a page of them; newest first. The trail of a deleted record remains. A user who may decide on the approval that the record waits for needs no scope.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/entity/{entity_id}`
   */
  getTrail(entityId: string, query?: Query<'getAuditTrail'>, options?: CallOptions): Call<Data<'getAuditTrail'>>;
  /**
   * Export the audit log.
   * Starts to write the entries of a period to a signed file: those recorded until now, in the order of the chain. Look at the job for its progress; the file can be downloaded until `expires_at`. The request has one `export` entry in the log. In csv, text that a spreadsheet would take for a formula has a `'` before it.
   *
   * Needs the scope `audit-logs:read`.
   * `POST /v1/audit-logs/export`
   */
  export(body: Body<'exportAuditLog'>, options?: CallOptions): Call<Data<'exportAuditLog'>>;
  /**
   * Read an export of the audit log.
   * How far it is, and where the file and its signature are once it is complete.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/export/{job_id}`
   */
  getExport(jobId: string, options?: CallOptions): Call<Data<'getAuditExport'>>;
  /**
   * Cancel an export of the audit log.
   * Ends an export that is `processing`; one that has ended does not change (409). The log has an entry of it.
   *
   * Needs the scope `audit-logs:read`.
   * `DELETE /v1/audit-logs/export/{job_id}`
   */
  cancelExport(jobId: string, options?: CallOptions): Call<void>;
  /**
   * Download an export of the audit log.
   * The file, checked against its checksum while it is sent. 409 `export_not_ready` until it is complete, 410 `gone` once it has expired.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/export/{job_id}/download`
   */
  downloadExport(jobId: string, options?: CallOptions): Call<Download>;
  /**
   * Download the signature of an export.
   * A JWS (EdDSA) whose payload is the file and is left out (RFC 7515, appendix F). Its key is that of `GET /v1/audit-logs/checkpoint-key`.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/export/{job_id}/download/signature`
   */
  downloadExportSignature(jobId: string, options?: CallOptions): Call<Download>;
  /**
   * List the legal holds.
   * Newest first, also those that were lifted.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/holds`
   */
  listLegalHolds(query?: ListQuery<'listLegalHolds'>, options?: CallOptions): PageList<Item<'listLegalHolds'>, Page<'listLegalHolds'>>;
  /**
   * Place a legal hold.
   * Entries that it covers are not removed from the database, whatever the retention policy says. An entity that matches all of its criteria (type, id, and existence in the period) cannot be removed permanently (`hard=true`).
   *
   * Needs the scope `admin:write`.
   * `POST /v1/audit-logs/holds`
   */
  placeLegalHold(body: Body<'placeLegalHold'>, options?: CallOptions): Call<Data<'placeLegalHold'>>;
  /**
   * Lift a legal hold.
   * The hold stays in the list, with who lifted it and when. Lifting it once more is a `conflict`.
   *
   * Needs the scope `admin:write`.
   * `DELETE /v1/audit-logs/holds/{hold_id}`
   */
  liftLegalHold(holdId: string, options?: CallOptions): Call<void>;
  /**
   * Read a compliance report.
   * A report as it was made.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/reports/{report_id}`
   */
  getComplianceReport(reportId: string, options?: CallOptions): Call<Data<'getComplianceReport'>>;
  /**
   * Download a compliance report.
   * The report as a PDF to be read and filed: title, scope, method, each section, the signatures, page x of y.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/reports/{report_id}/download`
   */
  downloadComplianceReport(reportId: string, options?: CallOptions): Call<Download>;
  /**
   * Make a compliance report.
   * A report of a period by 21 CFR Part 11. Every number is computed from what is stored: signatures are verified, the chain is recomputed, and the log is compared with the changes that the owners of records know. While a service is not reachable there is no report: 503, `details.service` names it. A report never changes; making it has an entry in the audit log. A long period takes up to ten minutes: send an `Idempotency-Key`, and repeat the request with it if the connection is lost. Without one, a report whose caller disconnects before it is made is not stored.
   *
   * Needs the scope `audit-logs:read`.
   * `POST /v1/audit-logs/reports/21cfr11`
   */
  createComplianceReport(body: Body<'createComplianceReport'>, options?: CallOptions): Call<Data<'createComplianceReport'>>;
  /**
   * Read the retention policy.
   * How long entries are retained. An organisation without a policy of its own has the standard one.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/retention`
   */
  getRetention(options?: CallOptions): Call<Data<'getAuditRetention'>>;
  /**
   * Replace the retention policy.
   * Replaces all of it but `policy_id`, as its next version; earlier versions stay in the history. Equal rules raise no version.
   *
   * Needs the scope `admin:write`.
   * `PUT /v1/audit-logs/retention`
   */
  replaceRetention(body: Body<'replaceAuditRetention'>, options?: CallOptions): Call<Data<'replaceAuditRetention'>>;
  /**
   * List the versions of the retention policy.
   * Newest first; the last one is the standard policy.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/retention/history`
   */
  listRetentionHistory(query?: ListQuery<'listAuditRetentionHistory'>, options?: CallOptions): PageList<Item<'listAuditRetentionHistory'>, Page<'listAuditRetentionHistory'>>;
  /**
   * List the reviews.
   * Newest first. `from` and `to` find the reviews whose period overlaps, `entity_id` those of the trail of a record.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/reviews`
   */
  listReviews(query?: ListQuery<'listAuditReviews'>, options?: CallOptions): PageList<Item<'listAuditReviews'>, Page<'listAuditReviews'>>;
  /**
   * Record a review of the audit log.
   * That the caller has reviewed the log of a period, or with `entity_id` entries of the trail of a record, and what they found. It cannot be changed or withdrawn; a later review is added to it. A user who may decide on the approval that a record waits for needs no scope to review its trail.
   *
   * Needs the scope `audit-logs:read`.
   * `POST /v1/audit-logs/reviews`
   */
  createReview(body: Body<'createAuditReview'>, options?: CallOptions): Call<Data<'createAuditReview'>>;
  /**
   * Read a review.
   * One review as it was made.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/reviews/{review_id}`
   */
  getReview(reviewId: string, options?: CallOptions): Call<Data<'getAuditReview'>>;
  /**
   * Read which periodic review is due.
   * The next period of the audit log to review by the interval of the organisation, with a random sample and one by risk once it is due. It is done when a review of the log (`POST /v1/audit-logs/reviews` without `entity_id`) covers the period.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/reviews/due`
   */
  getDueAuditReview(options?: CallOptions): Call<Data<'getDueAuditReview'>>;
  /**
   * List the qualifications of the system.
   * Newest first.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/system-qualifications`
   */
  listSystemQualifications(query?: ListQuery<'listSystemQualifications'>, options?: CallOptions): PageList<Item<'listSystemQualifications'>, Page<'listSystemQualifications'>>;
  /**
   * Record a qualification of the system.
   * Stores the result of a run of `scripts/qualify` with the checksums of its files, and signs it with the key of exports. It cannot be changed or withdrawn.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/audit-logs/system-qualifications`
   */
  recordSystemQualification(body: Body<'recordSystemQualification'>, options?: CallOptions): Call<Data<'recordSystemQualification'>>;
  /**
   * Read a qualification of the system.
   * One run as it was recorded.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/system-qualifications/{qualification_id}`
   */
  getSystemQualification(qualificationId: string, options?: CallOptions): Call<Data<'getSystemQualification'>>;
  /**
   * List the entries of a user.
   * All that a user or application did, newest first.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/user/{user_id}`
   */
  listUserAuditEntries(userId: string, query?: ListQuery<'listUserAuditEntries'>, options?: CallOptions): PageList<Item<'listUserAuditEntries'>, Page<'listUserAuditEntries'>>;
  /**
   * Verify the audit log.
   * Recomputes the hash chain, whole or for a period, compares it with the newest stored checkpoints, and names the first broken entry. For entries that were removed after their retention it reads the archived file. A chain of a million entries takes a minute or two, and the limit is ten minutes; it ends when its caller disconnects. Equal verifications that are requested meanwhile wait for it and share the next one.
   *
   * Needs the scope `audit-logs:read`.
   * `GET /v1/audit-logs/verify`
   */
  verify(query?: Query<'verifyAuditLog'>, options?: CallOptions): Call<Data<'verifyAuditLog'>>;
}

export interface Webhooks {
  /**
   * List webhooks.
   * The receivers of the organisation without their secrets, newest first.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/webhooks`
   */
  list(query?: ListQuery<'listWebhooks'>, options?: CallOptions): PageList<Item<'listWebhooks'>, Page<'listWebhooks'>>;
  /**
   * Register a receiver.
   * From now on the receiver gets every event that it subscribes to, signed by Standard Webhooks, at least once. The `secret` is shown in this answer only. An organisation has at most 100 webhooks, disabled ones counted in; one more is refused with `conflict`.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/webhooks`
   */
  create(body: Body<'createWebhook'>, options?: CallOptions): Call<Data<'createWebhook'>>;
  /**
   * Read a webhook.
   * One receiver without its secret, and why it is disabled, if it is.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/webhooks/{webhook_id}`
   */
  get(webhookId: string, options?: CallOptions): Call<Data<'getWebhook'>>;
  /**
   * Change a webhook.
   * Changes the address, the events, the filters or the status. While it is disabled, events are stored as `skipped`; `…/recover` sends them later.
   *
   * Needs the scope `admin:write`.
   * `PATCH /v1/webhooks/{webhook_id}`
   */
  update(webhookId: string, body: Body<'updateWebhook'>, options?: CallOptions): Call<Data<'updateWebhook'>>;
  /**
   * Remove a webhook.
   * Nothing more is sent to the receiver. What waits is given up.
   *
   * Needs the scope `admin:write`.
   * `DELETE /v1/webhooks/{webhook_id}`
   */
  delete(webhookId: string, options?: CallOptions): Call<void>;
  /**
   * List deliveries.
   * What was sent to a webhook or waits to be, newest first. Deliveries are stored for 90 days.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/webhooks/{webhook_id}/deliveries`
   */
  listDeliveries(webhookId: string, query?: ListQuery<'listDeliveries'>, options?: CallOptions): PageList<Item<'listDeliveries'>, Page<'listDeliveries'>>;
  /**
   * Read a delivery.
   * One delivery with the body that it sends and the beginning of the latest answer.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}`
   */
  getDelivery(webhookId: string, deliveryId: string, options?: CallOptions): Call<Data<'getDelivery'>>;
  /**
   * Send a delivery again.
   * Sends one delivery once more, whatever its status, with the id of its message. Its retry schedule restarts.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver`
   */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Call<Data<'redeliver'>>;
  /**
   * Send what was missed.
   * Sends again what was made between the two moments and was skipped or has failed, each with the id of its message.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/webhooks/{webhook_id}/recover`
   */
  recoverDeliveries(webhookId: string, body: Body<'recoverDeliveries'>, options?: CallOptions): Call<Data<'recoverDeliveries'>>;
  /**
   * Give a webhook a new secret.
   * The `secret` is shown in this answer only. For 24 hours deliveries carry two signatures, by the new secret and the one before; one that was replaced before that signs no more.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/webhooks/{webhook_id}/rotate-secret`
   */
  rotateSecret(webhookId: string, options?: CallOptions): Call<Data<'rotateWebhookSecret'>>;
  /**
   * Send a test.
   * Sends a `webhook.test` to the receiver, whatever events and filters the webhook has.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/webhooks/{webhook_id}/test`
   */
  test(webhookId: string, options?: CallOptions): Call<Data<'testWebhook'>>;
}

export interface Integrations {
  /**
   * Come back from the login at the external system.
   * Where external systems send the user after the login; the redirect address of the OAuth client there. The one-use `state` is the only credential. Answers a page.
   *
   * Needs no credential and no scope.
   * `GET /v1/integrations/callback`
   */
  finishConnectionAuthorization(query?: Query<'finishConnectionAuthorization'>, options?: CallOptions): Call<string>;
  /**
   * List connections.
   * The connections of the organisation to external systems, newest first, without their secrets.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections`
   */
  listConnections(query?: ListQuery<'listConnections'>, options?: CallOptions): PageList<Item<'listConnections'>, Page<'listConnections'>>;
  /**
   * Create a connection.
   * Nothing is sent yet. Then authorize it, set its mappings (`PUT …/mappings`), and enable it. Secrets are stored encrypted and shown masked.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections`
   */
  createConnection(body: Body<'createConnection'>, options?: CallOptions): Call<Data<'createConnection'>>;
  /**
   * Read a connection.
   * One connection with its secrets masked. In `error`, `problem` says what has to be done.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}`
   */
  getConnection(connectionId: string, options?: CallOptions): Call<Data<'getConnection'>>;
  /**
   * Change a connection.
   * A JSON Merge Patch. A secret that is sent back masked stays as it is. With another login or address the connection has to be authorized again: its status is `pending_authorization` then.
   *
   * Needs the scope `admin:write`.
   * `PATCH /v1/integrations/connections/{connection_id}`
   */
  updateConnection(connectionId: string, body: Body<'updateConnection'>, options?: CallOptions): Call<Data<'updateConnection'>>;
  /**
   * Remove a connection.
   * Its secrets, its authorization and what served its synchronisations are removed with it. Records that came by it stay, here and in the external system.
   *
   * Needs the scope `admin:write`.
   * `DELETE /v1/integrations/connections/{connection_id}`
   */
  deleteConnection(connectionId: string, options?: CallOptions): Call<void>;
  /**
   * Authorize a connection.
   * For OAuth with a user, `authorization_url` is where that user logs in, once and before `expires_at`; the external system then returns to `GET /v1/integrations/callback`. Any other connection logs in at once, and its settings are proven by that. It can be done again at any time, and has to be after a change of the login or when the connection is in `error`.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/authorize`
   */
  authorizeConnection(connectionId: string, options?: CallOptions): Call<Data<'authorizeConnection'>>;
  /**
   * List conflicts.
   * The fields that both sides changed to different values and that the connection reviews by hand, newest first. The other fields of the records were synchronised meanwhile.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/conflicts`
   */
  listConflicts(connectionId: string, query?: ListQuery<'listIntegrationConflicts'>, options?: CallOptions): PageList<Item<'listIntegrationConflicts'>, Page<'listIntegrationConflicts'>>;
  /**
   * Read a conflict.
   * One field with the last common value, the value here and the external value.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/conflicts/{conflict_id}`
   */
  getConflict(connectionId: string, conflictId: string, options?: CallOptions): Call<Data<'getIntegrationConflict'>>;
  /**
   * Resolve a conflict.
   * Decides the value of the field. The record here is written at once; the external system gets the value with the next synchronisation, where the mapping sends the field. For `record` (deleted there, changed here) `external` deletes the record here and `service` keeps it. It is 409 where it is resolved already, while another decision of it is carried out (`details` name it; an interrupted one continues when the same decision is sent again), and where the record has changed since, here or there.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/conflicts/{conflict_id}/resolve`
   */
  resolveConflict(connectionId: string, conflictId: string, body: Body<'resolveIntegrationConflict'>, options?: CallOptions): Call<Data<'resolveIntegrationConflict'>>;
  /**
   * Disable a connection.
   * A running synchronisation is ended, and none starts until the connection is enabled again.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/disable`
   */
  disableConnection(connectionId: string, options?: CallOptions): Call<Data<'disableConnection'>>;
  /**
   * Enable a connection.
   * From now on it is synchronised by its interval. It has to be authorized, with at least one mapping.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/enable`
   */
  enableConnection(connectionId: string, options?: CallOptions): Call<Data<'enableConnection'>>;
  /**
   * Read the health of a connection.
   * What the synchronisations of the last 24 hours came to, what waits, and when the next one is due.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/health`
   */
  getConnectionHealth(connectionId: string, options?: CallOptions): Call<Data<'getConnectionHealth'>>;
  /**
   * List synchronisations.
   * What was synchronised and what runs, newest first, without the single errors and changes.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/history`
   */
  listSyncs(connectionId: string, query?: ListQuery<'listSyncs'>, options?: CallOptions): PageList<Item<'listSyncs'>, Page<'listSyncs'>>;
  /**
   * List the mappings of a connection.
   * Which objects of the external system become which records here, field by field.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/mappings`
   */
  listMappings(connectionId: string, options?: CallOptions): Call<Data<'listMappings'>>;
  /**
   * Replace the mappings of a connection.
   * Replaces all mappings. A mapping of the same object and kind of record retains its links; several such mappings are distinguished by their `document_types`, or by their `id` where those change. What does not fit the kind of system, the direction or the rules for conflicts is refused by the path of the field. `If-Match` takes the version of the connection.
   *
   * Needs the scope `admin:write`.
   * `PUT /v1/integrations/connections/{connection_id}/mappings`
   */
  replaceMappings(connectionId: string, body: Body<'replaceMappings'>, options?: CallOptions): Call<Data<'replaceMappings'>>;
  /**
   * Preview a mapping.
   * Reads one record of the external system and shows field by field what the mapping makes of it. Nothing is stored, here or there. The connection has to be authorized.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/mappings/preview`
   */
  previewMapping(connectionId: string, body: Body<'previewMapping'>, options?: CallOptions): Call<Data<'previewMapping'>>;
  /**
   * List parked records.
   * Records that a synchronisation could not take, newest first. Each waits until it changes there, or until it is replayed.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/parked`
   */
  listParkedRecords(connectionId: string, query?: ListQuery<'listParkedRecords'>, options?: CallOptions): PageList<Item<'listParkedRecords'>, Page<'listParkedRecords'>>;
  /**
   * Replay parked records.
   * Starts a synchronisation of the parked records alone.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/parked/replay`
   */
  replayParkedRecords(connectionId: string, options?: CallOptions): Call<Data<'replayParkedRecords'>>;
  /**
   * Describe the external system.
   * Its objects, and the fields of one of them, as its own metadata has them. The connection has to be authorized.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/source`
   */
  describeConnectionSource(connectionId: string, query?: Query<'describeConnectionSource'>, options?: CallOptions): Call<Data<'describeConnectionSource'>>;
  /**
   * Synchronise now.
   * Starts a synchronisation, which runs in the background: `GET …/syncs/{sync_id}` shows its progress. With `dry_run=true` it writes nothing and shows what it would change.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/sync`
   */
  startSync(connectionId: string, query?: Query<'startSync'>, options?: CallOptions): Call<Data<'startSync'>>;
  /**
   * Read a synchronisation.
   * How far it is while it runs, and what it came to.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/integrations/connections/{connection_id}/syncs/{sync_id}`
   */
  getSync(connectionId: string, syncId: string, options?: CallOptions): Call<Data<'getSync'>>;
  /**
   * Test a connection.
   * Asks the external system for the least that shows that its API answers. 200 also when that fails.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/integrations/connections/{connection_id}/test`
   */
  testConnection(connectionId: string, options?: CallOptions): Call<Data<'testConnection'>>;
  /**
   * Tell of changes in an external system.
   * For external systems, not for users. A message of Vault is verified by its signature (SHA256withRSA) with the certificate of the Vault that the connection is for. Only ids are taken from it: the records are fetched. `message.attributes.event` is `document.created`, `document.updated`, `object.<name>.created`, `object.<name>.updated` or `lifecycle.state_change`, `message.attributes.object` the name of the object, `message.items` the ids. Other events are taken and not acted on (`accepted: false`).
   *
   * Needs no credential and no scope.
   * `POST /v1/integrations/webhooks/{connector}`
   */
  receiveMessage(connector: string, body: Body<'receiveIntegrationMessage'>, options?: CallOptions): Call<Data<'receiveIntegrationMessage'>>;
}

export interface Users {
  /**
   * List users.
   * The users of the organisation, newest first.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/users`
   */
  list(query?: ListQuery<'listUsers'>, options?: CallOptions): PageList<Item<'listUsers'>, Page<'listUsers'>>;
  /**
   * Create a user.
   * The password permits nothing but `POST /v1/me/password` until the user has changed it. Making a `system_admin` needs every scope of that role in the own credential.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/users`
   */
  create(body: Body<'createUser'>, options?: CallOptions): Call<Data<'createUser'>>;
  /**
   * Read a user.
   * One user of the organisation.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/users/{user_id}`
   */
  get(userId: string, options?: CallOptions): Call<Data<'getUser'>>;
  /**
   * Update a user.
   * Changes name, role or activity, or sets a new password, which permits nothing but `POST /v1/me/password` until the user has changed it. When role, activity or password change, every token and session of before is refused from then on; deactivating a user revokes the API keys for good. The last active `system_admin` stays one.
   *
   * Needs the scope `admin:write`.
   * `PATCH /v1/users/{user_id}`
   */
  update(userId: string, body: Body<'updateUser'>, options?: CallOptions): Call<Data<'updateUser'>>;
  /**
   * Unlock a user.
   * Lets a user sign and log in again after too many failures.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/users/{user_id}/unlock`
   */
  unlock(userId: string, options?: CallOptions): Call<Data<'unlockUser'>>;
  /**
   * List colleagues.
   * The users of the organisation, for each of them to pick colleagues from. Sorted by name unless `sort` says otherwise.
   *
   * Needs a credential and no scope.
   * `GET /v1/users/directory`
   */
  listDirectory(query?: ListQuery<'listDirectory'>, options?: CallOptions): PageList<Item<'listDirectory'>, Page<'listDirectory'>>;
}

export interface ApiKeys {
  /**
   * List API keys.
   * The keys of the organisation without their values, newest first.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/api-keys`
   */
  list(query?: ListQuery<'listApiKeys'>, options?: CallOptions): PageList<Item<'listApiKeys'>, Page<'listApiKeys'>>;
  /**
   * Create an API key.
   * The key acts for the calling user, with scopes that the caller has too. Its value, `key`, is shown in this answer only.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/api-keys`
   */
  create(body: Body<'createApiKey'>, options?: CallOptions): Call<Data<'createApiKey'>>;
  /**
   * Read an API key.
   * One key without its value. A revoked one stays readable.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/api-keys/{key_id}`
   */
  get(keyId: string, options?: CallOptions): Call<Data<'getApiKey'>>;
  /**
   * Revoke an API key.
   * The next request with it is refused. One that is revoked already stays so.
   *
   * Needs the scope `admin:write`.
   * `DELETE /v1/api-keys/{key_id}`
   */
  revoke(keyId: string, options?: CallOptions): Call<void>;
}

export interface OauthApplications {
  /**
   * List OAuth applications.
   * The applications of the organisation without their secrets, newest first.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/oauth-applications`
   */
  list(query?: ListQuery<'listOAuthApplications'>, options?: CallOptions): PageList<Item<'listOAuthApplications'>, Page<'listOAuthApplications'>>;
  /**
   * Create an OAuth application.
   * With scopes that the caller has too. `client_secret` is shown in this answer only.
   *
   * Needs the scope `admin:write`.
   * `POST /v1/oauth-applications`
   */
  create(body: Body<'createOAuthApplication'>, options?: CallOptions): Call<Data<'createOAuthApplication'>>;
  /**
   * Read an OAuth application.
   * One application without its secret. A revoked one stays readable.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/oauth-applications/{application_id}`
   */
  get(applicationId: string, options?: CallOptions): Call<Data<'getOAuthApplication'>>;
  /**
   * Revoke an OAuth application.
   * The next request with a token of it is refused. One that is revoked already stays so.
   *
   * Needs the scope `admin:write`.
   * `DELETE /v1/oauth-applications/{application_id}`
   */
  revoke(applicationId: string, options?: CallOptions): Call<void>;
}

export interface Organization {
  /**
   * Read the organisation.
   * Its tier, its settings, and the rate limits that hold.
   *
   * Needs the scope `admin:read`.
   * `GET /v1/organization`
   */
  get(options?: CallOptions): Call<Data<'getOrganization'>>;
  /**
   * Update the organisation.
   * Changes the name or settings; the figures of the rate limit in a custom tier only.
   *
   * Needs the scope `admin:write`.
   * `PATCH /v1/organization`
   */
  update(body: Body<'updateOrganization'>, options?: CallOptions): Call<Data<'updateOrganization'>>;
}

export interface Account {
  /**
   * Read who calls.
   * The user or application behind the credential, its organisation, its scopes, and the rights that they come to.
   *
   * Needs a credential and no scope.
   * `GET /v1/me`
   */
  get(options?: CallOptions): Call<Data<'getAccount'>>;
  /**
   * Change the own password.
   * For a user who has logged in; an API key or an application cannot do it. Every session ends.
   *
   * Needs a credential and no scope.
   * `POST /v1/me/password`
   */
  changeOwnPassword(body: Body<'changeOwnPassword'>, options?: CallOptions): Call<void>;
  /**
   * Read the own preferences.
   * What the user has set for the own work, as it was last sent; empty until then. Nobody else reads it.
   *
   * Needs a credential and no scope.
   * `GET /v1/me/preferences`
   */
  getPreferences(options?: CallOptions): Call<Data<'getPreferences'>>;
  /**
   * Replace the own preferences.
   * Saved views, columns, language and the like: a JSON object of up to 16 KiB that takes the place of the one before. The change is not audited. For users; an OAuth application has no preferences.
   *
   * Needs a credential and no scope.
   * `PUT /v1/me/preferences`
   */
  replacePreferences(body: Body<'replacePreferences'>, options?: CallOptions): Call<Data<'replacePreferences'>>;
  /**
   * List the own sessions.
   * Where the user is signed in: the newest 100 sessions that have not ended. Empty for an OAuth application.
   *
   * Needs a credential and no scope.
   * `GET /v1/me/sessions`
   */
  listOwnSessions(options?: CallOptions): Call<Data<'listOwnSessions'>>;
  /**
   * End one of the own sessions.
   * The next request of that session is refused. One that has ended stays so.
   *
   * Needs a credential and no scope.
   * `DELETE /v1/me/sessions/{session_id}`
   */
  endOwnSession(sessionId: string, options?: CallOptions): Call<void>;
}

/** The resources of the API, each with a method for every operation. */
export interface Resources {
  readonly entities: Entities;
  readonly relationships: Relationships;
  readonly documents: Documents;
  readonly suppliers: Suppliers;
  readonly certificates: Certificates;
  /**
   * Search all records.
   * Entities, suppliers, certificates and quality events that the caller may read and that have all words of `q`: best first, at most 20. A code or title that is the query itself comes first.
   *
   * Needs a credential and no scope.
   * `GET /v1/search`
   */
  search(query: Query<'search'>, options?: CallOptions): Call<Data<'search'>>;
  readonly qualityEvents: QualityEvents;
  readonly workflows: Workflows;
  readonly signatures: Signatures;
  readonly auditLogs: AuditLogs;
  readonly webhooks: Webhooks;
  readonly integrations: Integrations;
  readonly users: Users;
  readonly apiKeys: ApiKeys;
  readonly oauthApplications: OauthApplications;
  readonly organization: Organization;
  readonly account: Account;
}

/** The request of every method. */
export const METHODS: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  entities: {
    list: { id: 'listEntities', http: 'GET', path: '/v1/entities', answer: 'page', query: true },
    create: { id: 'createEntity', http: 'POST', path: '/v1/entities', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getEntity', http: 'GET', path: '/v1/entities/{entity_id}', answer: 'data', query: true },
    update: { id: 'updateEntity', http: 'PATCH', path: '/v1/entities/{entity_id}', answer: 'data', body: 'json' },
    delete: { id: 'deleteEntity', http: 'DELETE', path: '/v1/entities/{entity_id}', answer: 'none', query: true },
    listHistory: { id: 'listEntityHistory', http: 'GET', path: '/v1/entities/{entity_id}/history', answer: 'page', query: true },
    copy: { id: 'copyEntity', http: 'GET', path: '/v1/entities/{entity_id}/report', answer: 'file', query: true },
    restore: { id: 'restoreEntity', http: 'POST', path: '/v1/entities/{entity_id}/restore', answer: 'data', keyed: true },
    createMany: { id: 'createEntities', http: 'POST', path: '/v1/entities/bulk', answer: 'data', query: true, body: 'json', keyed: true },
    updateMany: { id: 'updateEntities', http: 'PATCH', path: '/v1/entities/bulk', answer: 'data', query: true, body: 'json' },
    copyRecords: { id: 'copyEntityRecords', http: 'GET', path: '/v1/entities/report', answer: 'file', query: true },
  },
  relationships: {
    list: { id: 'listRelationships', http: 'GET', path: '/v1/entities/{entity_id}/relationships', answer: 'page', query: true },
    create: { id: 'createRelationship', http: 'POST', path: '/v1/entities/{entity_id}/relationships', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getRelationship', http: 'GET', path: '/v1/entities/{entity_id}/relationships/{relationship_id}', answer: 'data' },
    delete: { id: 'deleteRelationship', http: 'DELETE', path: '/v1/entities/{entity_id}/relationships/{relationship_id}', answer: 'none' },
  },
  documents: {
    list: { id: 'listDocuments', http: 'GET', path: '/v1/documents', answer: 'page', query: true },
    create: { id: 'createDocument', http: 'POST', path: '/v1/documents', answer: 'data', body: 'form', keyed: true },
    download: { id: 'downloadDocument', http: 'GET', path: '/v1/documents/{document_id}/content', answer: 'file', query: true },
    replaceContent: { id: 'replaceDocumentContent', http: 'PUT', path: '/v1/documents/{document_id}/content', answer: 'data', body: 'form' },
  },
  suppliers: {
    list: { id: 'listSuppliers', http: 'GET', path: '/v1/suppliers', answer: 'page', query: true },
    create: { id: 'createSupplier', http: 'POST', path: '/v1/suppliers', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getSupplier', http: 'GET', path: '/v1/suppliers/{supplier_id}', answer: 'data', query: true },
    update: { id: 'updateSupplier', http: 'PATCH', path: '/v1/suppliers/{supplier_id}', answer: 'data', body: 'json' },
    listCertificates: { id: 'listSupplierCertificates', http: 'GET', path: '/v1/suppliers/{supplier_id}/certificates', answer: 'page', query: true },
    listComponents: { id: 'listSupplierComponents', http: 'GET', path: '/v1/suppliers/{supplier_id}/components', answer: 'page', query: true },
    qualify: { id: 'qualifySupplier', http: 'POST', path: '/v1/suppliers/{supplier_id}/qualification', answer: 'data', body: 'json', keyed: true },
    listQualifications: { id: 'listQualifications', http: 'GET', path: '/v1/suppliers/{supplier_id}/qualifications', answer: 'page', query: true },
    copy: { id: 'copySupplier', http: 'GET', path: '/v1/suppliers/{supplier_id}/report', answer: 'file', query: true },
    getRisk: { id: 'getSupplierRisk', http: 'GET', path: '/v1/suppliers/{supplier_id}/risk', answer: 'data' },
    assessRisk: { id: 'assessSupplierRisk', http: 'POST', path: '/v1/suppliers/{supplier_id}/risk', answer: 'data', body: 'json', keyed: true },
    exportVendorList: { id: 'exportVendorList', http: 'GET', path: '/v1/suppliers/avl/export', answer: 'file', query: true },
    copyRecords: { id: 'copySupplierRecords', http: 'GET', path: '/v1/suppliers/report', answer: 'file', query: true },
  },
  certificates: {
    list: { id: 'listCertificates', http: 'GET', path: '/v1/certificates', answer: 'page', query: true },
    upload: { id: 'uploadCertificate', http: 'POST', path: '/v1/certificates', answer: 'data', body: 'form', keyed: true },
    get: { id: 'getCertificate', http: 'GET', path: '/v1/certificates/{certificate_id}', answer: 'data' },
    download: { id: 'downloadCertificate', http: 'GET', path: '/v1/certificates/{certificate_id}/document', answer: 'file' },
    extract: { id: 'extractCertificate', http: 'POST', path: '/v1/certificates/{certificate_id}/extract', answer: 'data', keyed: true },
    getExtraction: { id: 'getExtraction', http: 'GET', path: '/v1/certificates/{certificate_id}/extraction', answer: 'data' },
    listHistory: { id: 'listCertificateHistory', http: 'GET', path: '/v1/certificates/{certificate_id}/history', answer: 'page', query: true },
    copy: { id: 'copyCertificate', http: 'GET', path: '/v1/certificates/{certificate_id}/report', answer: 'file', query: true },
    validate: { id: 'validateCertificate', http: 'POST', path: '/v1/certificates/{certificate_id}/validate', answer: 'data', body: 'json', keyed: true },
    listExpiryAlertRules: { id: 'listExpiryAlertRules', http: 'GET', path: '/v1/certificates/expiry-alerts', answer: 'page', query: true },
    createExpiryAlertRules: { id: 'createExpiryAlertRules', http: 'POST', path: '/v1/certificates/expiry-alerts', answer: 'data', body: 'json', keyed: true },
    deleteExpiryAlertRule: { id: 'deleteExpiryAlertRule', http: 'DELETE', path: '/v1/certificates/expiry-alerts/{rule_id}', answer: 'none' },
    getExpirySummary: { id: 'getExpirySummary', http: 'GET', path: '/v1/certificates/expiry-summary', answer: 'data' },
    copyRecords: { id: 'copyCertificateRecords', http: 'GET', path: '/v1/certificates/report', answer: 'file', query: true },
  },
  search: {
    search: { id: 'search', http: 'GET', path: '/v1/search', answer: 'data', query: true },
  },
  qualityEvents: {
    list: { id: 'listQualityEvents', http: 'GET', path: '/v1/quality-events', answer: 'page', query: true },
    create: { id: 'createQualityEvent', http: 'POST', path: '/v1/quality-events', answer: 'data', body: 'json', keyed: true },
    addCapaAction: { id: 'addCapaAction', http: 'POST', path: '/v1/quality-events/{capa_id}/actions', answer: 'data', body: 'json', keyed: true },
    getCapaAction: { id: 'getCapaAction', http: 'GET', path: '/v1/quality-events/{capa_id}/actions/{action_id}', answer: 'data' },
    updateCapaAction: { id: 'updateCapaAction', http: 'PATCH', path: '/v1/quality-events/{capa_id}/actions/{action_id}', answer: 'data', body: 'json' },
    openCapa: { id: 'openCapa', http: 'POST', path: '/v1/quality-events/{deviation_id}/capa', answer: 'data', body: 'json', keyed: true },
    listCapas: { id: 'listCapas', http: 'GET', path: '/v1/quality-events/{deviation_id}/capas', answer: 'page', query: true },
    get: { id: 'getQualityEvent', http: 'GET', path: '/v1/quality-events/{event_id}', answer: 'data' },
    update: { id: 'updateQualityEvent', http: 'PATCH', path: '/v1/quality-events/{event_id}', answer: 'data', body: 'json' },
    analyzeImpact: { id: 'analyzeImpact', http: 'POST', path: '/v1/quality-events/{event_id}/impact-analysis', answer: 'data', keyed: true },
    copy: { id: 'copyQualityEvent', http: 'GET', path: '/v1/quality-events/{event_id}/report', answer: 'file', query: true },
    createMany: { id: 'createQualityEvents', http: 'POST', path: '/v1/quality-events/bulk', answer: 'data', query: true, body: 'json', keyed: true },
    getMetrics: { id: 'getQualityEventMetrics', http: 'GET', path: '/v1/quality-events/metrics', answer: 'data', query: true },
    copyRecords: { id: 'copyQualityEventRecords', http: 'GET', path: '/v1/quality-events/report', answer: 'file', query: true },
  },
  workflows: {
    list: { id: 'listWorkflows', http: 'GET', path: '/v1/workflows', answer: 'page', query: true },
    create: { id: 'createWorkflow', http: 'POST', path: '/v1/workflows', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getWorkflow', http: 'GET', path: '/v1/workflows/{workflow_id}', answer: 'data' },
    update: { id: 'updateWorkflow', http: 'PATCH', path: '/v1/workflows/{workflow_id}', answer: 'data', body: 'json' },
    getMetrics: { id: 'getWorkflowMetrics', http: 'GET', path: '/v1/workflows/{workflow_id}/metrics', answer: 'data', query: true },
    listVersions: { id: 'listWorkflowVersions', http: 'GET', path: '/v1/workflows/{workflow_id}/versions', answer: 'page', query: true },
    getVersion: { id: 'getWorkflowVersion', http: 'GET', path: '/v1/workflows/{workflow_id}/versions/{version}', answer: 'data' },
    getApproval: { id: 'getApproval', http: 'GET', path: '/v1/workflows/approvals/{approval_id}', answer: 'data' },
    decideApproval: { id: 'decideApproval', http: 'POST', path: '/v1/workflows/approvals/{approval_id}', answer: 'data', body: 'json', keyed: true },
    listPendingApprovals: { id: 'listPendingApprovals', http: 'GET', path: '/v1/workflows/approvals/pending', answer: 'page', query: true },
    listDelegations: { id: 'listDelegations', http: 'GET', path: '/v1/workflows/delegations', answer: 'page', query: true },
    createDelegation: { id: 'createDelegation', http: 'POST', path: '/v1/workflows/delegations', answer: 'data', body: 'json', keyed: true },
    getDelegation: { id: 'getDelegation', http: 'GET', path: '/v1/workflows/delegations/{delegation_id}', answer: 'data' },
    revokeDelegation: { id: 'revokeDelegation', http: 'DELETE', path: '/v1/workflows/delegations/{delegation_id}', answer: 'none' },
    countInstances: { id: 'countWorkflowInstances', http: 'GET', path: '/v1/workflows/instance-counts', answer: 'data', query: true },
    start: { id: 'startWorkflowInstance', http: 'POST', path: '/v1/workflows/instances', answer: 'data', body: 'json', keyed: true },
    getInstance: { id: 'getWorkflowInstance', http: 'GET', path: '/v1/workflows/instances/{entity_id}', answer: 'data' },
    transition: { id: 'transitionWorkflowInstance', http: 'POST', path: '/v1/workflows/instances/{entity_id}/transition', answer: 'data', body: 'json', keyed: true },
    validate: { id: 'validateWorkflow', http: 'POST', path: '/v1/workflows/validate', answer: 'data', body: 'json', keyed: true },
  },
  signatures: {
    list: { id: 'listSignatures', http: 'GET', path: '/v1/signatures', answer: 'page', query: true },
    get: { id: 'getSignature', http: 'GET', path: '/v1/signatures/{signature_id}', answer: 'data' },
    verify: { id: 'verifySignature', http: 'GET', path: '/v1/signatures/{signature_id}/verify', answer: 'data' },
    listKeys: { id: 'listSignatureKeys', http: 'GET', path: '/v1/signatures/keys', answer: 'data' },
  },
  auditLogs: {
    list: { id: 'listAuditEntries', http: 'GET', path: '/v1/audit-logs', answer: 'page', query: true },
    get: { id: 'getAuditEntry', http: 'GET', path: '/v1/audit-logs/{entry_id}', answer: 'data' },
    getCheckpointKey: { id: 'getCheckpointKey', http: 'GET', path: '/v1/audit-logs/checkpoint-key', answer: 'data' },
    listCheckpoints: { id: 'listAuditCheckpoints', http: 'GET', path: '/v1/audit-logs/checkpoints', answer: 'page', query: true },
    getTrail: { id: 'getAuditTrail', http: 'GET', path: '/v1/audit-logs/entity/{entity_id}', answer: 'data', query: true },
    export: { id: 'exportAuditLog', http: 'POST', path: '/v1/audit-logs/export', answer: 'data', body: 'json', keyed: true },
    getExport: { id: 'getAuditExport', http: 'GET', path: '/v1/audit-logs/export/{job_id}', answer: 'data' },
    cancelExport: { id: 'cancelAuditExport', http: 'DELETE', path: '/v1/audit-logs/export/{job_id}', answer: 'none' },
    downloadExport: { id: 'downloadAuditExport', http: 'GET', path: '/v1/audit-logs/export/{job_id}/download', answer: 'file' },
    downloadExportSignature: { id: 'downloadAuditExportSignature', http: 'GET', path: '/v1/audit-logs/export/{job_id}/download/signature', answer: 'file' },
    listLegalHolds: { id: 'listLegalHolds', http: 'GET', path: '/v1/audit-logs/holds', answer: 'page', query: true },
    placeLegalHold: { id: 'placeLegalHold', http: 'POST', path: '/v1/audit-logs/holds', answer: 'data', body: 'json', keyed: true },
    liftLegalHold: { id: 'liftLegalHold', http: 'DELETE', path: '/v1/audit-logs/holds/{hold_id}', answer: 'none' },
    getComplianceReport: { id: 'getComplianceReport', http: 'GET', path: '/v1/audit-logs/reports/{report_id}', answer: 'data' },
    downloadComplianceReport: { id: 'downloadComplianceReport', http: 'GET', path: '/v1/audit-logs/reports/{report_id}/download', answer: 'file' },
    createComplianceReport: { id: 'createComplianceReport', http: 'POST', path: '/v1/audit-logs/reports/21cfr11', answer: 'data', body: 'json', keyed: true },
    getRetention: { id: 'getAuditRetention', http: 'GET', path: '/v1/audit-logs/retention', answer: 'data' },
    replaceRetention: { id: 'replaceAuditRetention', http: 'PUT', path: '/v1/audit-logs/retention', answer: 'data', body: 'json' },
    listRetentionHistory: { id: 'listAuditRetentionHistory', http: 'GET', path: '/v1/audit-logs/retention/history', answer: 'page', query: true },
    listReviews: { id: 'listAuditReviews', http: 'GET', path: '/v1/audit-logs/reviews', answer: 'page', query: true },
    createReview: { id: 'createAuditReview', http: 'POST', path: '/v1/audit-logs/reviews', answer: 'data', body: 'json', keyed: true },
    getReview: { id: 'getAuditReview', http: 'GET', path: '/v1/audit-logs/reviews/{review_id}', answer: 'data' },
    getDueAuditReview: { id: 'getDueAuditReview', http: 'GET', path: '/v1/audit-logs/reviews/due', answer: 'data' },
    listSystemQualifications: { id: 'listSystemQualifications', http: 'GET', path: '/v1/audit-logs/system-qualifications', answer: 'page', query: true },
    recordSystemQualification: { id: 'recordSystemQualification', http: 'POST', path: '/v1/audit-logs/system-qualifications', answer: 'data', body: 'json', keyed: true },
    getSystemQualification: { id: 'getSystemQualification', http: 'GET', path: '/v1/audit-logs/system-qualifications/{qualification_id}', answer: 'data' },
    listUserAuditEntries: { id: 'listUserAuditEntries', http: 'GET', path: '/v1/audit-logs/user/{user_id}', answer: 'page', query: true },
    verify: { id: 'verifyAuditLog', http: 'GET', path: '/v1/audit-logs/verify', answer: 'data', query: true },
  },
  webhooks: {
    list: { id: 'listWebhooks', http: 'GET', path: '/v1/webhooks', answer: 'page', query: true },
    create: { id: 'createWebhook', http: 'POST', path: '/v1/webhooks', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getWebhook', http: 'GET', path: '/v1/webhooks/{webhook_id}', answer: 'data' },
    update: { id: 'updateWebhook', http: 'PATCH', path: '/v1/webhooks/{webhook_id}', answer: 'data', body: 'json' },
    delete: { id: 'deleteWebhook', http: 'DELETE', path: '/v1/webhooks/{webhook_id}', answer: 'none' },
    listDeliveries: { id: 'listDeliveries', http: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries', answer: 'page', query: true },
    getDelivery: { id: 'getDelivery', http: 'GET', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}', answer: 'data' },
    redeliver: { id: 'redeliver', http: 'POST', path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', answer: 'data', keyed: true },
    recoverDeliveries: { id: 'recoverDeliveries', http: 'POST', path: '/v1/webhooks/{webhook_id}/recover', answer: 'data', body: 'json', keyed: true },
    rotateSecret: { id: 'rotateWebhookSecret', http: 'POST', path: '/v1/webhooks/{webhook_id}/rotate-secret', answer: 'data', keyed: true },
    test: { id: 'testWebhook', http: 'POST', path: '/v1/webhooks/{webhook_id}/test', answer: 'data', keyed: true },
  },
  integrations: {
    finishConnectionAuthorization: { id: 'finishConnectionAuthorization', http: 'GET', path: '/v1/integrations/callback', answer: 'text', query: true },
    listConnections: { id: 'listConnections', http: 'GET', path: '/v1/integrations/connections', answer: 'page', query: true },
    createConnection: { id: 'createConnection', http: 'POST', path: '/v1/integrations/connections', answer: 'data', body: 'json', keyed: true },
    getConnection: { id: 'getConnection', http: 'GET', path: '/v1/integrations/connections/{connection_id}', answer: 'data' },
    updateConnection: { id: 'updateConnection', http: 'PATCH', path: '/v1/integrations/connections/{connection_id}', answer: 'data', body: 'json' },
    deleteConnection: { id: 'deleteConnection', http: 'DELETE', path: '/v1/integrations/connections/{connection_id}', answer: 'none' },
    authorizeConnection: { id: 'authorizeConnection', http: 'POST', path: '/v1/integrations/connections/{connection_id}/authorize', answer: 'data', keyed: true },
    listConflicts: { id: 'listIntegrationConflicts', http: 'GET', path: '/v1/integrations/connections/{connection_id}/conflicts', answer: 'page', query: true },
    getConflict: { id: 'getIntegrationConflict', http: 'GET', path: '/v1/integrations/connections/{connection_id}/conflicts/{conflict_id}', answer: 'data' },
    resolveConflict: { id: 'resolveIntegrationConflict', http: 'POST', path: '/v1/integrations/connections/{connection_id}/conflicts/{conflict_id}/resolve', answer: 'data', body: 'json', keyed: true },
    disableConnection: { id: 'disableConnection', http: 'POST', path: '/v1/integrations/connections/{connection_id}/disable', answer: 'data', keyed: true },
    enableConnection: { id: 'enableConnection', http: 'POST', path: '/v1/integrations/connections/{connection_id}/enable', answer: 'data', keyed: true },
    getConnectionHealth: { id: 'getConnectionHealth', http: 'GET', path: '/v1/integrations/connections/{connection_id}/health', answer: 'data' },
    listSyncs: { id: 'listSyncs', http: 'GET', path: '/v1/integrations/connections/{connection_id}/history', answer: 'page', query: true },
    listMappings: { id: 'listMappings', http: 'GET', path: '/v1/integrations/connections/{connection_id}/mappings', answer: 'data' },
    replaceMappings: { id: 'replaceMappings', http: 'PUT', path: '/v1/integrations/connections/{connection_id}/mappings', answer: 'data', body: 'json' },
    previewMapping: { id: 'previewMapping', http: 'POST', path: '/v1/integrations/connections/{connection_id}/mappings/preview', answer: 'data', body: 'json', keyed: true },
    listParkedRecords: { id: 'listParkedRecords', http: 'GET', path: '/v1/integrations/connections/{connection_id}/parked', answer: 'page', query: true },
    replayParkedRecords: { id: 'replayParkedRecords', http: 'POST', path: '/v1/integrations/connections/{connection_id}/parked/replay', answer: 'data', keyed: true },
    describeConnectionSource: { id: 'describeConnectionSource', http: 'GET', path: '/v1/integrations/connections/{connection_id}/source', answer: 'data', query: true },
    startSync: { id: 'startSync', http: 'POST', path: '/v1/integrations/connections/{connection_id}/sync', answer: 'data', query: true, keyed: true },
    getSync: { id: 'getSync', http: 'GET', path: '/v1/integrations/connections/{connection_id}/syncs/{sync_id}', answer: 'data' },
    testConnection: { id: 'testConnection', http: 'POST', path: '/v1/integrations/connections/{connection_id}/test', answer: 'data', keyed: true },
    receiveMessage: { id: 'receiveIntegrationMessage', http: 'POST', path: '/v1/integrations/webhooks/{connector}', answer: 'data', body: 'json' },
  },
  users: {
    list: { id: 'listUsers', http: 'GET', path: '/v1/users', answer: 'page', query: true },
    create: { id: 'createUser', http: 'POST', path: '/v1/users', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getUser', http: 'GET', path: '/v1/users/{user_id}', answer: 'data' },
    update: { id: 'updateUser', http: 'PATCH', path: '/v1/users/{user_id}', answer: 'data', body: 'json' },
    unlock: { id: 'unlockUser', http: 'POST', path: '/v1/users/{user_id}/unlock', answer: 'data', keyed: true },
    listDirectory: { id: 'listDirectory', http: 'GET', path: '/v1/users/directory', answer: 'page', query: true },
  },
  apiKeys: {
    list: { id: 'listApiKeys', http: 'GET', path: '/v1/api-keys', answer: 'page', query: true },
    create: { id: 'createApiKey', http: 'POST', path: '/v1/api-keys', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getApiKey', http: 'GET', path: '/v1/api-keys/{key_id}', answer: 'data' },
    revoke: { id: 'revokeApiKey', http: 'DELETE', path: '/v1/api-keys/{key_id}', answer: 'none' },
  },
  oauthApplications: {
    list: { id: 'listOAuthApplications', http: 'GET', path: '/v1/oauth-applications', answer: 'page', query: true },
    create: { id: 'createOAuthApplication', http: 'POST', path: '/v1/oauth-applications', answer: 'data', body: 'json', keyed: true },
    get: { id: 'getOAuthApplication', http: 'GET', path: '/v1/oauth-applications/{application_id}', answer: 'data' },
    revoke: { id: 'revokeOAuthApplication', http: 'DELETE', path: '/v1/oauth-applications/{application_id}', answer: 'none' },
  },
  organization: {
    get: { id: 'getOrganization', http: 'GET', path: '/v1/organization', answer: 'data' },
    update: { id: 'updateOrganization', http: 'PATCH', path: '/v1/organization', answer: 'data', body: 'json' },
  },
  account: {
    get: { id: 'getAccount', http: 'GET', path: '/v1/me', answer: 'data' },
    changeOwnPassword: { id: 'changeOwnPassword', http: 'POST', path: '/v1/me/password', answer: 'none', body: 'json' },
    getPreferences: { id: 'getPreferences', http: 'GET', path: '/v1/me/preferences', answer: 'data' },
    replacePreferences: { id: 'replacePreferences', http: 'PUT', path: '/v1/me/preferences', answer: 'data', body: 'json' },
    listOwnSessions: { id: 'listOwnSessions', http: 'GET', path: '/v1/me/sessions', answer: 'data' },
    endOwnSession: { id: 'endOwnSession', http: 'DELETE', path: '/v1/me/sessions/{session_id}', answer: 'none' },
  },
};
