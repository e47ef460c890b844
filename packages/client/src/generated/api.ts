// Generated from the description of the API by scripts/client/main.ts. Do not edit.

export interface paths {
    "/v1/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entities
         * @description Newest first. Any attribute can be a filter: `attributes.country=DE`, or `attributes.primary_contact.name=…` for one in an object. Several values by comma match any of them; several filters must all match.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["listEntities"];
        put?: never;
        /**
         * Create an entity
         * @description A supplier or certificate begins in the first state of its kind; `invalid_transition` says which those are. A `supplier_code` belongs to one supplier of the organisation; `conflict` names the one that has it. `relationships` may point to entities that are there.
         *
         *     Needs the scope `entities:write`.
         */
        post: operations["createEntity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{entity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an entity
         * @description The entity at its current version. With `include` its relationships name their targets.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["getEntity"];
        put?: never;
        post?: never;
        /**
         * Delete an entity
         * @description The entity is no longer found, and can be restored. With `hard=true` it is removed for good, unless other entities point to it (`conflict`), or it was signed electronically, is under a legal hold, or a quality event, a CAPA, a certificate, a qualification or a risk assessment refers to it (`retention_hold`, `details.reason` `signed`, `legal_hold` or `referenced`); its audit trail stays. While a service that knows of these is away, it is not removed (`service_unavailable`).
         *
         *     Needs the scope `entities:delete`.
         */
        delete: operations["deleteEntity"];
        options?: never;
        head?: never;
        /**
         * Update an entity
         * @description Merges name and attributes (RFC 7396): what is left out stays, objects merge at every depth, lists are replaced, null removes. What changes nothing raises no version. Moving a supplier or certificate to another state also needs `suppliers:write` or `certificates:write`, and is nothing for a system administrator. `risk_score` and `risk_level` of a supplier follow from its risk assessments.
         *
         *     Needs the scope `entities:write`.
         */
        patch: operations["updateEntity"];
        trace?: never;
    };
    "/v1/entities/{entity_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of an entity
         * @description What changed with each version, when and by whom; newest first.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["listEntityHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{entity_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy an entity for an inspector
         * @description A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `entities:read` and `audit-logs:read`.
         */
        get: operations["copyEntity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{entity_id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an entity
         * @description Undoes a delete, unless it was a hard one.
         *
         *     Needs the scope `entities:delete`.
         */
        post: operations["restoreEntity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create several entities
         * @description At most 500 items, 5 MiB and 250,000 values (members and items, at every depth). Each stands or falls by itself: 201 when all were created, 207 when some were refused.
         *
         *     Needs the scope `entities:write`.
         */
        post: operations["createEntities"];
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update several entities
         * @description At most 500 items, 5 MiB and 250,000 values (members and items, at every depth); each is merged as by the update of one entity, and stands or falls by itself: 200 when all were updated, 207 when some were refused. `If-Match` may name several versions; an item whose entity is at none of them is refused.
         *
         *     Needs the scope `entities:write`.
         */
        patch: operations["updateEntities"];
        trace?: never;
    };
    "/v1/entities/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy several entities for an inspector
         * @description Complete copies of up to 50 entities in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `entities:read` and `audit-logs:read`.
         */
        get: operations["copyEntityRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{entity_id}/relationships": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the relationships of an entity
         * @description Those from the entity to others; with `direction=inbound` those of others that point to it.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["listRelationships"];
        put?: never;
        /**
         * Add a relationship
         * @description Connects the entity to another. It raises the version of the entity that holds it.
         *
         *     Needs the scope `entities:write`.
         */
        post: operations["createRelationship"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{entity_id}/relationships/{relationship_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a relationship
         * @description One relationship of the entity, with the name of its target.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["getRelationship"];
        put?: never;
        post?: never;
        /**
         * Remove a relationship
         * @description It raises the version of the entity that held it.
         *
         *     Needs the scope `entities:write`.
         */
        delete: operations["deleteRelationship"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Newest first. With `related_to` the documents of one record.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Create a document
         * @description A form of `file` and `metadata` (JSON), in any order. PDF, PNG, JPEG, TIFF, Word, Excel, PowerPoint, OpenDocument, text, CSV, XML and e-mail are taken, recognised by their content, up to 25 MiB; office files with macros are not. `related_to` names quality events, suppliers, certificates or entities that the document belongs to; a quality event that waits for approval, is closed or rejected takes none. With `Idempotency-Key`, a request is the same when the bytes of the file and of the metadata are.
         *
         *     Needs the scope `entities:write`.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the file of a document
         * @description The current file, or with `version` the one that the document had then. It is held against its checksum while it is sent: a file that is damaged breaks off before its end. `ETag` is the checksum. PDF and pictures are shown by browsers, others are saved.
         *
         *     Needs the scope `entities:read`.
         */
        get: operations["downloadDocument"];
        /**
         * Put a new file in place
         * @description A form of `file` and `metadata`, as for a new document. PDF, PNG, JPEG, TIFF, Word, Excel, PowerPoint, OpenDocument, text, CSV, XML and e-mail are taken, recognised by their content, up to 25 MiB; office files with macros are not. The version of the document rises and earlier files stay; the same file under the same name changes nothing. `If-Match` takes the version of the document.
         *
         *     Needs the scope `entities:write`.
         */
        put: operations["replaceDocumentContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppliers
         * @description Newest first. Several values of a filter by comma match any of them; several filters must all match. Which certificates expire soon depends on today.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["listSuppliers"];
        put?: never;
        /**
         * Create a supplier
         * @description Its qualification status is `new`. It is also an entity of type supplier: both paths show the same record. `conflict` names the supplier that already has the code.
         *
         *     Needs the scope `suppliers:write`.
         */
        post: operations["createSupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a supplier
         * @description The supplier at its current version, with the names of its relationships’ targets. Where the service of an inclusion is not reachable, the response is `service_unavailable` with `details.include`, and never partial. `include=quality_events` needs the scope `quality-events:read` too.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["getSupplier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a supplier
         * @description Merges the attributes (RFC 7396): what is left out stays, objects merge at every depth, lists are replaced, null removes. What changes nothing raises no version. The risk comes from the risk assessments and cannot be set.
         *
         *     Needs the scope `suppliers:write`.
         */
        patch: operations["updateSupplier"];
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the certificates of a supplier
         * @description Each as `/v1/certificates/{certificate_id}` shows it.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["listSupplierCertificates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}/components": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a supplier supplies
         * @description Components and products to which the supplier has the relationship `supplies`, or which have `supplied_by` to it. Where both have attributes, those of `supplies` count.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["listSupplierComponents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}/qualification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Qualify a supplier
         * @description Changes the qualification status of the supplier. With an `effective_date` after today (in the organisation’s time zone) it is checked now, scheduled, and checked again on its day; the response shows the current supplier, and a newer qualification replaces the scheduled one. A system administrator cannot qualify a supplier, and only a quality manager can reinstate a disqualified one. In the audit trail, the reason of `X-Change-Reason` replaces that of the body.
         *
         *     Needs the scope `suppliers:write`.
         */
        post: operations["qualifySupplier"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}/qualifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the qualifications of a supplier
         * @description Newest first: qualifications that took effect, also by a change of the entity, the scheduled one, and those that were replaced or refused.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["listQualifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy a supplier for an inspector
         * @description A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `suppliers:read` and `audit-logs:read`.
         */
        get: operations["copySupplier"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/{supplier_id}/risk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the risk of a supplier
         * @description The latest assessment. Without one, a baseline from what is known of the supplier (open deviations, deliveries, relationships, certificates); `details` says so, and `id` is null.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["getSupplierRisk"];
        put?: never;
        /**
         * Assess the risk of a supplier
         * @description Scores from 0 to 100 by category give a score, a level, recommendations and the date of the next assessment. The score and the level become attributes of the supplier.
         *
         *     Needs the scope `suppliers:write`.
         */
        post: operations["assessSupplierRisk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/avl/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the approved vendor list
         * @description The suppliers as a file, by name: qualified and conditional ones unless `status` says otherwise. The pdf is for an inspector: title, organisation, time, filter, who made it, page x of y. The csv is UTF-8, and text that a spreadsheet would take for a formula has a `'` before it. Each export has an entry in the audit log.
         *
         *     Needs the scope `suppliers:read`.
         */
        get: operations["exportVendorList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppliers/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy several suppliers for an inspector
         * @description Complete copies of up to 50 suppliers in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `suppliers:read` and `audit-logs:read`.
         */
        get: operations["copySupplierRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List certificates
         * @description Newest first. Several values by comma match any of them; several filters must all match. States are those of today.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["listCertificates"];
        put?: never;
        /**
         * Upload a certificate
         * @description A form of `file` and `metadata` (JSON), in any order. PDF, PNG, JPEG, TIFF, XML and CSV are taken, determined by their content, up to 25 MiB. The document is read in the background; what the metadata says wins over what is read. With `Idempotency-Key`, a request is the same when the bytes of the file and of the metadata are.
         *
         *     Needs the scope `certificates:write`.
         */
        post: operations["uploadCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a certificate
         * @description With the state that it has today, and what the document says once it has been read.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["getCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}/document": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the document of a certificate
         * @description The file as it was uploaded, held against its checksum while it is sent: a file that is damaged breaks off before its end. A part of it is not held against the checksum.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["downloadCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}/extract": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the document of a certificate again
         * @description Starts a run in any case, and waits up to two seconds for it: 200 with the result, complete or failed, else 202 with `processing` and the `Location` where the result will be. What people have put right stays; the result of a run that a newer one has overtaken is dropped.
         *
         *     Needs the scope `certificates:write`.
         */
        post: operations["extractCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}/extraction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a certificate says
         * @description How the latest run stands, and what the last complete one read, as it was read: corrections are shown by the certificate.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["getExtraction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to a certificate
         * @description Newest first.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["listCertificateHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy a certificate for an inspector
         * @description A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `certificates:read` and `audit-logs:read`.
         */
        get: operations["copyCertificate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/{certificate_id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a certificate valid, or reject it
         * @description From `pending` to `valid` or `rejected`; from `valid` or `expiring_soon` to `rejected`, with `notes`. A certificate of analysis waits for the end of its extraction, and is `valid` with a row that fails its specification or has no status only with `notes`. Corrections stand beside what was read; those of `batch_number` and `expiry_date` change the record. A certificate found valid takes the place of older ones of the same supplier, component and type (and batch, for `coa` and `coc`), and of the one in its `supersedes`. For every role with `certificates:write` but `system_admin`.
         *
         *     Needs the scope `certificates:write`.
         */
        post: operations["validateCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/expiry-alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alert rules
         * @description Newest first.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["listExpiryAlertRules"];
        put?: never;
        /**
         * Notify people of expiry
         * @description Creates all rules or none. An alert is sent once for each certificate and rule, by e-mail and as the event `certificate.alert.sent`, also late where the service was not running on the day. An e-mail may rarely come twice, with the same `Message-ID`; it never fails to come.
         *
         *     Needs the scope `certificates:write`.
         */
        post: operations["createExpiryAlertRules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/expiry-alerts/{rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an alert rule
         * @description Alerts that it has raised and that are not sent yet are not sent any more.
         *
         *     Needs the scope `certificates:write`.
         */
        delete: operations["deleteExpiryAlertRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/expiry-summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count certificates by state and time left
         * @description As it is today. `expiring_by_period` is cumulative.
         *
         *     Needs the scope `certificates:read`.
         */
        get: operations["getExpirySummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/certificates/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy several certificates for an inspector
         * @description Complete copies of up to 50 certificates in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `certificates:read` and `audit-logs:read`.
         */
        get: operations["copyCertificateRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search all records
         * @description Entities, suppliers, certificates and quality events that the caller may read and that have all words of `q`: best first, at most 20. A code or title that is the query itself comes first.
         *
         *     Needs a credential and no scope.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quality events
         * @description Newest first. Several values of a filter by comma match any of them; several filters must all match. Whether an event is overdue follows from today in the organisation’s time zone.
         *
         *     Needs the scope `quality-events:read`.
         */
        get: operations["listQualityEvents"];
        put?: never;
        /**
         * Create a quality event
         * @description It gets the next number of its type and year, and begins as a draft; its workflow starts by itself. `audit_details` and `response_due_date` belong to audit findings. A CAPA is opened for an event, at its own path.
         *
         *     Needs the scope `quality-events:write`.
         */
        post: operations["createQualityEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/{capa_id}/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add an action to a CAPA
         * @description The `ETag` of the response is that of the CAPA, which has a new version.
         *
         *     Needs the scope `quality-events:write`.
         */
        post: operations["addCapaAction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/{capa_id}/actions/{action_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action of a CAPA
         * @description The `ETag` is that of the CAPA.
         *
         *     Needs the scope `quality-events:read`.
         */
        get: operations["getCapaAction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update an action of a CAPA
         * @description Changes the status and the fields of the action. `completed` needs `completion_date` and `completion_notes`, and records who completed it; an action that is reopened loses them. Another `due_date` needs a reason (`X-Change-Reason`), and the first one stays as `original_due_date`. A verified or cancelled action is final. `If-Match` and `ETag` are those of the CAPA.
         *
         *     Needs the scope `quality-events:write`.
         */
        patch: operations["updateCapaAction"];
        trace?: never;
    };
    "/v1/quality-events/{deviation_id}/capa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a CAPA
         * @description For a deviation, a complaint or an audit finding that is open. The CAPA is a quality event with a number and a workflow of its own; it relates to the entities of its source event, which cannot be closed before it.
         *
         *     Needs the scope `quality-events:write`.
         */
        post: operations["openCapa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/{deviation_id}/capas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the CAPAs of a quality event
         * @description Newest first.
         *
         *     Needs the scope `quality-events:read`.
         */
        get: operations["listCapas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a quality event
         * @description The quality event at its current version. While it waits for approval, its status is the one before.
         *
         *     Needs the scope `quality-events:read`.
         */
        get: operations["getQualityEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a quality event
         * @description Merges the fields (RFC 7396): what is left out stays, objects merge, lists are replaced, null removes. What changes nothing raises no version. Another `status` is a transition of the workflow, by the rules of its definition and with the other fields of the body; a transition that needs a signature or an approval is requested at the workflow. A closed or rejected event is final. While an approval is pending, the content does not change, and a field that a state has required cannot be removed.
         *
         *     Needs the scope `quality-events:write`.
         */
        patch: operations["updateQualityEvent"];
        trace?: never;
    };
    "/v1/quality-events/{event_id}/impact-analysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse the impact of a quality event
         * @description Walks the relationships of the related entities in both directions, over suppliers, components and products. The result names what is affected directly and indirectly, the batches (from the records of these entities, their certificates and the event itself), whether the authorities must be notified, and recommended actions. The walk does not continue from a supplier that was reached from what it supplies. The event does not change; the audit trail records the analysis and its outcome.
         *
         *     Needs the scope `quality-events:write`.
         */
        post: operations["analyzeImpact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/{event_id}/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy a quality event for an inspector
         * @description A complete copy of the record: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `quality-events:read` and `audit-logs:read`.
         */
        get: operations["copyQualityEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create several quality events
         * @description At most 500 items, 5 MiB and 250,000 values (members and items, at every depth). Each stands or falls by itself: 201 when all were created, 207 when some were refused; a refused one uses no number.
         *
         *     Needs the scope `quality-events:write`.
         */
        post: operations["createQualityEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count quality events
         * @description How many events were created in the period, their current status, and how many there were each week. Rejected events count as closed.
         *
         *     Needs the scope `quality-events:read`.
         */
        get: operations["getQualityEventMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/quality-events/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Copy several quality events for an inspector
         * @description Complete copies of up to 50 quality events in one file, with a table of contents: content, linked records, attachments by name and checksum, workflow, approvals, signatures with printed name, time, zone and meaning, and audit trail; values that were changed since they were first entered are marked. The json has the entries of the log with their hashes, and a signature over all of it. Each copied record gets an `export` entry in the audit log.
         *
         *     Needs the scopes `quality-events:read` and `audit-logs:read`.
         */
        get: operations["copyQualityEventRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workflows
         * @description Newest first. Every organisation has one for each type of quality event, and one for the approval of documents.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Define a workflow
         * @description The definition is checked as a whole: one initial state, at least one final, every target defined, every state reachable. One definition is active for a type of record; `conflict` names the one that is.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a workflow
         * @description The definition at its current version.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a workflow
         * @description Raises the version; records under way stay on the version with which they started. A change that changes nothing raises no version.
         *
         *     Needs the scope `admin:write`.
         */
        patch: operations["updateWorkflow"];
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the metrics of a workflow
         * @description The number of records, their duration, where they wait and whether the states were left in time, over all versions of the workflow.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["getWorkflowMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a workflow
         * @description Newest first. Every version is kept as it was; records go on in the version with which they started.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["listWorkflowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/{workflow_id}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a version of a workflow
         * @description The definition as it was at that version.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["getWorkflowVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an approval
         * @description Who requested it, what was decided, who can still decide, and until when.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["getApproval"];
        put?: never;
        /**
         * Decide on an approval
         * @description Approves, rejects or withdraws. One rejection ends the approval, and so does the last required vote: the record then makes a transition forward, or back. The requester and the creator of the record cannot decide, nor a delegate for them, nor, where one approval leads to the next, the requester of the first; a system administrator and an OAuth application never can. The requester or a quality manager may withdraw, which ends the approval like a rejection.
         *
         *     Needs the scope `workflows:execute`.
         */
        post: operations["decideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/approvals/pending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the approvals that wait for the caller
         * @description Approvals that the calling user can decide on now, also for others by delegation. Approvals that the user requested, whose record the user created, or that the user has decided on are excluded, and so are those that wait for another role first. `user_id` lists those of another user.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["listPendingApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/delegations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the delegations
         * @description The delegations of the organisation, newest first, including past ones. One that was revoked is not listed.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["listDelegations"];
        put?: never;
        /**
         * Let another user decide
         * @description For a period, another active user may decide on approvals for the caller, who still may: both together have one vote. The delegate needs no approver role, but a role that may decide at all. The vote of a requester or of the creator of the record cannot be delegated, and a delegate cannot delegate further.
         *
         *     Needs the scope `workflows:execute`.
         */
        post: operations["createDelegation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/delegations/{delegation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delegation
         * @description Also a past one; one that was revoked is not found.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["getDelegation"];
        put?: never;
        post?: never;
        /**
         * End a delegation
         * @description For its giver or a system administrator. Decisions made by it remain.
         *
         *     Needs the scope `workflows:execute`.
         */
        delete: operations["revokeDelegation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/instance-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the running instances
         * @description How many records are under way in each state of each version. They stay on the version with which they started.
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["countWorkflowInstances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/instances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a workflow
         * @description Starts a workflow for a record. Records whose type has an active definition start automatically when they are created, so this is for other active definitions, and for entities whose workflow has ended.
         *
         *     Needs the scope `workflows:execute`.
         */
        post: operations["startWorkflowInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/instances/{entity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the workflow state of a record
         * @description The state of the record, the available transitions with their requirements, and the history. An approval state is left only by decisions (`requires_approval`).
         *
         *     Needs the scope `workflows:read`.
         */
        get: operations["getWorkflowInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/instances/{entity_id}/transition": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a transition
         * @description Makes a transition of the record by the rules of its workflow, with the required fields and the signature where one is required; `available_transitions` of the instance lists both. Other fields in `data` also need the scope that writes the record. A quality event has the new status at once, other services see it within a second. The audit trail has the reason of `X-Change-Reason`, otherwise the comment. `If-Match` names the version of the record; for a signed transition the record must not change until it is signed.
         *
         *     Needs the scope `workflows:execute`.
         */
        post: operations["transitionWorkflowInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflows/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a workflow
         * @description Checks a definition as `POST /v1/workflows` and `PATCH /v1/workflows/{workflow_id}` do, and stores nothing. The faults have the paths and messages with which the definition would be refused; a body that is no definition is refused as there.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["validateWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signatures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List electronic signatures
         * @description Newest first. Filters that are given must all match. A stored signature that was altered beyond recognition is shown as stored.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listSignatures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signatures/{signature_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an electronic signature
         * @description Who signed which record, when and with which meaning, and the seal over it.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getSignature"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signatures/{signature_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify an electronic signature
         * @description Checks the seal with the public key that it names, and compares the signed content with the current record. A later transition leaves a signature valid.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["verifySignature"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signatures/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the keys of signatures
         * @description The public keys, the current one first, as a JSON Web Key Set (RFC 7517). Anybody can check seals with them, without this system.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listSignatureKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit log entries
         * @description Newest first. All given filters must match. Pages go 100,000 entries deep, and so many matches are counted; a longer search continues with `from` or `to`.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an audit log entry
         * @description One entry with its hash and that of the entry before it.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getAuditEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/checkpoint-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the key of the checkpoints
         * @description The public key by which anybody can check a checkpoint outside, as a JSON Web Key.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getCheckpointKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the checkpoints
         * @description The statements about the chain that the system signs automatically.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listAuditCheckpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/entity/{entity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the audit trail of a record
         * @description Its newest 1,000 actions, or a page of them; newest first. The trail of a deleted record remains. A user who may decide on the approval that the record waits for needs no scope.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getAuditTrail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export the audit log
         * @description Starts to write the entries of a period to a signed file: those recorded until now, in the order of the chain. Look at the job for its progress; the file can be downloaded until `expires_at`. The request has one `export` entry in the log. In csv, text that a spreadsheet would take for a formula has a `'` before it.
         *
         *     Needs the scope `audit-logs:read`.
         */
        post: operations["exportAuditLog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/export/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an export of the audit log
         * @description How far it is, and where the file and its signature are once it is complete.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getAuditExport"];
        put?: never;
        post?: never;
        /**
         * Cancel an export of the audit log
         * @description Ends an export that is `processing`; one that has ended does not change (409). The log has an entry of it.
         *
         *     Needs the scope `audit-logs:read`.
         */
        delete: operations["cancelAuditExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/export/{job_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an export of the audit log
         * @description The file, checked against its checksum while it is sent. 409 `export_not_ready` until it is complete, 410 `gone` once it has expired.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["downloadAuditExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/export/{job_id}/download/signature": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the signature of an export
         * @description A JWS (EdDSA) whose payload is the file and is left out (RFC 7515, appendix F). Its key is that of `GET /v1/audit-logs/checkpoint-key`.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["downloadAuditExportSignature"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/holds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the legal holds
         * @description Newest first, also those that were lifted.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listLegalHolds"];
        put?: never;
        /**
         * Place a legal hold
         * @description Entries that it covers are not removed from the database, whatever the retention policy says. An entity that matches all of its criteria (type, id, and existence in the period) cannot be removed permanently (`hard=true`).
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["placeLegalHold"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/holds/{hold_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Lift a legal hold
         * @description The hold stays in the list, with who lifted it and when. Lifting it once more is a `conflict`.
         *
         *     Needs the scope `admin:write`.
         */
        delete: operations["liftLegalHold"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/reports/{report_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a compliance report
         * @description A report as it was made.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getComplianceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/reports/{report_id}/download": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a compliance report
         * @description The report as a PDF to be read and filed: title, scope, method, each section, the signatures, page x of y.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["downloadComplianceReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/reports/21cfr11": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a compliance report
         * @description A report of a period by 21 CFR Part 11. Every number is computed from what is stored: signatures are verified, the chain is recomputed, and the log is compared with the changes that the owners of records know. While a service is not reachable there is no report: 503, `details.service` names it. A report never changes; making it has an entry in the audit log. A long period takes up to ten minutes: send an `Idempotency-Key`, and repeat the request with it if the connection is lost. Without one, a report whose caller disconnects before it is made is not stored.
         *
         *     Needs the scope `audit-logs:read`.
         */
        post: operations["createComplianceReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the retention policy
         * @description How long entries are retained. An organisation without a policy of its own has the standard one.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getAuditRetention"];
        /**
         * Replace the retention policy
         * @description Replaces all of it but `policy_id`, as its next version; earlier versions stay in the history. Equal rules raise no version.
         *
         *     Needs the scope `admin:write`.
         */
        put: operations["replaceAuditRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/retention/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of the retention policy
         * @description Newest first; the last one is the standard policy.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listAuditRetentionHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the reviews
         * @description Newest first. `from` and `to` find the reviews whose period overlaps, `entity_id` those of the trail of a record.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listAuditReviews"];
        put?: never;
        /**
         * Record a review of the audit log
         * @description That the caller has reviewed the log of a period, or with `entity_id` entries of the trail of a record, and what they found. It cannot be changed or withdrawn; a later review is added to it. A user who may decide on the approval that a record waits for needs no scope to review its trail.
         *
         *     Needs the scope `audit-logs:read`.
         */
        post: operations["createAuditReview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/reviews/{review_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a review
         * @description One review as it was made.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getAuditReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/reviews/due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which periodic review is due
         * @description The next period of the audit log to review by the interval of the organisation, with a random sample and one by risk once it is due. It is done when a review of the log (`POST /v1/audit-logs/reviews` without `entity_id`) covers the period.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getDueAuditReview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/system-qualifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the qualifications of the system
         * @description Newest first.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listSystemQualifications"];
        put?: never;
        /**
         * Record a qualification of the system
         * @description Stores the result of a run of `scripts/qualify` with the checksums of its files, and signs it with the key of exports. It cannot be changed or withdrawn.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["recordSystemQualification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/system-qualifications/{qualification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a qualification of the system
         * @description One run as it was recorded.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["getSystemQualification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/user/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of a user
         * @description All that a user or application did, newest first.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["listUserAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-logs/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Verify the audit log
         * @description Recomputes the hash chain, whole or for a period, compares it with the newest stored checkpoints, and names the first broken entry. For entries that were removed after their retention it reads the archived file. A chain of a million entries takes a minute or two, and the limit is ten minutes; it ends when its caller disconnects. Equal verifications that are requested meanwhile wait for it and share the next one.
         *
         *     Needs the scope `audit-logs:read`.
         */
        get: operations["verifyAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The receivers of the organisation without their secrets, newest first.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register a receiver
         * @description From now on the receiver gets every event that it subscribes to, signed by Standard Webhooks, at least once. The `secret` is shown in this answer only. An organisation has at most 100 webhooks, disabled ones counted in; one more is refused with `conflict`.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description One receiver without its secret, and why it is disabled, if it is.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook
         * @description Nothing more is sent to the receiver. What waits is given up.
         *
         *     Needs the scope `admin:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Changes the address, the events, the filters or the status. While it is disabled, events are stored as `skipped`; `…/recover` sends them later.
         *
         *     Needs the scope `admin:write`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries
         * @description What was sent to a webhook or waits to be, newest first. Deliveries are stored for 90 days.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery
         * @description One delivery with the body that it sends and the beginning of the latest answer.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends one delivery once more, whatever its status, with the id of its message. Its retry schedule restarts.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send what was missed
         * @description Sends again what was made between the two moments and was skipped or has failed, each with the id of its message.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description The `secret` is shown in this answer only. For 24 hours deliveries carry two signatures, by the new secret and the one before; one that was replaced before that signs no more.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test
         * @description Sends a `webhook.test` to the receiver, whatever events and filters the webhook has.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the login at the external system
         * @description Where external systems send the user after the login; the redirect address of the OAuth client there. The one-use `state` is the only credential. Answers a page.
         *
         *     Needs no credential and no scope.
         */
        get: operations["finishConnectionAuthorization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List connections
         * @description The connections of the organisation to external systems, newest first, without their secrets.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listConnections"];
        put?: never;
        /**
         * Create a connection
         * @description Nothing is sent yet. Then authorize it, set its mappings (`PUT …/mappings`), and enable it. Secrets are stored encrypted and shown masked.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a connection
         * @description One connection with its secrets masked. In `error`, `problem` says what has to be done.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getConnection"];
        put?: never;
        post?: never;
        /**
         * Remove a connection
         * @description Its secrets, its authorization and what served its synchronisations are removed with it. Records that came by it stay, here and in the external system.
         *
         *     Needs the scope `admin:write`.
         */
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        /**
         * Change a connection
         * @description A JSON Merge Patch. A secret that is sent back masked stays as it is. With another login or address the connection has to be authorized again: its status is `pending_authorization` then.
         *
         *     Needs the scope `admin:write`.
         */
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Authorize a connection
         * @description For OAuth with a user, `authorization_url` is where that user logs in, once and before `expires_at`; the external system then returns to `GET /v1/integrations/callback`. Any other connection logs in at once, and its settings are proven by that. It can be done again at any time, and has to be after a change of the login or when the connection is in `error`.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["authorizeConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conflicts
         * @description The fields that both sides changed to different values and that the connection reviews by hand, newest first. The other fields of the records were synchronised meanwhile.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listIntegrationConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/conflicts/{conflict_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conflict
         * @description One field with the last common value, the value here and the external value.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getIntegrationConflict"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/conflicts/{conflict_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a conflict
         * @description Decides the value of the field. The record here is written at once; the external system gets the value with the next synchronisation, where the mapping sends the field. For `record` (deleted there, changed here) `external` deletes the record here and `service` keeps it. It is 409 where it is resolved already, while another decision of it is carried out (`details` name it; an interrupted one continues when the same decision is sent again), and where the record has changed since, here or there.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["resolveIntegrationConflict"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disable a connection
         * @description A running synchronisation is ended, and none starts until the connection is enabled again.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["disableConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a connection
         * @description From now on it is synchronised by its interval. It has to be authorized, with at least one mapping.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["enableConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the health of a connection
         * @description What the synchronisations of the last 24 hours came to, what waits, and when the next one is due.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getConnectionHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List synchronisations
         * @description What was synchronised and what runs, newest first, without the single errors and changes.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listSyncs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/mappings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the mappings of a connection
         * @description Which objects of the external system become which records here, field by field.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listMappings"];
        /**
         * Replace the mappings of a connection
         * @description Replaces all mappings. A mapping of the same object and kind of record retains its links; several such mappings are distinguished by their `document_types`, or by their `id` where those change. What does not fit the kind of system, the direction or the rules for conflicts is refused by the path of the field. `If-Match` takes the version of the connection.
         *
         *     Needs the scope `admin:write`.
         */
        put: operations["replaceMappings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/mappings/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a mapping
         * @description Reads one record of the external system and shows field by field what the mapping makes of it. Nothing is stored, here or there. The connection has to be authorized.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["previewMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/parked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List parked records
         * @description Records that a synchronisation could not take, newest first. Each waits until it changes there, or until it is replayed.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listParkedRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/parked/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay parked records
         * @description Starts a synchronisation of the parked records alone.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["replayParkedRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the external system
         * @description Its objects, and the fields of one of them, as its own metadata has them. The connection has to be authorized.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["describeConnectionSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Synchronise now
         * @description Starts a synchronisation, which runs in the background: `GET …/syncs/{sync_id}` shows its progress. With `dry_run=true` it writes nothing and shows what it would change.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["startSync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/syncs/{sync_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a synchronisation
         * @description How far it is while it runs, and what it came to.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getSync"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/connections/{connection_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a connection
         * @description Asks the external system for the least that shows that its API answers. 200 also when that fails.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/webhooks/{connector}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell of changes in an external system
         * @description For external systems, not for users. A message of Vault is verified by its signature (SHA256withRSA) with the certificate of the Vault that the connection is for. Only ids are taken from it: the records are fetched. `message.attributes.event` is `document.created`, `document.updated`, `object.<name>.created`, `object.<name>.updated` or `lifecycle.state_change`, `message.attributes.object` the name of the object, `message.items` the ids. Other events are taken and not acted on (`accepted: false`).
         *
         *     Needs no credential and no scope.
         */
        post: operations["receiveIntegrationMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The users of the organisation, newest first.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description The password permits nothing but `POST /v1/me/password` until the user has changed it. Making a `system_admin` needs every scope of that role in the own credential.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description One user of the organisation.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a user
         * @description Changes name, role or activity, or sets a new password, which permits nothing but `POST /v1/me/password` until the user has changed it. When role, activity or password change, every token and session of before is refused from then on; deactivating a user revokes the API keys for good. The last active `system_admin` stays one.
         *
         *     Needs the scope `admin:write`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/v1/users/{user_id}/unlock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unlock a user
         * @description Lets a user sign and log in again after too many failures.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["unlockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/directory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List colleagues
         * @description The users of the organisation, for each of them to pick colleagues from. Sorted by name unless `sort` says otherwise.
         *
         *     Needs a credential and no scope.
         */
        get: operations["listDirectory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The keys of the organisation without their values, newest first.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key acts for the calling user, with scopes that the caller has too. Its value, `key`, is shown in this answer only.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an API key
         * @description One key without its value. A revoked one stays readable.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The next request with it is refused. One that is revoked already stays so.
         *
         *     Needs the scope `admin:write`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List OAuth applications
         * @description The applications of the organisation without their secrets, newest first.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["listOAuthApplications"];
        put?: never;
        /**
         * Create an OAuth application
         * @description With scopes that the caller has too. `client_secret` is shown in this answer only.
         *
         *     Needs the scope `admin:write`.
         */
        post: operations["createOAuthApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-applications/{application_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an OAuth application
         * @description One application without its secret. A revoked one stays readable.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getOAuthApplication"];
        put?: never;
        post?: never;
        /**
         * Revoke an OAuth application
         * @description The next request with a token of it is refused. One that is revoked already stays so.
         *
         *     Needs the scope `admin:write`.
         */
        delete: operations["revokeOAuthApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the organisation
         * @description Its tier, its settings, and the rate limits that hold.
         *
         *     Needs the scope `admin:read`.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the organisation
         * @description Changes the name or settings; the figures of the rate limit in a custom tier only.
         *
         *     Needs the scope `admin:write`.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who calls
         * @description The user or application behind the credential, its organisation, its scopes, and the rights that they come to.
         *
         *     Needs a credential and no scope.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the own password
         * @description For a user who has logged in; an API key or an application cannot do it. Every session ends.
         *
         *     Needs a credential and no scope.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the own preferences
         * @description What the user has set for the own work, as it was last sent; empty until then. Nobody else reads it.
         *
         *     Needs a credential and no scope.
         */
        get: operations["getPreferences"];
        /**
         * Replace the own preferences
         * @description Saved views, columns, language and the like: a JSON object of up to 16 KiB that takes the place of the one before. The change is not audited. For users; an OAuth application has no preferences.
         *
         *     Needs a credential and no scope.
         */
        put: operations["replacePreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the own sessions
         * @description Where the user is signed in: the newest 100 sessions that have not ended. Empty for an OAuth application.
         *
         *     Needs a credential and no scope.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the own sessions
         * @description The next request of that session is refused. One that has ended stays so.
         *
         *     Needs a credential and no scope.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The delivery that is sent as soon as can be. */
        AcceptedDelivery: {
            delivery_id: string;
        };
        AcceptedDeliveryAnswer: {
            data: components["schemas"]["AcceptedDelivery"];
        };
        AccessControlsSection: {
            status: components["schemas"]["ComplianceStatus"];
            /** @description What does not comply. */
            findings: components["schemas"]["ComplianceFinding"][];
            /** @description What should be reviewed. */
            observations: components["schemas"]["ComplianceFinding"][];
            failed_logins: number;
            failed_signatures: number;
            lockouts: number;
            role_changes: number;
            keys_near_expiry: number;
            dormant_users: number;
            details: {
                role_changes: {
                    entry_id: string;
                    /** Format: date-time */
                    at: string;
                    user: string;
                    from: string | null;
                    to: string | null;
                    by: string;
                }[];
                keys_near_expiry: {
                    id: string;
                    name: string;
                    /** Format: date-time */
                    expires_at: string;
                }[];
                dormant_users: {
                    id: string;
                    name: string;
                    role: string;
                }[];
                basis: string;
            };
        };
        /** @description The caller: user or application, by which credential, of which organisation. */
        Account: {
            /** @enum {string} */
            kind: "user" | "application";
            id: string;
            name: string;
            email: string | null;
            role: components["schemas"]["Role"] | null;
            organization: {
                id: string;
                name: string;
                tier: components["schemas"]["Tier"];
                sandbox: boolean;
            };
            credential: {
                /** @enum {string} */
                type: "session" | "api_key" | "application";
                api_key_id: string | null;
                session_id: string | null;
            };
            scopes: components["schemas"]["Scope"][];
            /** @description The scopes that the role allows too. */
            rights: components["schemas"]["Scope"][];
        };
        AccountAnswer: {
            data: components["schemas"]["Account"];
        };
        /** @description An action that is added to a CAPA. */
        AddedCapaAction: {
            /** @description What is to be done. */
            description: string;
            /** @description The id of the user who does it. */
            assigned_to?: string | null;
            /**
             * Format: date
             * @description Until when; another one needs a reason (`X-Change-Reason`).
             */
            due_date?: string | null;
            /** @enum {string} */
            type: "corrective" | "preventive";
        };
        /** @description A batch that a quality event may affect; unknown values are null. */
        AffectedBatch: {
            batch_number: string;
            /** @description The product or component that it is a batch of. */
            product: string | null;
            status: string | null;
            units: number | null;
        };
        /** @description A product that a quality event may affect, and why. */
        AffectedProduct: {
            id: string;
            name: string;
            /**
             * @description `direct`: related to the event, or one step from what is.
             * @enum {string}
             */
            impact_level: "direct" | "indirect";
            reason: string;
        };
        /** @description A stored signature that was altered beyond recognition; its verification is `invalid`. */
        AlteredSignature: {
            signature_id: string;
            /** @constant */
            altered: true;
            /** @description The stored document. */
            stored: {
                [key: string]: unknown;
            };
        };
        AnyRelationship: components["schemas"]["Relationship"] | components["schemas"]["InboundRelationship"];
        AnyRelationshipPage: {
            data: components["schemas"]["AnyRelationship"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description An API key without its value. */
        ApiKey: {
            id: string;
            name: string;
            /** @description How the value of the key begins. */
            prefix: string;
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["Scope"][];
            status: components["schemas"]["ApiKeyStatus"];
            /** @description The user for whom the key acts. */
            user_id: string;
            /** Format: date-time */
            expires_at: string;
            revoked_at: string | null;
            /** Format: date-time */
            created_at: string;
            version: number;
        };
        ApiKeyAnswer: {
            data: components["schemas"]["ApiKey"];
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        ApiKeyStatus: "active" | "expired" | "revoked";
        /** @description An approval: who requested it, what was decided, and who can still decide. */
        Approval: {
            approval_id: string;
            entity_id: string;
            entity_type: string;
            title: string;
            /** @description The approval state that the record waits in, or waited in. */
            current_state: string;
            /** Format: date-time */
            requested_at: string;
            requested_by: string;
            /** @description The deadline: by the hours of the state, otherwise the due date of the record. */
            due_date: string | null;
            /** @enum {string} */
            approval_type: "single" | "parallel" | "sequential";
            approvals_received: number;
            approvals_required: number;
            require_signature: boolean;
            /** @description Whether an approver needs a review of their own (`POST /v1/audit-logs/reviews` with `entity_id`) that includes the newest change of the record. */
            require_audit_review: boolean;
            summary: components["schemas"]["ApprovalSummary"];
            workflow_id: string;
            workflow_name: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected";
            approver_roles: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
            requested_by_name: string;
            /** @description In their order. */
            decisions: components["schemas"]["ApprovalDecision"][];
            /** @description Who can decide now; nobody where it has ended. */
            can_decide: components["schemas"]["PossibleDecider"][];
            version: number;
        };
        ApprovalAnswer: {
            data: components["schemas"]["Approval"];
        };
        /** @description What one approver decided. */
        ApprovalDecision: {
            /** @enum {string} */
            decision: "approve" | "reject" | "withdraw";
            decided_by: string;
            decided_by_name: string;
            /** @description The user whose vote it is, where a delegate decides. */
            on_behalf_of: string | null;
            on_behalf_of_name: string | null;
            /**
             * @description The approver role that it counts for; for a withdrawal, the role of the user.
             * @enum {string}
             */
            role: "system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer";
            comment: string;
            conditions: string[];
            /** Format: date-time */
            decided_at: string;
            signature_id: string | null;
        };
        /** @description The result of a decision. */
        ApprovalDecisionResult: {
            approval_id: string;
            /** @enum {string} */
            decision: "approve" | "reject" | "withdraw";
            /**
             * @description The status of the approval after it.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected";
            entity_id: string;
            approvals_received: number;
            approvals_required: number;
            current_state: {
                id: string;
                name: string;
                /** Format: date-time */
                entered_at: string;
            };
            comment: string;
            conditions: string[];
            decided_by: string;
            /** @description The user whose vote it is, where a delegate decides. */
            on_behalf_of: string | null;
            /** Format: date-time */
            decided_at: string;
            signature_record: components["schemas"]["SignatureRecord"] | null;
        };
        ApprovalDecisionResultAnswer: {
            data: components["schemas"]["ApprovalDecisionResult"];
        };
        /** @description The record when the approval was requested. */
        ApprovalSummary: {
            classification: string | null;
            root_cause: string | null;
            proposed_actions: number;
        };
        /** @description Free-form values by name: text, numbers, lists, objects in objects. At most 64 KiB, eight deep. A name has 1 to 128 characters; it does not begin with `$` and has no dot, backslash or null character. */
        Attributes: {
            [key: string]: unknown;
        };
        /**
         * @description What was done.
         * @enum {string}
         */
        AuditAction: "create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export";
        /** @description The audit that a finding was made in. */
        AuditDetails: {
            audit_type: string | null;
            /** Format: date */
            audit_date: string | null;
            auditor: string | null;
            audit_reference: string | null;
            area: string | null;
        };
        /** @description What is left out stays, and null removes. */
        AuditDetailsPatch: {
            audit_type?: string | null;
            /** Format: date */
            audit_date?: string | null;
            auditor?: string | null;
            audit_reference?: string | null;
            area?: string | null;
        };
        /** @description Who did what to which record, when and why. */
        AuditEntry: {
            action: string;
            entity_type: string;
            entity_id: string;
            entity_name: string;
            entity_version: number | null;
            user: {
                id: string;
                email: string | null;
                name: string;
                role: string | null;
            };
            client: {
                ip_address: string | null;
                user_agent: string | null;
                api_key_id: string | null;
            };
            changes: components["schemas"]["Changes"];
            metadata: {
                reason: string | null;
                workflow_state: string | null;
                request_id: string;
                details?: {
                    [key: string]: unknown;
                };
            };
            signature: {
                required: boolean;
                signed: boolean;
                signature_id: string | null;
                meaning: string | null;
            };
            id: string;
            org_id: string;
            event_id: string;
            /** @description The number in the chain of the organisation, from 1 without a gap. */
            sequence: number;
            /**
             * Format: date-time
             * @description When it was done.
             */
            timestamp: string;
            /**
             * Format: date-time
             * @description When it was entered in the log.
             */
            recorded_at: string;
            previous_hash: string;
            /** @description SHA-256 of all other members in canonical JSON. */
            hash: string;
        };
        AuditEntryAnswer: {
            data: components["schemas"]["AuditEntry"];
        };
        AuditEntryPage: {
            data: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["AuditEntryPageMeta"];
        };
        /** @description The position of a page. */
        AuditEntryPageMeta: {
            /** @description How many entries match; no more than 100000 are counted. */
            total: number;
            page: number;
            per_page: number;
            total_pages: number;
            /** @description `true` where more match than are counted. */
            total_is_minimum?: boolean;
        };
        /** @description An export of the audit log to a signed file. */
        AuditExport: {
            job_id: string;
            /** @enum {string} */
            status: "processing" | "completed" | "failed" | "cancelled" | "expired";
            /** @enum {string} */
            format: "csv" | "json" | "pdf";
            parameters: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
                entity_types: string[];
                actions: components["schemas"]["AuditAction"][];
                include_signatures: boolean;
                include_raw_data: boolean;
            };
            /** @description An estimate of the number of entries, at the start. */
            estimated_records: number;
            /** @description How many are in the file by now. */
            records_exported: number;
            file_size_bytes: number | null;
            /** @description SHA-256 of the file, `sha256:<hex>`; null until complete. */
            checksum: string | null;
            /** Format: date-time */
            created_at: string;
            completed_at: string | null;
            /** @description Where the file is; null until complete. */
            download_url: string | null;
            /** @description Where the detached JWS (EdDSA) over the file is; null until complete. */
            signature_url: string | null;
            /** @description Until when the file can be downloaded. */
            expires_at: string | null;
            /** @description Why the export failed; null where it did not. */
            error: {
                code: string;
                message: string;
            } | null;
        };
        AuditExportAnswer: {
            data: components["schemas"]["AuditExport"];
        };
        /** @description That the audit log of a period was reviewed, by whom, and what was found. */
        AuditReview: {
            id: string;
            /** Format: date-time */
            from: string;
            /** Format: date-time */
            to: string;
            /** @enum {string} */
            conclusion: "no_findings" | "findings";
            notes: string | null;
            /** @description The record whose trail was reviewed. */
            entity_id: string | null;
            entry_ids: string[];
            /** @description The last entry of the log when the review was made. */
            last_sequence: number;
            reviewed_by: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            created_at: string;
        };
        AuditReviewAnswer: {
            data: components["schemas"]["AuditReview"];
        };
        AuditReviewPage: {
            data: components["schemas"]["AuditReview"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description All that was done to a record, deleted ones included. */
        AuditTrail: {
            entity_id: string;
            entity_type: string;
            entity_name: string;
            /** Format: date-time */
            created_at: string | null;
            created_by: string | null;
            current_version: number | null;
            history: components["schemas"]["AuditTrailItem"][];
        };
        AuditTrailCompletenessSection: {
            status: components["schemas"]["ComplianceStatus"];
            /** @description What does not comply. */
            findings: components["schemas"]["ComplianceFinding"][];
            /** @description What should be reviewed. */
            observations: components["schemas"]["ComplianceFinding"][];
            total_entries: number;
            gaps: number;
            entries_verified: number;
            details: {
                chain_valid: boolean;
                first_sequence: number | null;
                last_sequence: number | null;
                /** @description Entries that are covered by signed segments. */
                removed_entries: number;
                compared: {
                    service: string;
                    basis: string;
                    changes: number;
                    without_entry: number;
                }[];
                acts: components["schemas"]["ComparedActs"];
                not_compared: string;
            };
        };
        AuditTrailItem: {
            /** @description The id of the entry. */
            id: string;
            version: number | null;
            /** Format: date-time */
            timestamp: string;
            action: string;
            user: {
                id: string;
                name: string;
            };
            changes: components["schemas"]["Changes"];
            reason: string | null;
            signature: {
                signed: boolean;
                signature_id: string | null;
            };
            /** @description With `unreviewed`: why the entry deserves a closer look, the most serious reason first. */
            risks?: ("deleted" | "changed_after_approval" | "result_corrected" | "critical_field" | "by_administrator" | "odd_hours")[];
        };
        AuditTrailPage: {
            data: components["schemas"]["AuditTrail"];
            meta: components["schemas"]["AuditEntryPageMeta"];
        };
        AvailableTransition: {
            to_state: string;
            /** @description Paths of required fields. */
            requires_fields: string[];
            /** @description Whether only the decision on an approval makes this transition. */
            requires_approval: boolean;
            requires_signature: boolean;
            /** @description Who may make it; empty for every role that may make transitions. */
            roles: string[];
        };
        Bidirectional: {
            enabled: boolean;
            /**
             * @description Whether records without a counterpart are made there.
             * @default false
             */
            create: boolean;
            /**
             * @description The targets that are sent back.
             * @default []
             */
            fields: string[];
            /**
             * @description By target: the external path, where it is another than the source.
             * @default {}
             */
            custom_fields: {
                [key: string]: string;
            };
        };
        BrokenEntry: {
            sequence: number;
            id: string | null;
            /** @enum {string} */
            reason: "missing" | "duplicate" | "content_changed" | "out_of_order" | "link_broken" | "truncated" | "checkpoint_mismatch";
        };
        /** @enum {string} */
        BuiltInTransformation: "country_code" | "trim" | "upper" | "lower" | "date" | "number" | "boolean";
        BulkAnswer: {
            data: components["schemas"]["BulkItem"][];
            meta: {
                total: number;
                succeeded: number;
                failed: number;
            };
        };
        /** @description What became of one item: its entity, or why it was refused. */
        BulkItem: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            /** @description The status that the item would have got by itself. */
            status: number;
            id: string | null;
            error?: {
                code: components["schemas"]["ErrorCode"];
                message: string;
                details?: {
                    [key: string]: unknown;
                };
            };
            entity?: components["schemas"]["Entity"];
        };
        /** @description A corrective or preventive action of a CAPA. */
        CapaAction: {
            id: string;
            /** @enum {string} */
            type: "corrective" | "preventive";
            description: string;
            assigned_to: string | null;
            /** Format: date */
            due_date: string | null;
            /**
             * Format: date
             * @description The first due date. It never changes.
             */
            original_due_date: string | null;
            /** @enum {string} */
            status: "open" | "in_progress" | "completed" | "verified" | "cancelled";
            /** Format: date */
            completion_date: string | null;
            completion_notes: string | null;
            /** @description Ids of documents. */
            evidence: string[];
            /**
             * @description The documents of the evidence, with the version and the file that each had when it was added.
             * @default []
             */
            document_references: components["schemas"]["DocumentReference"][];
            completed_by: string | null;
        };
        CapaActionAnswer: {
            data: components["schemas"]["CapaAction"];
        };
        /** @description What is left out stays, lists are replaced, null removes. */
        CapaActionPatch: {
            /** @description What is to be done. */
            description?: string;
            /** @description The id of the user who does it. */
            assigned_to?: string | null;
            /**
             * Format: date
             * @description Until when; another one needs a reason (`X-Change-Reason`).
             */
            due_date?: string | null;
            /**
             * @description open → in_progress, completed; in_progress → completed; completed → verified, in_progress; each of these → cancelled.
             * @enum {string}
             */
            status?: "open" | "in_progress" | "completed" | "verified" | "cancelled";
            /**
             * Format: date
             * @description `completed` needs it.
             */
            completion_date?: string | null;
            /** @description `completed` needs them. */
            completion_notes?: string | null;
            /** @description Ids of entities of the type document. */
            evidence?: string[] | null;
        };
        /** @description A document of a supplier, what it says and whether it holds. */
        Certificate: {
            id: string;
            type: components["schemas"]["CertificateType"];
            name: string;
            status: components["schemas"]["CertificateStatus"];
            supplier_id: string | null;
            component_id: string | null;
            batch_number: string | null;
            issue_date: string | null;
            expiry_date: string | null;
            supersedes: string | null;
            superseded_by: string | null;
            document: components["schemas"]["CertificateDocument"];
            /** @enum {string} */
            extraction_status: "pending" | "processing" | "complete" | "failed";
            extracted_data: components["schemas"]["CertificateData"] | null;
            validation: components["schemas"]["CertificateValidation"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: string;
            version: number;
        };
        CertificateAnswer: {
            data: components["schemas"]["Certificate"];
        };
        /** @description What the document says, with the corrections of people in their places. */
        CertificateData: {
            test_results: components["schemas"]["TestResult"][];
            batch_number: string | null;
            manufacturing_date: string | null;
            expiry_date: string | null;
            issue_date: string | null;
            retest_date: string | null;
            manufacturer: string | null;
            manufacturing_site: string | null;
            holder: string | null;
            scope: string | null;
            certificate_number: string | null;
            field_places: {
                [key: string]: {
                    /** @description The page of the document, from 1. */
                    page: number;
                    /** @description Left, top, width and height, as shares of the page. */
                    box: number[];
                };
            };
            /** @description Also where the metadata says something else than the document. */
            warnings: string[];
            overrides: components["schemas"]["CertificateOverride"][];
        };
        CertificateDocument: {
            file_id: string;
            filename: string;
            /** @description Determined by the content of the file. */
            mime_type: string;
            size_bytes: number;
            /** @description `sha256:` and the digest of the file in hexadecimal. */
            checksum: string;
        };
        CertificateFinding: {
            /** @enum {string} */
            status: "valid" | "rejected";
            /** @description Why; needed to reject what was valid, and for `valid` where a row fails its specification or has no status, also where a correction calls it `pass` while its result does not meet it. */
            notes?: string;
            overrides?: components["schemas"]["CertificateOverrides"];
        };
        CertificateHistoryItem: {
            /** @description Such as `uploaded`, `extracted`, `validated`, `superseded`. */
            action: string;
            /** Format: date-time */
            timestamp: string;
            /** @description The user or application, or `system`. */
            user: string;
            details: {
                [key: string]: unknown;
            };
            version: number;
            changes: components["schemas"]["Changes"];
        };
        CertificateHistoryItemPage: {
            data: components["schemas"]["CertificateHistoryItem"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A correction beside what was read. */
        CertificateOverride: {
            /** @description What was corrected: `batch_number`, or `test_results.3.result`. */
            path: string;
            /** @description The parameter of the row, by which it is found again when the document was read once more. */
            parameter?: string;
            value: unknown;
            /** @description What stood there before. */
            from: unknown;
            by: string;
            /** Format: date-time */
            at: string;
            reason: string | null;
        };
        /** @description Corrections of what was read, which is kept as it is. */
        CertificateOverrides: {
            batch_number?: string | null;
            /** Format: date */
            manufacturing_date?: string | null;
            /** Format: date */
            expiry_date?: string | null;
            /** Format: date */
            issue_date?: string | null;
            /** Format: date */
            retest_date?: string | null;
            manufacturer?: string | null;
            manufacturing_site?: string | null;
            holder?: string | null;
            scope?: string | null;
            certificate_number?: string | null;
            test_results?: components["schemas"]["TestResultOverride"][];
        };
        CertificatePage: {
            data: components["schemas"]["Certificate"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description The state on the day of the request: `expiring_soon` and `expired` follow from the date alone.
         * @enum {string}
         */
        CertificateStatus: "pending" | "valid" | "expiring_soon" | "expired" | "rejected" | "superseded";
        /**
         * @description What kind of document it is.
         * @enum {string}
         */
        CertificateType: "coa" | "coc" | "gmp" | "iso" | "qualification" | "audit";
        CertificateValidation: {
            /** Format: date-time */
            validated_at: string;
            validated_by: string;
            validation_notes: string | null;
        };
        /** @description The values before and after, by the path of the attribute. */
        Changes: {
            [key: string]: {
                from: unknown;
                to: unknown;
            };
        };
        /** @description A signed statement about the chain at a moment. */
        Checkpoint: {
            id: string;
            /** @description The last entry that it vouches for. */
            sequence: number;
            hash: string;
            /** @description How many entries before it were recomputed for it. */
            entries: number;
            /**
             * Format: date-time
             * @description When it was signed.
             */
            at: string;
            /** @description The signed statement (JWS, EdDSA), as it is stored outside too. */
            jws: string;
        };
        CheckpointKey: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            x: string;
            /** @description The key's thumbprint (RFC 7638). */
            kid: string;
            /** @constant */
            alg: "EdDSA";
            /** @constant */
            use: "sig";
        };
        CheckpointKeyAnswer: {
            data: components["schemas"]["CheckpointKey"];
        };
        CheckpointPage: {
            data: components["schemas"]["Checkpoint"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Every service's own acts of the period, compared with the log. */
        ComparedActs: {
            /**
             * Format: date-time
             * @description Services have stored the events of all acts since then; of earlier ones those that the broker has not accepted.
             */
            kept_since: string;
            services: components["schemas"]["ComparedService"][];
        };
        ComparedCheckpoint: {
            /**
             * @description Whether the caller sent it, or it is the newest one outside or in the database.
             * @enum {string}
             */
            source: "given" | "outside" | "database";
            sequence: number;
            /**
             * Format: date-time
             * @description When it was signed.
             */
            at: string;
            /** @description Whether the chain still has the entry that it vouches for. */
            holds: boolean;
        };
        ComparedService: {
            service: string;
            acts: number;
            without_entry: number;
        };
        ComplianceFinding: {
            code: string;
            message: string;
            /** @description How many entries or records show it. */
            total: number;
            /** @description Audit log entries that show it, at most 100. */
            entry_ids: string[];
            /** @description Records, signatures, users or keys that show it, at most 100. */
            record_ids: string[];
        };
        ComplianceReport: {
            report_id: string;
            /** @constant */
            report_type: "21cfr11";
            organization: {
                id: string;
                name: string;
            };
            requested_by: {
                id: string;
                name: string;
                role: string | null;
            };
            period: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            };
            /**
             * Format: date-time
             * @description The end of the period, or the start of the report if earlier.
             */
            covered_until: string;
            summary: {
                overall_compliance: components["schemas"]["ComplianceStatus"];
                findings: number;
                observations: number;
            };
            sections: components["schemas"]["ComplianceSections"];
            system_version: string;
            /** Format: date-time */
            generated_at: string;
            /** @description SHA-256 of all other members but `download_url`, in canonical JSON. The PDF shows it too. */
            checksum: string;
            download_url: string;
        };
        ComplianceReportAnswer: {
            data: components["schemas"]["ComplianceReport"];
        };
        /** @enum {string} */
        ComplianceSectionName: "electronic_signatures" | "audit_trail_completeness" | "access_controls" | "system_validations";
        /** @description The requested sections. */
        ComplianceSections: {
            electronic_signatures?: components["schemas"]["ElectronicSignaturesSection"];
            audit_trail_completeness?: components["schemas"]["AuditTrailCompletenessSection"];
            access_controls?: components["schemas"]["AccessControlsSection"];
            system_validations?: components["schemas"]["SystemValidationsSection"];
        };
        /** @enum {string} */
        ComplianceStatus: "compliant" | "compliant_with_observations" | "non_compliant";
        /** @description A field that both sides changed and that a user must decide. */
        Conflict: {
            id: string;
            connection_id: string;
            mapping_id: string;
            entity_type: string;
            entity_id: string;
            external_id: string;
            /** @description The target that both sides changed, or `record`: deleted there and changed here. */
            field: string;
            /** @description Any JSON value; null where the side has none. */
            base_value: unknown;
            /** @description Any JSON value; null where the side has none. */
            local_value: unknown;
            /** @description Any JSON value; null where the side has none. */
            remote_value: unknown;
            status: components["schemas"]["ConflictStatus"];
            resolution: ("external" | "service" | "value") | null;
            /** @description Any JSON value; null where the side has none. */
            resolved_value: unknown;
            reason: string | null;
            /** Format: date-time */
            resolved_at: string | null;
            resolved_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ConflictAnswer: {
            data: components["schemas"]["Conflict"];
        };
        ConflictPage: {
            data: components["schemas"]["Conflict"][];
            meta: components["schemas"]["PageMeta"];
        };
        ConflictResolution: {
            /**
             * @description `external`: the external value is taken. `service`: the value here stays, and is sent where the mapping sends it. `value`: both get another one.
             * @enum {string}
             */
            resolution: "external" | "service" | "value";
            /** @description Any JSON value; required with `value` and only then. */
            value?: unknown;
            /** @description The reason in the audit trail. May be sent as `X-Change-Reason` instead. */
            reason?: string;
        };
        /**
         * @description `withdrawn`: a later synchronisation found that there is nothing to decide any more.
         * @enum {string}
         */
        ConflictStatus: "open" | "resolved" | "withdrawn";
        /** @enum {string} */
        ConflictStrategy: "external_wins" | "service_wins";
        /** @description A connection to an external system, without its secrets. */
        Connection: {
            id: string;
            name: string;
            type: components["schemas"]["ConnectionType"];
            status: components["schemas"]["ConnectionStatus"];
            /** @description Why it is in `error`, and what has to be done. */
            problem: {
                code: string;
                message: string;
                /** Format: date-time */
                since: string;
            } | null;
            authentication: components["schemas"]["ConnectionAuthentication"];
            endpoints: components["schemas"]["ConnectionEndpoints"];
            sync_config: components["schemas"]["ConnectionSyncConfig"];
            conflict_resolution: components["schemas"]["ConnectionConflictResolution"];
            error_handling: components["schemas"]["ConnectionErrorHandling"];
            /** @description When it is synchronised next by its interval. */
            next_sync: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        ConnectionAnswer: {
            data: components["schemas"]["Connection"];
        };
        /** @description Secrets are masked; a masked value sent back leaves the secret. */
        ConnectionAuthentication: {
            type: string;
        } & {
            [key: string]: unknown;
        };
        ConnectionAuthorization: {
            /** @description Where the user logs in. Null where no user is needed: the connection is authorized. */
            authorization_url: string | null;
            state: string | null;
            /**
             * Format: date-time
             * @description Until when the login has to be done.
             */
            expires_at: string | null;
            status: components["schemas"]["ConnectionStatus"];
        };
        ConnectionAuthorizationAnswer: {
            data: components["schemas"]["ConnectionAuthorization"];
        };
        ConnectionConflictResolution: {
            [key: string]: unknown;
        };
        ConnectionEndpoints: {
            api_base: string;
            api_version: string | null;
            host: string | null;
        };
        ConnectionErrorHandling: {
            [key: string]: unknown;
        };
        /** @description How a connection does, from what happened. */
        ConnectionHealth: {
            connection_id: string;
            status: components["schemas"]["ConnectionHealthStatus"];
            problem: {
                code: string;
                message: string;
                /** Format: date-time */
                since: string;
            } | null;
            remote_status: components["schemas"]["RemoteSystemStatus"];
            /** @description The same as `remote_status`, of a Vault. */
            vault_status?: components["schemas"]["RemoteSystemStatus"];
            last_sync: {
                sync_id: string;
                /** Format: date-time */
                timestamp: string;
                status: string;
                records_synced: number;
                duration_seconds: number;
            } | null;
            next_sync: string | null;
            /** @description Inbound: parked records and waiting notices. Outbound: records that changed here and wait. */
            pending_changes: {
                inbound: number;
                outbound: number;
            };
            metrics: {
                /** @description A percentage. */
                success_rate_24h: number | null;
                /** @description In seconds. */
                avg_sync_duration: number | null;
                total_records_synced_24h: number;
            };
        };
        ConnectionHealthAnswer: {
            data: components["schemas"]["ConnectionHealth"];
        };
        /**
         * @description `degraded`: the last synchronisation could not take some records, or the one that runs waits for its next try. `inactive`: it is not enabled.
         * @enum {string}
         */
        ConnectionHealthStatus: "healthy" | "degraded" | "unhealthy" | "inactive";
        ConnectionPage: {
            data: components["schemas"]["Connection"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A JSON Merge Patch; an authentication of another type replaces all of it. With an address of another origin the secrets are required again. */
        ConnectionPatch: {
            name?: string;
            authentication?: {
                [key: string]: unknown;
            };
            endpoints?: {
                [key: string]: unknown;
            };
            sync_config?: {
                [key: string]: unknown;
            };
            conflict_resolution?: {
                [key: string]: unknown;
            };
            error_handling?: {
                [key: string]: unknown;
            };
            /** @description `true` where another `api_base` leads to the same system: its records stay linked. Without it the mappings restart. */
            same_system?: boolean;
        };
        /** @enum {string} */
        ConnectionStatus: "pending_authorization" | "authorized" | "active" | "disabled" | "error";
        ConnectionSyncConfig: {
            [key: string]: unknown;
        };
        ConnectionTest: {
            success: boolean;
            api_available: boolean;
            api_version: string | null;
            response_time_ms: number;
            checks: {
                name: string;
                ok: boolean;
                message: string | null;
            }[];
            /** Format: date-time */
            tested_at: string;
        };
        ConnectionTestAnswer: {
            data: components["schemas"]["ConnectionTest"];
        };
        /**
         * @description The kind of external system.
         * @enum {string}
         */
        ConnectionType: "veeva_vault" | "sap_s4hana" | "odata_v4" | "tryton";
        /**
         * @description Where the files lie: in the store of the deployment, whether that is said or not.
         * @enum {string}
         */
        ContentStorage: "file_store";
        /** @description Whether and how the files of documents are brought here. */
        ContentSync: {
            enabled: boolean;
            /** @default null */
            rendition_type: string | null;
            /** @default null */
            storage: components["schemas"]["ContentStorage"] | null;
            /** @default null */
            on_update: string | null;
        };
        CreateComplianceReport: {
            /** @description From this instant, or the beginning of this day, on. */
            from: string;
            /** @description Until this instant, or the end of this day (UTC). */
            to: string;
            /** @description Default: all sections. */
            include_sections?: components["schemas"]["ComplianceSectionName"][];
        };
        /** @description A new API key with its value. */
        CreatedApiKey: {
            id: string;
            name: string;
            /** @description How the value of the key begins. */
            prefix: string;
            environment: components["schemas"]["Environment"];
            scopes: components["schemas"]["Scope"][];
            status: components["schemas"]["ApiKeyStatus"];
            /** @description The user for whom the key acts. */
            user_id: string;
            /** Format: date-time */
            expires_at: string;
            revoked_at: string | null;
            /** Format: date-time */
            created_at: string;
            version: number;
            /** @description The value, shown this once. A replayed answer has none. */
            key?: string;
        };
        CreatedApiKeyAnswer: {
            data: components["schemas"]["CreatedApiKey"];
        };
        /** @description A new OAuth application with its secret. */
        CreatedOAuthApplication: {
            id: string;
            client_id: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            redirect_uris: string[];
            public: boolean;
            status: components["schemas"]["OAuthApplicationStatus"];
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            version: number;
            /** @description The secret, shown this once. A public application and a replayed answer have none. */
            client_secret?: string;
        };
        CreatedOAuthApplicationAnswer: {
            data: components["schemas"]["CreatedOAuthApplication"];
        };
        /** @description Who decides on approvals for whom, and when. */
        Delegation: {
            id: string;
            /** @description Who lets another one decide. */
            user_id: string;
            user_name: string;
            delegate_id: string;
            delegate_name: string;
            /** Format: date-time */
            from: string;
            /**
             * Format: date-time
             * @description The first instant at which it is no longer in force.
             */
            to: string;
            reason: string;
            /** Format: date-time */
            created_at: string;
            version: number;
        };
        DelegationAnswer: {
            data: components["schemas"]["Delegation"];
        };
        DelegationPage: {
            data: components["schemas"]["Delegation"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A message for one webhook and what became of it. */
        Delivery: {
            id: string;
            /** @description The `webhook-id` of every attempt. */
            message_id: string;
            /** @enum {string} */
            event: "audit.create" | "audit.signature" | "quality_event.created" | "quality_event.updated" | "quality_event.overdue" | "certificate.expiring" | "certificate.expired" | "supplier.qualification_changed" | "workflow.approval_requested" | "integration.sync_failed" | "security.signature_lockout" | "webhook.disabled" | "webhook.test";
            status: components["schemas"]["DeliveryStatus"];
            attempts: number;
            /** @description Where the latest attempt went; null before the first, and where nothing was sent. The webhook may have another address since. */
            request_url: string | null;
            response_status: number | null;
            /** @description The first 8 KiB of the latest answer. */
            response_body: string | null;
            /** @description Why there was no answer: `timeout`, `dns`, `connection`, `tls`, `network` and the like; `secret` where the secret of the webhook does not open, so that nothing was sent. */
            error: string | null;
            duration_ms: number | null;
            /** Format: date-time */
            created_at: string;
            last_attempt_at: string | null;
            next_attempt_at: string | null;
        };
        /** @description A delivery with what it sends. */
        DeliveryDetail: {
            id: string;
            /** @description The `webhook-id` of every attempt. */
            message_id: string;
            /** @enum {string} */
            event: "audit.create" | "audit.signature" | "quality_event.created" | "quality_event.updated" | "quality_event.overdue" | "certificate.expiring" | "certificate.expired" | "supplier.qualification_changed" | "workflow.approval_requested" | "integration.sync_failed" | "security.signature_lockout" | "webhook.disabled" | "webhook.test";
            status: components["schemas"]["DeliveryStatus"];
            attempts: number;
            /** @description Where the latest attempt went; null before the first, and where nothing was sent. The webhook may have another address since. */
            request_url: string | null;
            response_status: number | null;
            /** @description The first 8 KiB of the latest answer. */
            response_body: string | null;
            /** @description Why there was no answer: `timeout`, `dns`, `connection`, `tls`, `network` and the like; `secret` where the secret of the webhook does not open, so that nothing was sent. */
            error: string | null;
            duration_ms: number | null;
            /** Format: date-time */
            created_at: string;
            last_attempt_at: string | null;
            next_attempt_at: string | null;
            /** @description The body of the request, as it is signed. */
            request_body: string | null;
        };
        DeliveryDetailAnswer: {
            data: components["schemas"]["DeliveryDetail"];
        };
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description `pending` waits for its first or its next attempt, `failed` has used them up, `skipped` came while the webhook was disabled.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "succeeded" | "failed" | "skipped";
        /** @description Who somebody of the organisation is. */
        DirectoryEntry: {
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            active: boolean;
        };
        DirectoryEntryPage: {
            data: components["schemas"]["DirectoryEntry"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description An entity of the type `document` with its file. */
        Document: {
            id: string;
            type: components["schemas"]["EntityType"];
            name: string;
            attributes: components["schemas"]["Attributes"];
            relationships: components["schemas"]["Relationship"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user or application that created it. */
            created_by: string;
            /** @description Begins at 1 and rises with each change. */
            version: number;
            /** @description Null for a document that has no file yet. */
            file: components["schemas"]["DocumentFile"] | null;
            related_to: components["schemas"]["RelatedRecord"][];
        };
        DocumentAnswer: {
            data: components["schemas"]["Document"];
        };
        /** @description What changes beside the file, merged as by PATCH; `{}` for nothing. */
        DocumentContentChange: {
            /** @description How people call it. */
            name?: string;
            attributes?: components["schemas"]["Attributes"];
        };
        DocumentFile: {
            file_id: string;
            filename: string;
            /** @description Recognised by the content of the file. */
            mime_type: string;
            size_bytes: number;
            /** @description `sha256:` and the digest of the file in hexadecimal. */
            checksum: string;
        };
        DocumentPage: {
            data: components["schemas"]["Document"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A document with the version and the file that it had when it was referred to. */
        DocumentReference: {
            document_id: string;
            /** @description The version of the document at that moment. */
            version: number;
            /** @description `sha256:` and the digest of its file; null without a file. */
            checksum: string | null;
            filename: string | null;
        };
        /** @description The periodic review of the audit log that comes next. */
        DueAuditReview: {
            /** @description The `audit_review_interval_days` of the organisation. */
            interval_days: number;
            is_due: boolean;
            /**
             * Format: date-time
             * @description When the period ends; null while the log has no entry.
             */
            due_at: string | null;
            /** @description What to review next: from the first moment that no review of the log covers. */
            period: {
                /** Format: date-time */
                from: string;
                /** Format: date-time */
                to: string;
            } | null;
            /** @description Those of the period, once it is due. */
            entries: {
                total: number;
                /** @description There are more than were counted. */
                is_minimum: boolean;
                /** @description Entries that reviews of the trails of records name. */
                reviewed: number;
                /** @description Null where there are more than were counted. */
                unreviewed: number | null;
            };
            /** @description Up to 25 entries of the period; the same ones at every request. */
            random_sample: components["schemas"]["AuditEntry"][];
            /** @description Up to 25 of the newest 1,000 entries of the period, those with the most serious risks first. */
            targeted_sample: {
                action: string;
                entity_type: string;
                entity_id: string;
                entity_name: string;
                entity_version: number | null;
                user: {
                    id: string;
                    email: string | null;
                    name: string;
                    role: string | null;
                };
                client: {
                    ip_address: string | null;
                    user_agent: string | null;
                    api_key_id: string | null;
                };
                changes: components["schemas"]["Changes"];
                metadata: {
                    reason: string | null;
                    workflow_state: string | null;
                    request_id: string;
                    details?: {
                        [key: string]: unknown;
                    };
                };
                signature: {
                    required: boolean;
                    signed: boolean;
                    signature_id: string | null;
                    meaning: string | null;
                };
                id: string;
                org_id: string;
                event_id: string;
                /** @description The number in the chain of the organisation, from 1 without a gap. */
                sequence: number;
                /**
                 * Format: date-time
                 * @description When it was done.
                 */
                timestamp: string;
                /**
                 * Format: date-time
                 * @description When it was entered in the log.
                 */
                recorded_at: string;
                previous_hash: string;
                /** @description SHA-256 of all other members in canonical JSON. */
                hash: string;
                risks: ("deleted" | "changed_after_approval" | "result_corrected" | "critical_field" | "by_administrator" | "odd_hours")[];
            }[];
        };
        DueAuditReviewAnswer: {
            data: components["schemas"]["DueAuditReview"];
        };
        /** @description Whether the actions did what they were meant to. */
        EffectivenessCheck: {
            /** Format: date */
            due_date: string | null;
            outcome: ("effective" | "ineffective" | "inconclusive") | null;
            results: string | null;
            performed_by: string | null;
            /** Format: date-time */
            performed_at: string | null;
        };
        /** @description What is left out stays, and null removes. Who performed it, and when, is set by the service. */
        EffectivenessCheckPatch: {
            /** Format: date */
            due_date?: string | null;
            outcome?: ("effective" | "ineffective" | "inconclusive") | null;
            results?: string | null;
        };
        ElectronicSignaturesSection: {
            status: components["schemas"]["ComplianceStatus"];
            /** @description What does not comply. */
            findings: components["schemas"]["ComplianceFinding"][];
            /** @description What should be reviewed. */
            observations: components["schemas"]["ComplianceFinding"][];
            total_signatures: number;
            stale_signatures: number;
            invalid_signatures: number;
            signed_entries: number;
            details: {
                /** @description The first 1000 of the period. */
                signatures: components["schemas"]["ReportedSignature"][];
            };
        };
        /** @description A record of quality or supply chain. */
        Entity: {
            id: string;
            type: components["schemas"]["EntityType"];
            name: string;
            attributes: components["schemas"]["Attributes"];
            relationships: components["schemas"]["Relationship"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user or application that created it. */
            created_by: string;
            /** @description Begins at 1 and rises with each change. */
            version: number;
            /** @description Of a document that has a file. */
            file?: components["schemas"]["DocumentFile"];
            /** @description What a document belongs to. */
            related_to?: components["schemas"]["RelatedRecord"][];
        };
        EntityAnswer: {
            data: components["schemas"]["Entity"];
        };
        EntityLookupRule: {
            /** @constant */
            type: "entity_lookup";
            entity_type: components["schemas"]["MappedType"];
            /** @description `name`, or an attribute, with or without `attributes.` before it. */
            lookup_field: string;
        };
        EntityPage: {
            data: components["schemas"]["Entity"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A JSON Merge Patch: what is left out stays, and null removes an attribute. */
        EntityPatch: {
            name?: string;
            attributes?: components["schemas"]["Attributes"];
        };
        EntityPatches: {
            updates: Record<string, unknown>[];
        };
        EntityReferenceRule: {
            /** @constant */
            type: "entity_reference";
            entity_type: components["schemas"]["MappedType"];
        };
        /**
         * @description What kind of record it is.
         * @enum {string}
         */
        EntityType: "supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document";
        /** @description What changed with one version of an entity. */
        EntityVersion: {
            version: number;
            changes: components["schemas"]["Changes"];
            /** Format: date-time */
            changed_at: string;
            changed_by: string;
        };
        EntityVersionPage: {
            data: components["schemas"]["EntityVersion"][];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description `live` acts in the organisation, `test` in its sandbox.
         * @enum {string}
         */
        Environment: "live" | "test";
        /** @description Every error has this form. */
        Error: {
            error: {
                /** @description What went wrong, for programs. New codes may be added. */
                code: string;
                /** @description What went wrong and what to change, for people. */
                message: string;
                /** @description The id of the request, to quote in questions. */
                request_id: string;
                /** @description Seconds until the next request would pass. */
                retry_after?: number;
                /** @description What belongs to the code. */
                details?: {
                    [key: string]: unknown;
                };
            };
        };
        /** @enum {string} */
        ErrorCode: "invalid_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "invalid_transition" | "approval_required" | "idempotency_in_progress" | "connection_not_ready" | "sync_in_progress" | "authorization_failed" | "retention_hold" | "export_not_ready" | "gone" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_failed" | "missing_required_fields" | "signature_required" | "signature_invalid" | "account_locked" | "idempotency_key_reused" | "reason_required" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
        EsignatureSync: {
            enabled: boolean;
            /**
             * @description A field of the external record; dots reach into objects.
             * @default null
             */
            signature_field: string | null;
            /**
             * @description `inbound` or `bidirectional`: in either, signatures that were made there come here, and none is sent.
             * @default inbound
             */
            sync_direction: string;
            /** @default true */
            include_meaning: boolean;
        };
        /** @description Who gets an e-mail or an event, and how long before a certificate expires. */
        ExpiryAlertRule: {
            id: string;
            days_before_expiry: number;
            notify: string[];
            certificate_types: ("coa" | "coc" | "gmp" | "iso" | "qualification" | "audit")[];
            /** Format: date-time */
            created_at: string;
            created_by: string;
        };
        ExpiryAlertRulePage: {
            data: components["schemas"]["ExpiryAlertRule"][];
            meta: components["schemas"]["PageMeta"];
        };
        ExpiryAlertRules: {
            rules: components["schemas"]["ExpiryAlertRule"][];
        };
        ExpiryAlertRulesAnswer: {
            data: components["schemas"]["ExpiryAlertRules"];
        };
        /** @description How many certificates there are, and how many run out soon. */
        ExpirySummary: {
            total: number;
            by_status: {
                [key: string]: number;
            };
            /** @description Cumulative: what expires within 30 days is also within 60. */
            expiring_by_period: {
                "30_days": number;
                "60_days": number;
                "90_days": number;
            };
            by_type: {
                [key: string]: {
                    total: number;
                    expiring_soon: number;
                };
            };
        };
        ExpirySummaryAnswer: {
            data: components["schemas"]["ExpirySummary"];
        };
        Extraction: {
            certificate_id: string;
            extraction_status: components["schemas"]["ExtractionStatus"];
            /** @description How far the document as a whole was understood; null before the first complete run. */
            confidence_score: number | null;
            /** @description What the last complete run read. `warnings` tell what a reviewer should look at, also where document and record disagree. */
            extracted_data: {
                batch_number: string | null;
                manufacturing_date: string | null;
                expiry_date: string | null;
                issue_date: string | null;
                retest_date: string | null;
                manufacturer: string | null;
                manufacturing_site: string | null;
                holder: string | null;
                scope: string | null;
                certificate_number: string | null;
                test_results: {
                    parameter: string;
                    specification: string | null;
                    result: string | null;
                    status: ("pass" | "fail") | null;
                    confidence: number;
                    unit?: string;
                    section?: string;
                    sample?: string;
                    /** @description The page of the document, from 1. */
                    page: number | null;
                    /** @description Left, top, width and height, as shares of the page. */
                    box: number[] | null;
                }[];
                field_confidence: {
                    [key: string]: number;
                };
                field_places: {
                    [key: string]: {
                        /** @description The page of the document, from 1. */
                        page: number;
                        /** @description Left, top, width and height, as shares of the page. */
                        box: number[];
                    };
                };
                warnings: string[];
            } | null;
            /** Format: date-time */
            extracted_at: string | null;
            /** @description Why the latest run failed; null where it did not. */
            error: {
                code: string;
                message: string;
            } | null;
        };
        ExtractionAnswer: {
            data: components["schemas"]["Extraction"];
        };
        /**
         * @description `pending` until a program has begun to read the document, `processing` while it reads, then `complete` or `failed`.
         * @enum {string}
         */
        ExtractionStatus: "pending" | "processing" | "complete" | "failed";
        FieldMapping: {
            /** @description A field of the external record; dots reach into objects. */
            source: string;
            /**
             * @description `name` or `attributes.<path>`.
             * @example name
             */
            target: string;
            /** @default false */
            required: boolean;
            /** @default null */
            transformation: components["schemas"]["Transformation"] | null;
        };
        FormatRule: {
            /** @constant */
            type: "format";
            pattern: string;
        };
        /** @description A record that search found. */
        FoundRecord: {
            /** @description The kind of record: `supplier` and the other types of entities, `certificate`, `deviation` and the other types of quality events. */
            type: string;
            id: string;
            /** @description The name or title. */
            title: string;
            /** @description The code, number or batch number. */
            subtitle: string | null;
            status: string | null;
        };
        FoundRecordList: {
            data: components["schemas"]["FoundRecord"][];
        };
        /** @description What a quality event affects. */
        ImpactAnalysis: {
            event_id: string;
            /** Format: date-time */
            analysis_timestamp: string;
            products_affected: components["schemas"]["AffectedProduct"][];
            batches_affected: components["schemas"]["AffectedBatch"][];
            regulatory_impact: components["schemas"]["RegulatoryImpact"];
            /** @description Most urgent first. */
            recommended_actions: string[];
        };
        ImpactAnalysisAnswer: {
            data: components["schemas"]["ImpactAnalysis"];
        };
        /** @description Whom and what the event affects. */
        ImpactAssessment: {
            products_affected: string[];
            batches_affected: string[];
            patient_impact: string | null;
            regulatory_reportable: boolean | null;
        };
        /** @description What is left out stays, and null removes. */
        ImpactAssessmentPatch: {
            products_affected?: string[] | null;
            batches_affected?: string[] | null;
            /** @description Canonical values: none, low, medium, high, unknown; others are taken as they are. */
            patient_impact?: string | null;
            regulatory_reportable?: boolean | null;
        };
        InboundReceipt: {
            /** @description Whether it is acted on: false where no connection subscribed to the event or synchronises the object. */
            accepted: boolean;
            /** @description The same for each repetition of the message. */
            event_id: string;
        };
        InboundReceiptAnswer: {
            data: components["schemas"]["InboundReceipt"];
        };
        /** @description A relationship of another entity that points to this one. */
        InboundRelationship: {
            id: string;
            type: string;
            source_id: string;
            source_name: string;
            attributes: components["schemas"]["Attributes"];
        };
        JsonParseRule: {
            /** @constant */
            type: "json_parse";
        };
        LastQualification: {
            id: string;
            /**
             * Format: date-time
             * @description When the run was completed.
             */
            at: string;
            version: string;
            /** @enum {string} */
            result: "passed" | "passed_with_open_steps" | "failed";
            steps: {
                passed: number;
                failed: number;
                open: number;
            };
        };
        LastRestoreDrill: {
            /** Format: date-time */
            at: string;
            passed: boolean;
            /** @description Why it did not pass. */
            reason: string | null;
            /**
             * Format: date-time
             * @description The moment of the restored backup.
             */
            backup_moment: string | null;
            /** @description The number of entries of the organisation's log that were verified after the restore. */
            entries: number | null;
        };
        /** @description Entries that are not removed until the hold is lifted. */
        LegalHold: {
            id: string;
            reason: string;
            /** Format: date-time */
            from: string | null;
            to: string | null;
            entity_types: string[];
            entity_ids: string[];
            /** Format: date-time */
            placed_at: string;
            placed_by: string;
            lifted_at: string | null;
            lifted_by: string | null;
        };
        LegalHoldAnswer: {
            data: components["schemas"]["LegalHold"];
        };
        LegalHoldPage: {
            data: components["schemas"]["LegalHold"][];
            meta: components["schemas"]["PageMeta"];
        };
        LookupRule: {
            /** @constant */
            type: "lookup";
            values: components["schemas"]["LookupValues"];
        };
        LookupValues: {
            [key: string]: string | number | boolean | null;
        };
        /**
         * @description The kind of record here.
         * @enum {string}
         */
        MappedType: "supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "quality_event";
        Mapping: {
            /** @example map_01K8ZJ6C4Q7R2M9T5V3X1W0BA1 */
            id: string;
            entity_type: components["schemas"]["MappedType"];
            /** @description What it is called there, such as `vendor__v` or `A_BusinessPartner`. */
            source_object: string;
            /** @default [] */
            document_types: string[];
            /**
             * @description The kind of quality event; required where `entity_type` is `quality_event`, else null.
             * @default null
             */
            event_subtype: ("deviation" | "capa" | "audit_finding" | "complaint" | "change_request") | null;
            field_mappings: components["schemas"]["FieldMapping"][];
            /** @default [] */
            filters: components["schemas"]["MappingFilter"][];
            bidirectional: components["schemas"]["Bidirectional"] | null;
            content_sync: components["schemas"]["ContentSync"] | null;
            workflow_sync: components["schemas"]["WorkflowSync"] | null;
            esignature_sync: components["schemas"]["EsignatureSync"] | null;
        };
        /** @description Only external records for which this holds. */
        MappingFilter: {
            /** @description A field of the external record; dots reach into objects. */
            field: string;
            /** @enum {string} */
            operator: "eq" | "ne" | "gt" | "ge" | "lt" | "le" | "in";
            value: string | number | boolean | null | (string | number | boolean)[];
        };
        MappingList: {
            data: components["schemas"]["Mapping"][];
        };
        /** @description What a mapping makes of a record of the external system. */
        MappingPreview: {
            /** @description The external key of the record; null where there is no such record. */
            record_id: string | null;
            fields: components["schemas"]["PreviewedField"][];
        };
        MappingPreviewAnswer: {
            data: components["schemas"]["MappingPreview"];
        };
        MappingPreviewRequest: {
            mapping: components["schemas"]["NewMapping"];
            /** @description The external key of the record that is read. Unless given, one that fits the filters. */
            record_id?: string;
        };
        NewApiKey: {
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** @description At most a year from now, which it is unless given. */
            expires_at?: string | null;
            environment?: components["schemas"]["Environment"];
        };
        /** @description A decision of the calling user on an approval. */
        NewApprovalDecision: {
            /**
             * @description `withdraw` withdraws the request. It is for the requester or a quality manager, ends the approval like a rejection and needs no signature.
             * @enum {string}
             */
            decision: "approve" | "reject" | "withdraw";
            /** @description The reason; it is recorded in the audit trail. */
            comment: string;
            /**
             * @description Conditions of the decision.
             * @default []
             */
            conditions?: string[];
            /** @description For a rejection or a withdrawal: the state to return to. The approval state must allow it, and it is not the state after an approval. */
            return_to_state?: string;
            signature?: components["schemas"]["SignatureInput"];
        };
        NewAuditExport: {
            /**
             * @description `json` is one array with one entry a line.
             * @enum {string}
             */
            format: "csv" | "json" | "pdf";
            /** @description From this instant or day on. */
            from: string;
            /** @description Until this instant, or the end of this day (UTC); included. */
            to: string;
            /**
             * @description Only entries of these kinds of record; all where there is none.
             * @default []
             */
            entity_types?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow")[];
            /**
             * @description Only these actions; all where there is none.
             * @default []
             */
            actions?: components["schemas"]["AuditAction"][];
            /**
             * @description With the signature block of each entry.
             * @default false
             */
            include_signatures?: boolean;
            /**
             * @description With `changes` and the canonical entry and its hashes, so that it can be checked offline.
             * @default false
             */
            include_raw_data?: boolean;
        };
        NewAuditReview: {
            /** @description The first instant of the period that was reviewed. */
            from: string;
            /** @description Its last instant, or the end of this day (UTC). */
            to: string;
            /**
             * @description Whether something was found.
             * @enum {string}
             */
            conclusion: "no_findings" | "findings";
            /**
             * @description What was looked at and found; needed with `findings`.
             * @default null
             */
            notes?: string | null;
            /**
             * @description The entries that the findings are about; with `entity_id` the entries of the record that the caller has seen.
             * @default []
             */
            entry_ids?: string[];
            /**
             * @description The record whose trail was reviewed; without it, the log was.
             * @default null
             */
            entity_id?: string | null;
        };
        NewBidirectional: {
            enabled: boolean;
            /**
             * @description Whether records without a counterpart are made there.
             * @default false
             */
            create?: boolean;
            /**
             * @description The targets that are sent back.
             * @default []
             */
            fields?: string[];
            /**
             * @description By target: the external path, where it is another than the source.
             * @default {}
             */
            custom_fields?: {
                [key: string]: string;
            };
        };
        NewCapa: {
            title: string;
            description: string;
            /**
             * @description `medium` unless given.
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "critical";
            classification?: ("critical" | "major" | "minor" | "observation") | null;
            /** @description A label of your own. */
            category?: string | null;
            /** @description The id of the user who works on it. */
            assigned_to?: string | null;
            /**
             * Format: date
             * @description A day of the past is taken, from 1900-01-01; the last is 2199-12-31. Due today is not overdue.
             */
            due_date?: string | null;
            corrective_actions?: components["schemas"]["NewCapaAction"][];
            preventive_actions?: components["schemas"]["NewCapaAction"][];
            /** @description Of a CAPA: the criteria of its effectiveness check. */
            effectiveness_criteria?: string | null;
            effectiveness_check?: components["schemas"]["PlannedEffectivenessCheck"];
        };
        /** @description An action of a new CAPA. */
        NewCapaAction: {
            /** @description What is to be done. */
            description: string;
            /** @description The id of the user who does it. */
            assigned_to?: string | null;
            /**
             * Format: date
             * @description Until when; another one needs a reason (`X-Change-Reason`).
             */
            due_date?: string | null;
        };
        NewCertificate: {
            type: components["schemas"]["CertificateType"];
            /** @description How people call it. */
            name: string;
            /** @description The supplier whom it is of. */
            supplier_id?: string | null;
            /** @description The component that it is about. */
            component_id?: string | null;
            batch_number?: string | null;
            /** Format: date */
            issue_date?: string | null;
            /**
             * Format: date
             * @description The last day on which it holds; without one it never expires.
             */
            expiry_date?: string | null;
            /** @description The certificate that this one takes the place of once it is found valid; not one of another supplier. */
            supersedes?: string | null;
        };
        NewConnection: {
            name: string;
            type: components["schemas"]["ConnectionType"];
            authentication: components["schemas"]["NewConnectionAuthentication"];
            endpoints: components["schemas"]["NewConnectionEndpoints"];
            /** @default {} */
            sync_config?: components["schemas"]["NewConnectionSyncConfig"];
            /** @default {} */
            conflict_resolution?: components["schemas"]["NewConnectionConflictResolution"];
            /** @default {} */
            error_handling?: components["schemas"]["NewConnectionErrorHandling"];
        };
        NewConnectionAuthentication: {
            /** @constant */
            type: "oauth2";
            client_id: string;
            /** @description Secret: written and never shown. */
            client_secret?: string;
            /** Format: uri */
            token_url: string;
            /**
             * Format: uri
             * @description Where the user logs in. Without it the client acts by its own right (client credentials).
             */
            authorization_url?: string;
            /**
             * Format: uri
             * @description The issuer (`iss`, RFC 9207). Unless given, an issuer of the origin of the login is accepted.
             */
            issuer?: string;
            /** @description By blanks. `offline_access` where the system gives refresh tokens for it. */
            scope?: string;
            /** @enum {string} */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post";
            /** @description The OAuth profile of a Vault. */
            profile_id?: string;
            /** @description The host name of the external system. */
            host?: string | null;
        } | {
            /** @constant */
            type: "session";
            username: string;
            /** @description Secret: written and never shown. */
            password: string;
            /** @description The host name of the external system. */
            host?: string | null;
        } | {
            /** @constant */
            type: "basic";
            username: string;
            /** @description Secret: written and never shown. */
            password: string;
            /** @description The host name of the external system. */
            host?: string | null;
        } | {
            /** @constant */
            type: "api_key";
            /** @description Secret: written and never shown. */
            api_key: string;
            /** @default X-API-Key */
            header?: string;
            /** @description The host name of the external system. */
            host?: string | null;
        } | {
            /** @constant */
            type: "certificate";
            /** Format: starts_with */
            certificate: string;
            /** @description Secret: written and never shown. PEM. */
            private_key: string;
            /** @description The host name of the external system. */
            host?: string | null;
        };
        NewConnectionChangeDetection: {
            /**
             * @default modified_date
             * @constant
             */
            method?: "modified_date";
            /**
             * @description The field with the time of the last change; unless given, that of the kind of system.
             * @default null
             */
            field?: string | null;
            /**
             * @description So much before the last change that was seen, changes are looked for again.
             * @default 5
             */
            buffer_minutes?: number;
        };
        NewConnectionConflictResolution: {
            /** @default external_wins */
            default_strategy?: components["schemas"]["ConflictStrategy"];
            /**
             * @description Another strategy for single fields, by `<entity_type>.<target>`.
             * @default {}
             */
            exceptions?: {
                [key: string]: components["schemas"]["ConflictStrategy"];
            };
            /**
             * @description Fields that wait for a decision when both sides have changed them.
             * @default []
             */
            manual_review_fields?: string[];
        };
        NewConnectionEndpoints: {
            /**
             * Format: uri
             * @description The address that the API begins at; for Vault without `/api`. Unless given, `https://` and the host.
             */
            api_base?: string;
            /**
             * @description Such as `v25.1`.
             * @default null
             */
            api_version?: string | null;
            /**
             * @description The host name of the external system.
             * @default null
             */
            host?: string | null;
        };
        NewConnectionErrorHandling: {
            /** @default 3 */
            max_retries?: number;
            /** @default 30 */
            retry_delay_seconds?: number;
            /** @default true */
            exponential_backoff?: boolean;
            /**
             * @description Whether a synchronisation continues after a record that could not be taken; otherwise it stops before it.
             * @default true
             */
            skip_on_validation_error?: boolean;
        };
        NewConnectionRealtime: {
            /** @default false */
            enabled?: boolean;
            /** @default null */
            endpoint?: string | null;
            /** @default [] */
            subscribed_events?: string[];
        };
        NewConnectionSyncConfig: {
            /**
             * @default inbound
             * @enum {string}
             */
            direction?: "bidirectional" | "inbound" | "outbound";
            /** @default 60 */
            interval_minutes?: number;
            /**
             * @description Replaces `interval_minutes` while `realtime` is enabled.
             * @default null
             */
            polling_interval_minutes?: number | null;
            /** @default 100 */
            batch_size?: number;
            /** @default {} */
            change_detection?: components["schemas"]["NewConnectionChangeDetection"];
            /** @default {} */
            realtime?: components["schemas"]["NewConnectionRealtime"];
        };
        /** @description Whether and how the files of documents are brought here. */
        NewContentSync: {
            enabled: boolean;
            /** @default null */
            rendition_type?: string | null;
            /** @default null */
            storage?: components["schemas"]["ContentStorage"] | null;
            /** @default null */
            on_update?: string | null;
        };
        /** @description The calling user lets another user decide on approvals for a period. */
        NewDelegation: {
            /** @description The user who may decide for the caller; needs no approver role. */
            delegate_id: string;
            /** @description The start: an instant, or a day (UTC) from its beginning. */
            from: string;
            /** @description The end: an instant, or a day (UTC) including all of it. */
            to: string;
            /** @description The reason; it is recorded in the audit trail. */
            reason: string;
        };
        NewDocument: {
            /** @description How people call it. */
            name: string;
            attributes?: components["schemas"]["Attributes"];
            related_to?: components["schemas"]["NewRelatedRecord"][];
        };
        NewEntities: {
            entities: Record<string, unknown>[];
        };
        NewEntity: {
            type: components["schemas"]["EntityType"];
            /** @description How people call it. */
            name: string;
            attributes?: components["schemas"]["Attributes"];
            relationships?: components["schemas"]["NewRelationship"][];
        };
        NewEsignatureSync: {
            enabled: boolean;
            /**
             * @description A field of the external record; dots reach into objects.
             * @default null
             */
            signature_field?: string | null;
            /**
             * @description `inbound` or `bidirectional`: in either, signatures that were made there come here, and none is sent.
             * @default inbound
             */
            sync_direction?: string;
            /** @default true */
            include_meaning?: boolean;
        };
        NewExpiryAlertRule: {
            /** @description How many days before the expiry date the alert is sent; 0 for the day itself. */
            days_before_expiry: number;
            /** @description The addresses that the e-mail goes to. */
            notify: string[];
            /**
             * @description The types of certificate that it is about; all where it is left out or empty.
             * @default []
             */
            certificate_types?: ("coa" | "coc" | "gmp" | "iso" | "qualification" | "audit")[];
        };
        NewExpiryAlertRules: {
            rules: components["schemas"]["NewExpiryAlertRule"][];
        };
        NewFieldMapping: {
            /** @description A field of the external record; dots reach into objects. */
            source: string;
            /**
             * @description `name` or `attributes.<path>`.
             * @example name
             */
            target: string;
            /** @default false */
            required?: boolean;
            /** @default null */
            transformation?: components["schemas"]["Transformation"] | null;
        };
        /** @description Covers the entries that match all of its criteria, of which it has at least one. */
        NewLegalHold: {
            /** @description The reason; it is recorded in the audit trail. */
            reason: string;
            /**
             * @description Entries of this instant or day and later.
             * @default null
             */
            from?: string | null;
            /**
             * @description Entries until this instant, or the end of this day (UTC).
             * @default null
             */
            to?: string | null;
            /**
             * @description Entries of these kinds of record; of all where it is empty.
             * @default []
             */
            entity_types?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow")[];
            /**
             * @description Entries of these records; of all where it is empty.
             * @default []
             */
            entity_ids?: string[];
        };
        NewMapping: {
            /** @description The id of an existing mapping, which retains its links while its object and kind of record stay the same. Optional. */
            id?: string;
            entity_type: components["schemas"]["MappedType"];
            /** @description What it is called there, such as `vendor__v` or `A_BusinessPartner`. */
            source_object: string;
            /** @default [] */
            document_types?: string[];
            /**
             * @description The kind of quality event; required where `entity_type` is `quality_event`, else null.
             * @default null
             */
            event_subtype?: ("deviation" | "capa" | "audit_finding" | "complaint" | "change_request") | null;
            field_mappings: components["schemas"]["NewFieldMapping"][];
            /** @default [] */
            filters?: components["schemas"]["MappingFilter"][];
            /** @default null */
            bidirectional?: components["schemas"]["NewBidirectional"] | null;
            /** @default null */
            content_sync?: components["schemas"]["NewContentSync"] | null;
            /** @default null */
            workflow_sync?: components["schemas"]["NewWorkflowSync"] | null;
            /** @default null */
            esignature_sync?: components["schemas"]["NewEsignatureSync"] | null;
        };
        NewMappings: {
            mappings: components["schemas"]["NewMapping"][];
        };
        NewOAuthApplication: {
            name: string;
            scopes: components["schemas"]["Scope"][];
            /**
             * @description Where the authorization code flow may send users back to; without any there is only client credentials.
             * @default []
             */
            redirect_uris?: string[];
            /**
             * @description A browser or native application, which can keep no secret.
             * @default false
             */
            public?: boolean;
        };
        /** @description A qualification status for a supplier, with effective date and reason. */
        NewQualification: {
            /**
             * @description The new status; the error of a refused transition lists the allowed ones.
             * @enum {string}
             */
            status: "new" | "evaluation" | "qualified" | "conditional" | "suspended" | "disqualified";
            /**
             * Format: date
             * @description The day on which it takes effect, in the organisation’s time zone. After today it is scheduled.
             */
            effective_date: string;
            /** @description The reason; it is recorded in the audit trail. */
            reason: string;
            /**
             * Format: date
             * @description Becomes `next_audit_date`. For a qualified or conditional supplier the default is 12, 24 or 36 months after the effective date, by its risk.
             */
            next_review_date?: string;
            /** @description Required for `conditional`. */
            conditions?: string[];
            /** @description Ids of entities of type document; required for `qualified` after a suspension. */
            documents?: string[];
        };
        NewQualityEvent: {
            type: components["schemas"]["QualityEventType"];
            title: string;
            description: string;
            /**
             * @description `medium` unless given.
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "critical";
            classification?: ("critical" | "major" | "minor" | "observation") | null;
            /** @description A label of your own. */
            category?: string | null;
            /** @description The entities that the event is about. */
            related_entities?: components["schemas"]["NewRelatedEntity"][] | null;
            root_cause?: components["schemas"]["RootCausePatch"] | null;
            impact_assessment?: components["schemas"]["ImpactAssessmentPatch"] | null;
            /** @description Why the event is rejected. */
            rejection_reason?: string | null;
            /** @description The id of the user who works on it. */
            assigned_to?: string | null;
            /**
             * Format: date
             * @description A day of the past is taken, from 1900-01-01; the last is 2199-12-31. Due today is not overdue.
             */
            due_date?: string | null;
            /** @description Of an audit finding. */
            audit_details?: components["schemas"]["AuditDetailsPatch"] | null;
            /**
             * Format: date
             * @description Of an audit finding.
             */
            response_due_date?: string | null;
        };
        NewQualityEvents: {
            quality_events: Record<string, unknown>[];
        };
        NewRelatedEntity: {
            /** @description The type of the entity, such as `supplier`. */
            type: string;
            /** @description The entity that the event is about. */
            id: string;
        };
        /** @description A record that the document belongs to. */
        NewRelatedRecord: {
            /**
             * @description `quality_event`, or the type of an entity; `certificate` is a certificate (`cert_…`) or an entity of that type.
             * @enum {string}
             */
            type: "supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "quality_event";
            id: string;
        };
        NewRelationship: {
            /** @description How the entities are connected, such as `supplies`. */
            type: string;
            /** @description The entity that it points to. */
            target_id: string;
            attributes?: components["schemas"]["Attributes"];
        };
        NewRiskAssessment: {
            /**
             * Format: date
             * @description Default: today. Not in the future.
             */
            assessment_date?: string;
            /** @description Each category at most once; weights are relative to the given categories. */
            factors: components["schemas"]["NewRiskFactor"][];
            notes?: string;
        };
        NewRiskFactor: {
            /** @enum {string} */
            category: "quality_history" | "delivery_performance" | "financial_stability" | "geographic_risk" | "single_source" | "certification_status";
            /** @description 0 for no risk, 100 for the highest. */
            score: number;
            details?: string;
        };
        NewSupplier: {
            /** @description The name of the supplier. */
            name: string;
            /** @description A code of your own, unique in the organisation. */
            supplier_code: string;
            attributes?: components["schemas"]["NewSupplierAttributes"];
        };
        /** @description Attributes of the supplier. Further members are free. */
        NewSupplierAttributes: {
            /** @description ISO 3166-1 alpha-2. */
            country?: string;
            /** @description Such as EMEA, APAC or Americas. */
            region?: string;
            primary_contact?: {
                name?: string | null;
                /** Format: email */
                email?: string | null;
                phone?: string | null;
            };
            address?: {
                street?: string | null;
                city?: string | null;
                state?: string | null;
                postal_code?: string | null;
                country?: string | null;
            };
            categories?: string[];
            certifications?: string[];
            /** Format: date */
            qualification_date?: string;
            /** Format: date */
            next_audit_date?: string;
        } & {
            [key: string]: unknown;
        };
        NewSystemQualification: {
            /** @description The id of the run, as its records carry it. */
            run: string;
            started_at: string;
            completed_at: string;
            system: {
                /** Format: uri */
                base_url: string;
                version: string;
            };
            /** @enum {string} */
            result: "passed" | "passed_with_open_steps" | "failed";
            steps: components["schemas"]["QualificationSteps"];
            files: components["schemas"]["QualificationFile"][];
        };
        NewUser: {
            /**
             * Format: email
             * @description By which the user logs in; unique over all organisations.
             */
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            password: string;
        };
        NewWebhook: {
            /**
             * Format: uri
             * @description Where events are posted. https, at a public address, unless the deployment allows the network.
             */
            url: string;
            events: components["schemas"]["WebhookEventName"][];
            /**
             * @default {
             *       "entity_types": [],
             *       "actions": []
             *     }
             */
            filters?: components["schemas"]["NewWebhookFilters"];
        };
        /** @description Which events are delivered. An empty list restricts nothing. */
        NewWebhookFilters: {
            /** @default [] */
            entity_types?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow")[];
            /** @default [] */
            actions?: ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export")[];
        };
        NewWorkflow: {
            /** @description The name of the workflow. */
            name: string;
            /**
             * @description What it is for.
             * @default
             */
            description?: string;
            /** @description The types of records that use it: entity types, and types of quality events (`deviation`, `capa` …). */
            entity_types: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request")[];
            /** @description One initial state, at least one final, and a path from the initial state through each state to a final one. */
            states: components["schemas"]["NewWorkflowState"][];
            /**
             * @description Whether new records of its types use it; one definition is active for each type.
             * @default true
             */
            is_active?: boolean;
        };
        NewWorkflowInstance: {
            /** @description The record. */
            entity_id: string;
            /** @description The definition. */
            workflow_id: string;
        };
        /** @description A state: its targets (`allowed_transitions`), the requirements of transitions (`transition_rules`), the approvers (`approval_config`), its time limit in hours (`sla_hours`) and its reactions to events (`on`). */
        NewWorkflowState: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "initial" | "intermediate" | "approval" | "final";
            allowed_transitions?: string[];
            approval_config?: {
                required_approvers: number;
                approver_roles: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
                /** @default false */
                require_signature?: boolean;
                require_audit_review?: boolean;
                /** @enum {string} */
                approval_type?: "single" | "parallel" | "sequential";
                on_approve?: string;
                on_reject?: string;
            };
            transition_rules?: {
                to_state: string;
                /** @default [] */
                requires_fields?: string[];
                /** @default false */
                requires_signature?: boolean;
                /** @default [] */
                roles?: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
            }[];
            sla_hours?: number;
            on?: {
                /** @enum {string} */
                event: "quality_event.created" | "quality_event.updated" | "quality_event.overdue" | "supplier.qualification_changed" | "certificate.validated" | "certificate.rejected" | "certificate.expired" | "certificate.superseded";
                /** @default {} */
                when?: {
                    [key: string]: string | number | boolean | null | {
                        eq?: string | number | boolean | null;
                        ne?: string | number | boolean | null;
                        gt?: string | number;
                        ge?: string | number;
                        lt?: string | number;
                        le?: string | number;
                        in?: (string | number | boolean | null)[];
                    };
                };
                to_state: string;
            }[];
        };
        NewWorkflowSync: {
            enabled: boolean;
            /** @default null */
            lifecycle?: string | null;
            /** @default [] */
            state_mappings?: {
                external_state: string;
                service_state: string;
            }[];
            /**
             * @default {
             *       "external_to_service": false,
             *       "service_to_external": false
             *     }
             */
            transition_triggers?: {
                /** @default false */
                external_to_service?: boolean;
                /** @default false */
                service_to_external?: boolean;
            };
        };
        /** @description An OAuth application without its secret. */
        OAuthApplication: {
            id: string;
            client_id: string;
            name: string;
            scopes: components["schemas"]["Scope"][];
            redirect_uris: string[];
            public: boolean;
            status: components["schemas"]["OAuthApplicationStatus"];
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            version: number;
        };
        OAuthApplicationAnswer: {
            data: components["schemas"]["OAuthApplication"];
        };
        OAuthApplicationPage: {
            data: components["schemas"]["OAuthApplication"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        OAuthApplicationStatus: "active" | "revoked";
        /** @description The organisation of the caller. */
        Organization: {
            id: string;
            name: string;
            tier: components["schemas"]["Tier"];
            time_zone: string;
            sandbox: boolean;
            /** @description The organisation in which `test` keys act. */
            sandbox_id: string | null;
            settings: {
                strict_mode: boolean;
                recorded_reads: string[];
                session_idle_minutes: number;
                audit_review_interval_days: number;
                /** @description In a custom tier only. */
                requests_per_minute: number | null;
                /** @description In a custom tier only. */
                burst: number | null;
            };
            limits: components["schemas"]["RateLimits"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        OrganizationAnswer: {
            data: components["schemas"]["Organization"];
        };
        /** @description What is left out stays. */
        OrganizationPatch: {
            name?: string;
            /** @description Due, overdue, expired and expiring go by the day in it; so do the days in exports and numbers. */
            time_zone?: string;
            settings?: {
                /** @description Every change of a record needs a reason. */
                strict_mode?: boolean;
                /** @description The kinds of record whose reads are recorded. */
                recorded_reads?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "oauth_application" | "organization" | "user" | "workflow")[];
                /** @description Minutes without input after which a session of the dashboard has to be unlocked. */
                session_idle_minutes?: number;
                /** @description Days of the audit trail that one periodic review covers. */
                audit_review_interval_days?: number;
                requests_per_minute?: number;
                burst?: number;
            };
        };
        /** @description A session in which the user is signed in. */
        OwnSession: {
            id: string;
            /**
             * @description How it was begun: in the dashboard, by an OAuth application on behalf of the user, or by `/auth/token`.
             * @enum {string}
             */
            kind: "dashboard" | "application" | "api";
            /** @description The browser or program, as it names itself. */
            user_agent: string | null;
            /** Format: date-time */
            created_at: string;
            /** @description The last input in the dashboard; null for another kind. */
            active_at: string | null;
            /** Format: date-time */
            expires_at: string;
            /** @description Whether this request belongs to it. */
            current: boolean;
        };
        OwnSessionList: {
            data: components["schemas"]["OwnSession"][];
        };
        /** @description Where a page stands among the others. */
        PageMeta: {
            /** @description How many records there are on all pages. */
            total: number;
            page: number;
            per_page: number;
            total_pages: number;
        };
        /** @description A record that could not be taken and waits. */
        ParkedRecord: {
            id: string;
            /** @description The external key; the id of our record where it has none yet. */
            record_id: string;
            entity_id: string | null;
            error_code: string;
            message: string;
            field: string | null;
            attempts: number;
            /** @description The synchronisation that tried it last. */
            sync_id: string;
            /** Format: date-time */
            parked_at: string;
            /** Format: date-time */
            last_attempt_at: string;
        };
        ParkedRecordPage: {
            data: components["schemas"]["ParkedRecord"][];
            meta: components["schemas"]["PageMeta"];
        };
        PasswordChange: {
            current_password: string;
            new_password: string;
        };
        /** @description An approval that the calling user can decide on now. */
        PendingApproval: {
            approval_id: string;
            entity_id: string;
            entity_type: string;
            title: string;
            /** @description The approval state that the record waits in, or waited in. */
            current_state: string;
            /** Format: date-time */
            requested_at: string;
            requested_by: string;
            /** @description The deadline: by the hours of the state, otherwise the due date of the record. */
            due_date: string | null;
            /** @enum {string} */
            approval_type: "single" | "parallel" | "sequential";
            approvals_received: number;
            approvals_required: number;
            require_signature: boolean;
            /** @description Whether an approver needs a review of their own (`POST /v1/audit-logs/reviews` with `entity_id`) that includes the newest change of the record. */
            require_audit_review: boolean;
            summary: components["schemas"]["ApprovalSummary"];
            /** @description The user whose vote it is, where a delegate decides. */
            on_behalf_of: string | null;
        };
        PendingApprovalPage: {
            data: components["schemas"]["PendingApproval"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description What a synchronisation would do to one record. */
        PlannedChange: {
            record_id: string;
            entity_id: string | null;
            /** @enum {string} */
            action: "create_local" | "update_local" | "delete_local" | "create_remote" | "update_remote" | "review";
            fields: {
                [key: string]: {
                    from: unknown;
                    to: unknown;
                };
            };
        };
        /** @description Until when the effectiveness is to be checked. */
        PlannedEffectivenessCheck: {
            /** Format: date */
            due_date: string | null;
        };
        /** @description A user who can decide on the approval now. */
        PossibleDecider: {
            user_id: string;
            name: string;
            /**
             * @description The approver role that the decision would count for.
             * @enum {string}
             */
            role: "system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer";
            /** @description The user whose vote it is, where a delegate decides. */
            on_behalf_of: string | null;
            on_behalf_of_name: string | null;
        };
        /** @description Any JSON object; its members mean something to the program that set them alone. */
        Preferences: {
            [key: string]: unknown;
        };
        PreferencesAnswer: {
            data: components["schemas"]["Preferences"];
        };
        /** @description What a mapping makes of one field. */
        PreviewedField: {
            source: string;
            target: string;
            /** @description Any JSON value; null where there is none. */
            from: unknown;
            /** @description Any JSON value; null where there is none. */
            to: unknown;
            /** @description Why the value cannot be taken; `to` is null then. */
            problem: string | null;
        };
        /** @description One qualification of a supplier. */
        Qualification: {
            /** @example qual_01K8ZJ6C4Q7R2M9T5V3X1W0BA1 */
            id: string;
            previous_status: string;
            status: string;
            effective_date: string;
            reason: string | null;
            conditions: string[];
            documents: string[];
            /**
             * @description The documents, with the version and the file that each had when the qualification was requested.
             * @default []
             */
            document_references: components["schemas"]["DocumentReference"][];
            next_review_date: string | null;
            /** @description The user or application that requested it. */
            changed_by: string;
            /**
             * Format: date-time
             * @description When it took effect; until then, when it was requested.
             */
            changed_at: string;
            /** @description Whether it is scheduled for its effective date. */
            scheduled: boolean;
            /**
             * @description `replaced`: by a newer one before its day; `refused`: the state did not allow it any more on its day.
             * @enum {string}
             */
            outcome: "effective" | "scheduled" | "replaced" | "refused";
            refusal: {
                code: string;
                message: string;
            } | null;
        };
        /** @description A file of the pack. */
        QualificationFile: {
            name: string;
            size_bytes: number;
            checksum: string;
        };
        QualificationPage: {
            data: components["schemas"]["Qualification"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description How the steps of a run ended. */
        QualificationSteps: {
            passed: number;
            failed: number;
            /** @description Steps that could not be run; they never count as passed. */
            open: number;
        };
        /** @description The current supplier, with the requested qualification. */
        QualifiedSupplier: {
            id: string;
            /** @constant */
            type: "supplier";
            name: string;
            supplier_code: string | null;
            attributes: components["schemas"]["SupplierAttributes"];
            relationships: components["schemas"]["SupplierRelationship"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user or application that created it. */
            created_by: string;
            /** @description Starts at 1 and rises with each change, at every entry point. */
            version: number;
            qualification: components["schemas"]["Qualification"];
        };
        QualifiedSupplierAnswer: {
            data: components["schemas"]["QualifiedSupplier"];
        };
        /** @description A deviation, CAPA, audit finding, complaint or change request. */
        QualityEvent: {
            id: string;
            type: components["schemas"]["QualityEventType"];
            /** @description Counted by type and year, without gaps. */
            number: string;
            title: string;
            description: string;
            status: components["schemas"]["QualityEventStatus"];
            /** @enum {string} */
            priority: "low" | "medium" | "high" | "critical";
            classification: ("critical" | "major" | "minor" | "observation") | null;
            category: string | null;
            related_entities: components["schemas"]["RelatedEntity"][];
            root_cause: components["schemas"]["RootCause"] | null;
            impact_assessment: components["schemas"]["ImpactAssessment"] | null;
            rejection_reason: string | null;
            assigned_to: string | null;
            /** Format: date */
            due_date: string | null;
            /** @description Of an audit finding alone. */
            audit_details?: components["schemas"]["AuditDetails"] | null;
            /**
             * Format: date
             * @description Of an audit finding alone.
             */
            response_due_date?: string | null;
            /** @description Of a CAPA alone: the event that it was opened for. */
            source_event_id?: string;
            /** @description Of a CAPA alone. */
            corrective_actions?: components["schemas"]["CapaAction"][];
            /** @description Of a CAPA alone. */
            preventive_actions?: components["schemas"]["CapaAction"][];
            /** @description Of a CAPA alone. */
            effectiveness_criteria?: string | null;
            /** @description Of a CAPA alone. */
            effectiveness_check?: components["schemas"]["EffectivenessCheck"] | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user or application that created it. */
            created_by: string;
            /** @description Begins at 1 and rises with each change. */
            version: number;
        };
        QualityEventAnswer: {
            data: components["schemas"]["QualityEvent"];
        };
        QualityEventBulkAnswer: {
            data: components["schemas"]["QualityEventBulkItem"][];
            meta: {
                total: number;
                succeeded: number;
                failed: number;
            };
        };
        /** @description What became of one item: its quality event, or why it was refused. */
        QualityEventBulkItem: {
            /** @description The place of the item in the request, from 0. */
            index: number;
            /** @description The status that the item would have got by itself. */
            status: number;
            id: string | null;
            error?: {
                code: components["schemas"]["ErrorCode"];
                message: string;
                details?: {
                    [key: string]: unknown;
                };
            };
            quality_event?: components["schemas"]["QualityEvent"];
        };
        /** @description The quality events that were created in a period, counted. */
        QualityEventMetrics: {
            /** @enum {string} */
            period: "30d" | "90d" | "1y";
            summary: {
                total_events: number;
                open_events: number;
                /** @description Those that are closed or rejected. */
                closed_events: number;
                /** @description Open ones whose due date is before today, in the organisation’s time zone. */
                overdue_events: number;
                /** @description From creation to the end, to a tenth of a day; null where none has ended. */
                average_closure_days: number | null;
            };
            by_type: {
                [key: string]: components["schemas"]["QualityEventShare"];
            };
            /** @description Events without a classification are in none of them. */
            by_classification: {
                [key: string]: number;
            };
            /** @description With `group_by=category`: the 500 most frequent categories. Events without one are in none of them. */
            by_category?: {
                [key: string]: {
                    total: number;
                    open: number;
                };
            };
            trends: {
                /** @description Every ISO week (UTC) that the period touches, oldest first, also those without an event. */
                events_by_week: {
                    /** @example 2026-W07 */
                    week: string;
                    count: number;
                }[];
            };
        };
        QualityEventMetricsAnswer: {
            data: components["schemas"]["QualityEventMetrics"];
        };
        QualityEventPage: {
            data: components["schemas"]["QualityEvent"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A JSON Merge Patch: what is left out stays, objects merge, lists are replaced, null removes. */
        QualityEventPatch: {
            status?: components["schemas"]["QualityEventStatus"];
            title?: string;
            description?: string;
            /**
             * @description `medium` unless given.
             * @enum {string}
             */
            priority?: "low" | "medium" | "high" | "critical";
            classification?: ("critical" | "major" | "minor" | "observation") | null;
            /** @description A label of your own. */
            category?: string | null;
            /** @description The entities that the event is about. */
            related_entities?: components["schemas"]["NewRelatedEntity"][] | null;
            root_cause?: components["schemas"]["RootCausePatch"] | null;
            impact_assessment?: components["schemas"]["ImpactAssessmentPatch"] | null;
            /** @description Why the event is rejected. */
            rejection_reason?: string | null;
            /** @description The id of the user who works on it. */
            assigned_to?: string | null;
            /**
             * Format: date
             * @description A day of the past is taken, from 1900-01-01; the last is 2199-12-31. Due today is not overdue.
             */
            due_date?: string | null;
            /** @description Of an audit finding. */
            audit_details?: components["schemas"]["AuditDetailsPatch"] | null;
            /**
             * Format: date
             * @description Of an audit finding.
             */
            response_due_date?: string | null;
            /** @description Of a CAPA: the criteria of its effectiveness check. */
            effectiveness_criteria?: string | null;
            /** @description Of a CAPA. */
            effectiveness_check?: components["schemas"]["EffectivenessCheckPatch"] | null;
        };
        /** @description How many events, and how many of them are open. */
        QualityEventShare: {
            total: number;
            open: number;
        };
        /**
         * @description The state in its workflow. The definition of the workflow says which transitions are allowed.
         * @enum {string}
         */
        QualityEventStatus: "draft" | "submitted" | "investigation" | "root_cause_identified" | "action_planning" | "implementation" | "verification" | "closed" | "rejected";
        /**
         * @description What kind of event it is.
         * @enum {string}
         */
        QualityEventType: "deviation" | "capa" | "audit_finding" | "complaint" | "change_request";
        /** @description The figures that hold: requests in a minute, and in a second. */
        RateLimits: {
            requests_per_minute: number;
            burst: number;
        };
        ReadSignature: components["schemas"]["Signature"] | components["schemas"]["AlteredSignature"];
        ReadSignatureAnswer: {
            data: components["schemas"]["ReadSignature"];
        };
        ReadSignaturePage: {
            data: components["schemas"]["ReadSignature"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description How many deliveries are sent again. */
        RecoveredDeliveries: {
            count: number;
        };
        RecoveredDeliveriesAnswer: {
            data: components["schemas"]["RecoveredDeliveries"];
        };
        /** @description Whether the authorities must be notified, and why. */
        RegulatoryImpact: {
            reportable: boolean;
            reason: string;
            /** @description The authorities of the countries of the products and suppliers met; empty where none is known. */
            jurisdictions: string[];
        };
        /** @description An entity that a quality event is about, with the name that it had when it was related. */
        RelatedEntity: {
            type: string;
            id: string;
            name: string;
        };
        RelatedRecord: {
            type: string;
            id: string;
        };
        /** @description A relationship of this entity to another. */
        Relationship: {
            id: string;
            type: string;
            target_id: string;
            /** @description The name of the target where it is asked for; null when there is none any more. */
            target_name?: string | null;
            attributes: components["schemas"]["Attributes"];
        };
        RelationshipAnswer: {
            data: components["schemas"]["Relationship"];
        };
        RemoteSystemStatus: {
            /** @description Whether it answered last: the synchronisation that runs, or the one before it. False while it limits the rate. */
            api_available: boolean | null;
            api_version: string | null;
            response_time_ms: number | null;
        };
        /** @description The content of an altered signature is left out. */
        ReportedSignature: {
            id: string;
            /** @enum {string} */
            status: "valid" | "stale" | "invalid";
            reason: string | null;
            /** Format: date-time */
            at: string | null;
            signer_name: string | null;
            meaning: string | null;
            record_type: string | null;
            record_id: string | null;
            record_version: number | null;
        };
        /** @description Entries of these kinds of record are retained for another time. */
        RetentionException: {
            entity_types: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow")[];
            retention_period_years: number;
            reason: string;
        };
        /** @description How long entries of the audit log are retained, archived and removed. */
        RetentionPolicy: {
            policy_id: string;
            name: string;
            /** @description Counted from when an entry was recorded. */
            retention_period_years: number;
            /** @description Kinds of record, `all` for every one. Entries of others are never removed. */
            applies_to: ("all" | ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow"))[];
            /** @description Entries of whole months that are older are written to signed files. */
            archive_after_years: number;
            /**
             * @description Where the files are stored: in the store of the deployment.
             * @enum {string}
             */
            archive_storage: "file_store";
            /**
             * @description `after_retention`: archived entries leave the database when the retention of all entries of their segment is over and no legal hold covers any. The signed file stays.
             * @enum {string}
             */
            deletion_policy: "never" | "after_retention";
            exceptions: components["schemas"]["RetentionException"][];
            version: number;
            /**
             * Format: date-time
             * @description Null for the standard policy, which nobody set.
             */
            changed_at: string | null;
            changed_by: string | null;
        };
        RetentionPolicyAnswer: {
            data: components["schemas"]["RetentionPolicy"];
        };
        RetentionPolicyPage: {
            data: components["schemas"]["RetentionPolicy"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description All of a retention policy but its id. */
        RetentionRules: {
            name: string;
            /** @description Counted from when an entry was recorded. */
            retention_period_years: number;
            /** @description Kinds of record, `all` for every one. Entries of others are never removed. */
            applies_to: ("all" | ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow"))[];
            /** @description Entries of whole months that are older are written to signed files. */
            archive_after_years: number;
            /**
             * @description Where the files are stored: in the store of the deployment.
             * @enum {string}
             */
            archive_storage: "file_store";
            /**
             * @description `after_retention`: archived entries leave the database when the retention of all entries of their segment is over and no legal hold covers any. The signed file stays.
             * @enum {string}
             */
            deletion_policy: "never" | "after_retention";
            exceptions: components["schemas"]["RetentionException"][];
        };
        /** @description Risk of a supplier: `weighted_score` is score × weight, `risk_score` their rounded sum. */
        RiskAssessment: {
            /** @description Null for a baseline. */
            id: string | null;
            supplier_id: string;
            risk_score: number;
            /** @enum {string} */
            risk_level: "critical" | "high" | "medium" | "low";
            /** Format: date */
            assessment_date: string;
            /** Format: date */
            next_assessment_date: string;
            factors: {
                /** @enum {string} */
                category: "quality_history" | "delivery_performance" | "financial_stability" | "geographic_risk" | "single_source" | "certification_status";
                score: number;
                weight: number;
                weighted_score: number;
                details: string | null;
            }[];
            recommendations: string[];
            /** @description What a baseline was derived from. */
            details: string | null;
            notes: string | null;
            /** @description Null for a baseline. */
            assessed_by: string | null;
            /** Format: date-time */
            assessed_at: string | null;
        };
        RiskAssessmentAnswer: {
            data: components["schemas"]["RiskAssessment"];
        };
        /**
         * @description What a user may do at most, whatever the scopes of the credential.
         * @enum {string}
         */
        Role: "system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer";
        /** @description What caused the event. */
        RootCause: {
            category: string | null;
            description: string | null;
            /** Format: date */
            identified_date: string | null;
        };
        /** @description What is left out stays, and null removes. */
        RootCausePatch: {
            category?: string | null;
            description?: string | null;
            /** Format: date */
            identified_date?: string | null;
        };
        /**
         * @description What a credential may be used for.
         * @enum {string}
         */
        Scope: "entities:read" | "entities:write" | "entities:delete" | "certificates:read" | "certificates:write" | "suppliers:read" | "suppliers:write" | "quality-events:read" | "quality-events:write" | "workflows:read" | "workflows:execute" | "audit-logs:read" | "admin:read" | "admin:write";
        /** @description In the form of the system that sends it. */
        SendersOwn: {
            [key: string]: unknown;
        };
        /** @description An electronic signature, bound to a record as it was after the signed act. */
        Signature: {
            signature_id: string;
            signer: string;
            signer_name: string;
            meaning: string;
            /** Format: date-time */
            timestamp: string;
            org_id: string;
            signer_email: string | null;
            signer_role: string;
            entity_id: string;
            entity_type: string;
            /** @description The version of the record after the signed act. */
            entity_version: number;
            /** @description SHA-256 of the canonical JSON (RFC 8785) of the record after the act: its data without `status`, `version`, `updated_at` and what was included, with `attachments` where documents belong to it. */
            entity_hash: string;
            act: components["schemas"]["SignedAct"];
            /** @description The documents that belonged to the record when it was signed; the hash covers them. */
            attachments?: components["schemas"]["DocumentReference"][];
            request_id: string;
            /** @description The key of the seal; `GET /v1/signatures/keys` has it. */
            key_id: string;
            /** @description Detached JWS (EdDSA) over the canonical JSON (RFC 8785) of all other members. */
            seal: string;
        };
        /** @description An electronic signature of the calling user. */
        SignatureInput: {
            /** @description The user name (e-mail) of the user who signs; where it is given, it must be the caller's. */
            username?: string;
            /**
             * @description The meaning of the signature: approval, responsibility, authorship …
             * @example Approval
             */
            meaning: string;
            /** @description The password of the user who signs. */
            password: string;
        };
        SignatureKey: {
            /** @constant */
            kty: "OKP";
            /** @constant */
            crv: "Ed25519";
            x: string;
            /** @description The key's thumbprint (RFC 7638). */
            kid: string;
            /** @constant */
            alg: "EdDSA";
            /** @constant */
            use: "sig";
        };
        /** @description The public keys by which the seals of signatures are checked. */
        SignatureKeySet: {
            keys: components["schemas"]["SignatureKey"][];
        };
        SignatureKeySetAnswer: {
            data: components["schemas"]["SignatureKeySet"];
        };
        /** @description Who signed, when, and with which meaning. */
        SignatureRecord: {
            signature_id: string;
            signer: string;
            signer_name: string;
            meaning: string;
            /** Format: date-time */
            timestamp: string;
        };
        /** @description Whether a signature is valid, and the reason where it is not. */
        SignatureVerification: {
            signature_id: string;
            /**
             * @description `valid`: unaltered, and the record has the signed content. `stale`: the content was changed since. `invalid`: the signature was altered.
             * @enum {string}
             */
            status: "valid" | "stale" | "invalid";
            reason: ("altered" | "unknown_key" | "content_changed" | "changed_in_place" | "record_behind" | "record_gone") | null;
            message: string;
            /** Format: date-time */
            checked_at: string;
            /** @description The signed record; null where the signature is invalid. */
            record: {
                id: string;
                type: string;
                version: number;
                current_version: number | null;
            } | null;
            /** @description SHA-256, in lower-case hex. */
            signed_hash: string | null;
            /** @description SHA-256, in lower-case hex. */
            current_hash: string | null;
            key_id: string | null;
        };
        SignatureVerificationAnswer: {
            data: components["schemas"]["SignatureVerification"];
        };
        /** @description The act that was signed. */
        SignedAct: {
            /** @enum {string} */
            action: "transition" | "approve" | "reject";
            /** @description The number of the transition in the instance; null for an act without a transition. */
            move: number | null;
            from_state: string | null;
            to_state: string;
            approval_id: string | null;
        };
        /** @description What the external system says of itself. */
        SourceDescription: {
            /** @description The objects that can be mapped; null where the kind of system does not list them. */
            objects: string[] | null;
            fields: components["schemas"]["SourceField"][];
        };
        SourceDescriptionAnswer: {
            data: components["schemas"]["SourceDescription"];
        };
        /** @description A field of the external system. */
        SourceField: {
            /** @description As `source` of a mapping names it. */
            path: string;
            /** @description What its users call it there. */
            label: string | null;
            /** @description Its type, by the name that the external system has for it. */
            type: string;
            required: boolean;
            max_length: number | null;
        };
        /** @description An entity of type supplier. */
        Supplier: {
            id: string;
            /** @constant */
            type: "supplier";
            name: string;
            supplier_code: string | null;
            attributes: components["schemas"]["SupplierAttributes"];
            relationships: components["schemas"]["SupplierRelationship"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user or application that created it. */
            created_by: string;
            /** @description Starts at 1 and rises with each change, at every entry point. */
            version: number;
        };
        SupplierAnswer: {
            data: components["schemas"]["Supplier"];
        };
        /** @description Attributes of the supplier: `country`, `region`, `qualification_status`, `qualification_date`, `next_audit_date`, `risk_level`, `risk_score`, `primary_contact`, `address`, `certifications`, `categories`, and free members. Values written at other entry points may have another form. */
        SupplierAttributes: {
            [key: string]: unknown;
        };
        /** @description A JSON Merge Patch (RFC 7396); null removes. */
        SupplierAttributesPatch: {
            /** @description ISO 3166-1 alpha-2. */
            country?: string | null;
            region?: string | null;
            primary_contact?: {
                name?: string | null;
                /** Format: email */
                email?: string | null;
                phone?: string | null;
            } | null;
            address?: {
                street?: string | null;
                city?: string | null;
                state?: string | null;
                postal_code?: string | null;
                country?: string | null;
            } | null;
            categories?: string[] | null;
            certifications?: string[] | null;
            /** Format: date */
            qualification_date?: string | null;
            /** Format: date */
            next_audit_date?: string | null;
        } & {
            [key: string]: unknown;
        };
        /** @description A certificate of a supplier, with all the members that it has under `/v1/certificates`. */
        SupplierCertificate: {
            id: string;
            /** @enum {string} */
            type: "coa" | "coc" | "gmp" | "iso" | "qualification" | "audit";
            name: string;
            /** @enum {string} */
            status: "pending" | "valid" | "expiring_soon" | "expired" | "rejected" | "superseded";
            supplier_id: string | null;
            component_id: string | null;
            batch_number: string | null;
            /** Format: date */
            issue_date: string | null;
            /** Format: date */
            expiry_date: string | null;
        } & {
            [key: string]: unknown;
        };
        SupplierCertificatePage: {
            data: components["schemas"]["SupplierCertificate"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A component or product that a supplier supplies. */
        SupplierComponent: {
            id: string;
            name: string;
            component_code: string | null;
            is_primary_supplier: boolean;
            /** @description The status of the component; null where it has none. */
            status: string | null;
            /** @description The number of certificates of this supplier for it that are valid today. */
            active_certificates: number;
            /**
             * Format: date
             * @description From the relationship; null where it is unknown.
             */
            last_delivery: string | null;
        };
        SupplierComponentPage: {
            data: components["schemas"]["SupplierComponent"][];
            meta: components["schemas"]["PageMeta"];
        };
        SupplierMetrics: {
            total_components: number;
            /** @description Valid today, those that expire soon included. */
            active_certificates: number;
            /** @description Valid today, expiring within 90 days. */
            expiring_certificates: number;
            /** @description Null before the first quality event of the organisation. */
            open_deviations: number | null;
            /** @description Percent; null where it is unknown. */
            on_time_delivery_rate: number | null;
        };
        SupplierPage: {
            data: components["schemas"]["Supplier"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description What is left out stays. */
        SupplierPatch: {
            /** @description The name of the supplier. */
            name?: string;
            /** @description A code of your own, unique in the organisation. */
            supplier_code?: string;
            attributes?: components["schemas"]["SupplierAttributesPatch"];
        };
        /** @description A quality event about a supplier, with all the members that it has under `/v1/quality-events`. */
        SupplierQualityEvent: {
            id: string;
            type: string;
            number: string;
            title: string;
            status: string;
        } & {
            [key: string]: unknown;
        };
        SupplierRelationship: {
            id: string;
            type: string;
            target_id: string;
            /** @description In the response for one supplier. */
            target_name?: string | null;
            attributes: {
                [key: string]: unknown;
            };
        };
        /** @description A supplier, with its requested inclusions. */
        SupplierWithInclusions: {
            id: string;
            /** @constant */
            type: "supplier";
            name: string;
            supplier_code: string | null;
            attributes: components["schemas"]["SupplierAttributes"];
            relationships: components["schemas"]["SupplierRelationship"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user or application that created it. */
            created_by: string;
            /** @description Starts at 1 and rises with each change, at every entry point. */
            version: number;
            components?: components["schemas"]["SupplierComponent"][];
            /** @description Newest first, 1,000 at most. */
            certificates?: components["schemas"]["SupplierCertificate"][];
            /** @description Newest first, 100 at most. */
            quality_events?: components["schemas"]["SupplierQualityEvent"][];
            metrics?: components["schemas"]["SupplierMetrics"];
        };
        SupplierWithInclusionsAnswer: {
            data: components["schemas"]["SupplierWithInclusions"];
        };
        /** @description A synchronisation: how far it is, and what it came to. */
        Sync: {
            sync_id: string;
            connection_id: string;
            status: components["schemas"]["SyncStatus"];
            /** @enum {string} */
            trigger: "manual" | "interval" | "realtime" | "replay";
            dry_run: boolean;
            full: boolean;
            /** @description Records that were not the same on both sides. */
            records_attempted: number;
            records_succeeded: number;
            records_failed: number;
            records_unchanged: number;
            /** @description Deletions that were not made, since they are more than 5 % of all. A second `?full=true` makes them. */
            held_deletions: number;
            /** @description Records that waited in `…/parked` at its end; it is `success` only where there are none. */
            parked_records: number;
            /** @description Conflicts that were open at its end. */
            open_conflicts: number;
            /** @description How many records have an error. */
            error_count: number;
            /** @description Where these errors are; null where there are none. */
            errors_at: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** Format: date-time */
            started_at: string;
            completed_at: string | null;
            /** @description When it continues, while it waits for the partner. */
            next_attempt_at: string | null;
            /** @description The first 1,000 of the records that failed. */
            errors: components["schemas"]["SyncRecordError"][];
            /** @description What a dry run found; the first 5,000 records. */
            changes: components["schemas"]["PlannedChange"][];
        };
        SyncAnswer: {
            data: components["schemas"]["Sync"];
        };
        /** @description Why one record was not taken. */
        SyncRecordError: {
            /** @description The external key; the id of our record where it has none yet. */
            record_id: string;
            /** @description `validation_failed` for what our checks refuse; INVALID_SESSION, NO_PERMISSION, RECORD_NOT_FOUND, VALIDATION_ERROR or RATE_LIMIT for what the partner refuses; `service_unavailable` where it took the others and not this one, however often it was sent. */
            error_code: string;
            message: string;
            field: string | null;
        };
        /**
         * @description `partial_success`: some records failed, wait in `…/parked` or for the decision of a conflict, or deletions are held. `cancelled`: the connection was disabled meanwhile.
         * @enum {string}
         */
        SyncStatus: "running" | "success" | "partial_success" | "failed" | "cancelled";
        /** @description A synchronisation and how far it is. */
        SyncSummary: {
            sync_id: string;
            connection_id: string;
            status: components["schemas"]["SyncStatus"];
            /** @enum {string} */
            trigger: "manual" | "interval" | "realtime" | "replay";
            dry_run: boolean;
            full: boolean;
            /** @description Records that were not the same on both sides. */
            records_attempted: number;
            records_succeeded: number;
            records_failed: number;
            records_unchanged: number;
            /** @description Deletions that were not made, since they are more than 5 % of all. A second `?full=true` makes them. */
            held_deletions: number;
            /** @description Records that waited in `…/parked` at its end; it is `success` only where there are none. */
            parked_records: number;
            /** @description Conflicts that were open at its end. */
            open_conflicts: number;
            /** @description How many records have an error. */
            error_count: number;
            /** @description Where these errors are; null where there are none. */
            errors_at: string | null;
            error: {
                code: string;
                message: string;
            } | null;
            /** Format: date-time */
            started_at: string;
            completed_at: string | null;
            /** @description When it continues, while it waits for the partner. */
            next_attempt_at: string | null;
        };
        SyncSummaryPage: {
            data: components["schemas"]["SyncSummary"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A run that qualified the installed system. */
        SystemQualification: {
            id: string;
            run: string;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            completed_at: string;
            system: {
                /** Format: uri */
                base_url: string;
                version: string;
            };
            /** @enum {string} */
            result: "passed" | "passed_with_open_steps" | "failed";
            steps: components["schemas"]["QualificationSteps"];
            files: components["schemas"]["QualificationFile"][];
            recorded_by: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            created_at: string;
            /** @description What is signed: the run with its files, in canonical JSON. */
            manifest: string;
            /** @description A detached JWS (EdDSA) over the manifest, by the key of exports; `scripts/verify-audit` checks it. */
            signature: string;
        };
        SystemQualificationAnswer: {
            data: components["schemas"]["SystemQualification"];
        };
        SystemQualificationPage: {
            data: components["schemas"]["SystemQualification"][];
            meta: components["schemas"]["PageMeta"];
        };
        SystemValidationsSection: {
            status: components["schemas"]["ComplianceStatus"];
            /** @description What does not comply. */
            findings: components["schemas"]["ComplianceFinding"][];
            /** @description What should be reviewed. */
            observations: components["schemas"]["ComplianceFinding"][];
            programs: number;
            details: {
                programs: {
                    name: string;
                    version: string;
                }[];
                not_asked: string[];
                last_verification: {
                    /** Format: date-time */
                    at: string;
                    valid: boolean;
                    entries: number;
                } | null;
                last_restore_drill: components["schemas"]["LastRestoreDrill"] | null;
                last_qualification: components["schemas"]["LastQualification"] | null;
            };
        };
        TestResult: {
            parameter: string;
            specification: string | null;
            /** @description Null where the line holds no result. */
            result: string | null;
            status: ("pass" | "fail") | null;
            confidence: number;
            unit?: string;
            section?: string;
            sample?: string;
            /** @description The page of the document, from 1. */
            page: number | null;
            /** @description Left, top, width and height, as shares of the page. */
            box: number[] | null;
        };
        TestResultOverride: {
            /** @description The row, counted from 0. */
            index?: number;
            /** @description The row by its name, where one alone has it. */
            parameter?: string;
            specification?: string | null;
            result?: string;
            status?: ("pass" | "fail") | null;
            unit?: string;
            /** @description Why, where it is not in `notes`. */
            reason?: string;
        };
        /**
         * @description The tier of the organisation, which sets its rate limit.
         * @enum {string}
         */
        Tier: "free" | "professional" | "enterprise" | "custom";
        /** @description `country_code`, `trim`, `upper`, `lower`, `date`, `number` or `boolean`, or a rule: `lookup` (by a table), `entity_lookup` (the id of the record whose field has the value), `entity_reference` (the id of the record that this connection made of the external key), `json_parse`, `format` (`{value}` in a text). Of a list, each member is transformed. */
        Transformation: components["schemas"]["BuiltInTransformation"] | components["schemas"]["TransformationRule"];
        TransformationRule: components["schemas"]["LookupRule"] | components["schemas"]["EntityLookupRule"] | components["schemas"]["EntityReferenceRule"] | components["schemas"]["JsonParseRule"] | components["schemas"]["FormatRule"];
        /** @description A transition of a record to another state of its workflow. */
        Transition: {
            /** @description The id of the target state. */
            to_state: string;
            /** @description The reason; it is recorded in the history. */
            comment?: string;
            /** @description Fields of the record to change with the transition, nested or by dotted paths (`"root_cause.category"`). Fields in `requires_fields` must be here or in the record. */
            data?: {
                [key: string]: unknown;
            };
            signature?: components["schemas"]["SignatureInput"];
        };
        /** @description The state after a transition, and its signature. */
        TransitionResult: {
            entity_id: string;
            current_state: {
                id: string;
                name: string;
                /** Format: date-time */
                entered_at: string;
            };
            signature_record: components["schemas"]["SignatureRecord"] | null;
        };
        TransitionResultAnswer: {
            data: components["schemas"]["TransitionResult"];
        };
        /** @description A person of the organisation. */
        User: {
            id: string;
            email: string;
            name: string;
            role: components["schemas"]["Role"];
            active: boolean;
            /** @description Signing is refused after too many wrong passwords. */
            signing_locked: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            created_by: string;
            version: number;
        };
        UserAnswer: {
            data: components["schemas"]["User"];
        };
        UserPage: {
            data: components["schemas"]["User"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description What is left out stays. */
        UserPatch: {
            name?: string;
            role?: components["schemas"]["Role"];
            /** @description `false` takes away all access and revokes the API keys of the user. */
            active?: boolean;
            password?: string;
        };
        Verification: {
            valid: boolean;
            entries_checked: number;
            /** @description Removed entries whose archived file cannot be read: their signed segment alone vouches for them. */
            entries_vouched: number;
            first_sequence: number | null;
            last_sequence: number | null;
            first_broken: components["schemas"]["BrokenEntry"] | null;
            compared_with: components["schemas"]["ComparedCheckpoint"][];
            /** @description The end of the chain, signed (JWS, EdDSA). Store it outside, and send it with a later verification. */
            checkpoint: string | null;
        };
        VerificationAnswer: {
            data: components["schemas"]["Verification"];
        };
        /** @description A receiver of webhooks without its secret. */
        Webhook: {
            id: string;
            url: string;
            events: components["schemas"]["WebhookEventName"][];
            filters: {
                entity_types: string[];
                actions: ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export")[];
            };
            status: components["schemas"]["WebhookStatus"];
            /** @description `requested`, `gone` (the receiver answered 410) or `retries_exhausted`. */
            disabled_reason: ("requested" | "gone" | "retries_exhausted") | null;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
        };
        WebhookAnswer: {
            data: components["schemas"]["Webhook"];
        };
        /**
         * @description An event that a webhook can subscribe to.
         * @enum {string}
         */
        WebhookEventName: "audit.create" | "audit.signature" | "quality_event.created" | "quality_event.updated" | "quality_event.overdue" | "certificate.expiring" | "certificate.expired" | "supplier.qualification_changed" | "workflow.approval_requested" | "integration.sync_failed" | "security.signature_lockout" | "webhook.disabled";
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["PageMeta"];
        };
        WebhookPatch: {
            /**
             * Format: uri
             * @description Where events are posted. https, at a public address, unless the deployment allows the network.
             */
            url?: string;
            events?: components["schemas"]["WebhookEventName"][];
            filters?: {
                entity_types?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow")[];
                actions?: ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export")[];
            };
            /** @description `disabled` stops the deliveries, `active` resumes them. */
            status?: components["schemas"]["WebhookStatus"];
        };
        /** @description When the deliveries were made that are wanted again. */
        WebhookRecovery: {
            /** @description Deliveries of this instant or day and later. */
            from: string;
            /** @description Deliveries until this instant, or the end of this day (UTC). */
            until: string;
        };
        /** @enum {string} */
        WebhookStatus: "active" | "disabled";
        /** @description A receiver of webhooks with its new secret. */
        WebhookWithSecret: {
            id: string;
            url: string;
            events: components["schemas"]["WebhookEventName"][];
            filters: {
                entity_types: string[];
                actions: ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export")[];
            };
            status: components["schemas"]["WebhookStatus"];
            /** @description `requested`, `gone` (the receiver answered 410) or `retries_exhausted`. */
            disabled_reason: ("requested" | "gone" | "retries_exhausted") | null;
            /** Format: date-time */
            disabled_at: string | null;
            /** Format: date-time */
            created_at: string;
            created_by: string;
            /** Format: date-time */
            updated_at: string;
            version: number;
            /** @description The secret, shown this once. A replayed answer has none. */
            secret?: string;
        };
        WebhookWithSecretAnswer: {
            data: components["schemas"]["WebhookWithSecret"];
        };
        /** @description The states that records of some types go through. */
        Workflow: {
            id: string;
            name: string;
            description: string;
            entity_types: string[];
            /** @description Starts at 1 and rises with each change; a record stays on the version with which it started. */
            version: number;
            is_active: boolean;
            states: components["schemas"]["WorkflowState"][];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Who defined it; `system` for shipped definitions. */
            created_by: string;
        };
        WorkflowAnswer: {
            data: components["schemas"]["Workflow"];
        };
        WorkflowCheck: {
            /** @description Why the definition would be refused; empty for one that can be stored. */
            faults: {
                /** @description The path of the fault, such as `states.2.allowed_transitions.0`. */
                field: string;
                code: string;
                message: string;
            }[];
        };
        WorkflowCheckAnswer: {
            data: components["schemas"]["WorkflowCheck"];
        };
        WorkflowDraft: {
            /** @description The name of the workflow. */
            name: string;
            /**
             * @description What it is for.
             * @default
             */
            description?: string;
            /** @description The types of records that use it: entity types, and types of quality events (`deviation`, `capa` …). */
            entity_types: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request")[];
            /** @description One initial state, at least one final, and a path from the initial state through each state to a final one. */
            states: components["schemas"]["NewWorkflowState"][];
            /**
             * @description Whether new records of its types use it; one definition is active for each type.
             * @default true
             */
            is_active?: boolean;
            /** @description The workflow that the definition is to change; without it, a new one. */
            workflow_id?: string;
        };
        WorkflowHistoryItem: {
            from_state: string | null;
            to_state: string;
            /** Format: date-time */
            transitioned_at: string;
            /** @description A user, an application, or `system` for a reaction. */
            transitioned_by: string;
            comment: string | null;
        };
        /** @description The state of a record in its workflow, its history and its available transitions. */
        WorkflowInstance: {
            /** @example ent_01K8ZJ6C4Q7R2M9T5V3X1W0BA4 */
            entity_id: string;
            entity_type: string;
            workflow_id: string;
            workflow_name: string;
            /** @description The version of the definition with which it started. */
            workflow_version: number;
            current_state: {
                id: string;
                name: string;
                /** Format: date-time */
                entered_at: string;
                entered_by: string;
            };
            available_transitions: components["schemas"]["AvailableTransition"][];
            /** @description Newest first; at most the last thousand transitions. */
            history: components["schemas"]["WorkflowHistoryItem"][];
            /** @description The pending approval: who requested it, who can still decide and until when. */
            approval: components["schemas"]["Approval"] | null;
        };
        WorkflowInstanceAnswer: {
            data: components["schemas"]["WorkflowInstance"];
        };
        /** @description Instances that are under way, by workflow, version and state. */
        WorkflowInstanceCounts: {
            running: {
                workflow_id: string;
                workflow_version: number;
                state: string;
                instances: number;
            }[];
        };
        WorkflowInstanceCountsAnswer: {
            data: components["schemas"]["WorkflowInstanceCounts"];
        };
        /** @description The metrics of a workflow. */
        WorkflowMetrics: {
            workflow_id: string;
            /** @enum {string} */
            period: "30d" | "90d" | "1y";
            /** @description Instances that started in the period. */
            total_instances: number;
            /** @description Those of them that reached a final state. */
            completed_instances: number;
            /** @description From their start to their end, to a tenth of an hour; null where none is completed. */
            average_completion_time_hours: number | null;
            /** @description Instances that started in the period, by their current state. */
            by_state: {
                [key: string]: number;
            };
            /** @description The five states in which records stay longest: the average of the stays that ended in the period, and the number of instances in it now, whenever they started. */
            bottlenecks: {
                state: string;
                average_time_hours: number | null;
                instances_waiting: number;
            }[];
            /** @description Of states with `sla_hours`: stays that ended in the period within their hours, and those that ended later or are overdue now; the rate is a percentage to a tenth, null where there is neither. */
            sla_compliance: {
                on_time: number;
                overdue: number;
                compliance_rate: number | null;
            };
            /** @description How long records stay in each state that is not final: those of the current version in their order, then those that former versions had. */
            states: {
                state: string;
                /** @description Stays that ended in the period. */
                stays: number;
                average_time_hours: number | null;
                /** @description Half of the stays took no longer; to a tenth of an hour, null without a stay. */
                median_time_hours: number | null;
                /** @description Nine of ten stays took no longer. */
                p90_time_hours: number | null;
                /** @description Instances that are in the state now. */
                instances_waiting: number;
                /** @description Stays that ended within `sla_hours`. */
                on_time: number;
                /** @description Stays that ended later, and instances that are overdue now. */
                overdue: number;
            }[];
        };
        WorkflowMetricsAnswer: {
            data: components["schemas"]["WorkflowMetrics"];
        };
        WorkflowPage: {
            data: components["schemas"]["Workflow"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description What is left out stays; lists are replaced as a whole. */
        WorkflowPatch: {
            /** @description The name of the workflow. */
            name?: string;
            /** @description What it is for. */
            description?: string;
            /** @description The types of records that use it: entity types, and types of quality events (`deviation`, `capa` …). */
            entity_types?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request")[];
            /** @description One initial state, at least one final, and a path from the initial state through each state to a final one. */
            states?: components["schemas"]["NewWorkflowState"][];
            /** @description Whether new records of its types use it; one definition is active for each type. */
            is_active?: boolean;
        };
        /** @description A state: its targets (`allowed_transitions`), the requirements of transitions (`transition_rules`), the approvers (`approval_config`), its time limit in hours (`sla_hours`) and its reactions to events (`on`). */
        WorkflowState: {
            id: string;
            name: string;
            /** @enum {string} */
            type: "initial" | "intermediate" | "approval" | "final";
            allowed_transitions?: string[];
            approval_config?: {
                required_approvers: number;
                approver_roles: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
                /** @default false */
                require_signature: boolean;
                require_audit_review?: boolean;
                /** @enum {string} */
                approval_type?: "single" | "parallel" | "sequential";
                on_approve?: string;
                on_reject?: string;
            };
            transition_rules?: {
                to_state: string;
                /** @default [] */
                requires_fields: string[];
                /** @default false */
                requires_signature: boolean;
                /** @default [] */
                roles: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
            }[];
            sla_hours?: number;
            on?: {
                /** @enum {string} */
                event: "quality_event.created" | "quality_event.updated" | "quality_event.overdue" | "supplier.qualification_changed" | "certificate.validated" | "certificate.rejected" | "certificate.expired" | "certificate.superseded";
                /** @default {} */
                when: {
                    [key: string]: string | number | boolean | null | {
                        eq?: string | number | boolean | null;
                        ne?: string | number | boolean | null;
                        gt?: string | number;
                        ge?: string | number;
                        lt?: string | number;
                        le?: string | number;
                        in?: (string | number | boolean | null)[];
                    };
                };
                to_state: string;
            }[];
        };
        WorkflowSync: {
            enabled: boolean;
            /** @default null */
            lifecycle: string | null;
            /** @default [] */
            state_mappings: {
                external_state: string;
                service_state: string;
            }[];
            /**
             * @default {
             *       "external_to_service": false,
             *       "service_to_external": false
             *     }
             */
            transition_triggers: {
                /** @default false */
                external_to_service: boolean;
                /** @default false */
                service_to_external: boolean;
            };
        };
        /** @description A version of a workflow, and when it was written (`updated_at`). */
        WorkflowVersion: {
            id: string;
            name: string;
            /** @description Starts at 1 and rises with each change; a record stays on the version with which it started. */
            version: number;
            is_active: boolean;
            entity_types: string[];
            /** Format: date-time */
            updated_at: string;
        };
        WorkflowVersionPage: {
            data: components["schemas"]["WorkflowVersion"][];
            meta: components["schemas"]["PageMeta"];
        };
    };
    responses: never;
    parameters: {
        /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
        IdempotencyKey: string;
        /** @description The `ETag` that was read: the request is refused when the record has changed since. */
        IfMatch: string;
        /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
        Range: string;
        /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
        IfRange: string;
        /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
        IfNoneMatch: string;
        /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
        ChangeReason: string;
        /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
        DeleteReason: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEntities: {
        parameters: {
            query?: {
                /** @description One or several types by comma: supplier, component, product, certificate, equipment, facility, document. */
                type?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document") | ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document")[];
                /** @description A part of the name, in any case. */
                name?: string;
                /** @description Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter. */
                q?: string;
                /** @description Created after this instant or day. */
                created_after?: string;
                /** @description Created before this instant or day. */
                created_before?: string;
                /** @description Changed after this instant or day. */
                updated_after?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, `type`, `id`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "type" | "-type" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityPage"];
                };
            };
        };
    };
    createEntity: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEntity"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityAnswer"];
                };
            };
        };
    };
    getEntity: {
        parameters: {
            query?: {
                /** @description `relationships` names the targets of all relationships; relation types by comma show and name only those. */
                include?: string | string[];
            };
            header?: never;
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityAnswer"];
                };
            };
        };
    };
    deleteEntity: {
        parameters: {
            query?: {
                /** @description `true` removes the entity for good. */
                hard?: boolean;
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateEntity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityAnswer"];
                };
            };
        };
    };
    listEntityHistory: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many versions to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "version" | "-version";
            };
            header?: never;
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityVersionPage"];
                };
            };
        };
    };
    copyEntity: {
        parameters: {
            query?: {
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of an entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    restoreEntity: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityAnswer"];
                };
            };
        };
    };
    createEntities: {
        parameters: {
            query?: {
                /** @description `true` writes all items or, when one is refused, none. */
                atomic?: boolean;
            };
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEntities"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
        };
    };
    updateEntities: {
        parameters: {
            query?: {
                /** @description `true` writes all items or, when one is refused, none. */
                atomic?: boolean;
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntityPatches"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkAnswer"];
                };
            };
        };
    };
    copyEntityRecords: {
        parameters: {
            query: {
                /** @description The ids of the entities by comma, at most 50. */
                ids: string | string[];
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    listRelationships: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description From this entity to others, or from others to this one. */
                direction?: "outbound" | "inbound";
                /** @description One or several types of relationship by comma. */
                type?: string | string[];
                /** @description The order, with `-` before the field for descending: `id` is that in which they were added. */
                sort?: "id" | "-id" | "type" | "-type";
            };
            header?: never;
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnyRelationshipPage"];
                };
            };
        };
    };
    createRelationship: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRelationship"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelationshipAnswer"];
                };
            };
        };
    };
    getRelationship: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the entity. */
                entity_id: string;
                /** @description The id of the relationship. */
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelationshipAnswer"];
                };
            };
        };
    };
    deleteRelationship: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the entity. */
                entity_id: string;
                /** @description The id of the relationship. */
                relationship_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /** @description The documents of the record with this id. */
                related_to?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentPage"];
                };
            };
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    file: string;
                    metadata: components["schemas"]["NewDocument"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentAnswer"];
                };
            };
        };
    };
    downloadDocument: {
        parameters: {
            query?: {
                /** @description The file that the document had at this version; the current one where it is left out. */
                version?: number;
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/tiff": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation": string;
                    "application/msword": string;
                    "application/vnd.ms-excel": string;
                    "application/vnd.ms-powerpoint": string;
                    "application/vnd.oasis.opendocument.text": string;
                    "application/vnd.oasis.opendocument.spreadsheet": string;
                    "application/vnd.oasis.opendocument.presentation": string;
                    "application/vnd.oasis.opendocument.graphics": string;
                    "message/rfc822": string;
                    "application/vnd.ms-outlook": string;
                    "application/xml": string;
                    "text/csv": string;
                    "text/plain": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/tiff": string;
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/vnd.openxmlformats-officedocument.presentationml.presentation": string;
                    "application/msword": string;
                    "application/vnd.ms-excel": string;
                    "application/vnd.ms-powerpoint": string;
                    "application/vnd.oasis.opendocument.text": string;
                    "application/vnd.oasis.opendocument.spreadsheet": string;
                    "application/vnd.oasis.opendocument.presentation": string;
                    "application/vnd.oasis.opendocument.graphics": string;
                    "message/rfc822": string;
                    "application/vnd.ms-outlook": string;
                    "application/xml": string;
                    "text/csv": string;
                    "text/plain": string;
                };
            };
        };
    };
    replaceDocumentContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the document. */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    file: string;
                    metadata: components["schemas"]["DocumentContentChange"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentAnswer"];
                };
            };
        };
    };
    listSuppliers: {
        parameters: {
            query?: {
                /** @description One or several by comma: new, evaluation, qualified, conditional, suspended, disqualified, pending; pending counts as new. */
                qualification_status?: ("new" | "evaluation" | "qualified" | "conditional" | "suspended" | "disqualified" | "pending") | ("new" | "evaluation" | "qualified" | "conditional" | "suspended" | "disqualified" | "pending")[];
                /** @description One or several by comma: critical, high, medium, low. */
                risk_level?: ("critical" | "high" | "medium" | "low") | ("critical" | "high" | "medium" | "low")[];
                /** @description One or several country codes by comma; a comma or backslash of a value itself comes after a backslash. */
                country?: string | string[];
                /** @description One or several regions by comma, such as EMEA, APAC, Americas; a comma or backslash of a value itself comes after a backslash. */
                region?: string | string[];
                /** @description One or several categories by comma; a supplier that has one of them matches; a comma or backslash of a value itself comes after a backslash. */
                category?: string | string[];
                /** @description `true`: at least one certificate expires within 90 days; `false`: none does. */
                has_expiring_certificates?: boolean;
                /** @description The next audit is before this day. */
                audit_due_before?: string;
                /** @description A part of the name, in any case. */
                name?: string;
                /** @description One or several codes by comma; a comma or backslash of a value itself comes after a backslash. */
                supplier_code?: string | string[];
                /** @description Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter. */
                q?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, `supplier_code`, `risk_score`, `next_audit_date`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "supplier_code" | "-supplier_code" | "risk_score" | "-risk_score" | "next_audit_date" | "-next_audit_date";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierPage"];
                };
            };
        };
    };
    createSupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSupplier"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierAnswer"];
                };
            };
        };
    };
    getSupplier: {
        parameters: {
            query?: {
                /** @description What the response includes, separated by commas: components, certificates, quality_events, metrics. */
                include?: ("components" | "certificates" | "quality_events" | "metrics") | ("components" | "certificates" | "quality_events" | "metrics")[];
            };
            header?: never;
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierWithInclusionsAnswer"];
                };
            };
        };
    };
    updateSupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupplierPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierAnswer"];
                };
            };
        };
    };
    listSupplierCertificates: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, `expiry_date`, `id`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "expiry_date" | "-expiry_date" | "id" | "-id";
                /** @description Of these types, separated by commas. */
                type?: ("coa" | "coc" | "gmp" | "iso" | "qualification" | "audit") | ("coa" | "coc" | "gmp" | "iso" | "qualification" | "audit")[];
                /** @description In these states today, separated by commas. */
                status?: ("pending" | "valid" | "expiring_soon" | "expired" | "rejected" | "superseded") | ("pending" | "valid" | "expiring_soon" | "expired" | "rejected" | "superseded")[];
                /** @description For these components, separated by commas. */
                component_id?: string | string[];
            };
            header?: never;
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierCertificatePage"];
                };
            };
        };
    };
    listSupplierComponents: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order, with `-` before the field for descending. Items without a value come last. */
                sort?: "name" | "-name" | "component_code" | "-component_code" | "status" | "-status" | "last_delivery" | "-last_delivery";
            };
            header?: never;
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupplierComponentPage"];
                };
            };
        };
    };
    qualifySupplier: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQualification"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualifiedSupplierAnswer"];
                };
            };
        };
    };
    listQualifications: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "changed_at" | "-changed_at";
            };
            header?: never;
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualificationPage"];
                };
            };
        };
    };
    copySupplier: {
        parameters: {
            query?: {
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    getSupplierRisk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskAssessmentAnswer"];
                };
            };
        };
    };
    assessSupplierRisk: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the supplier. */
                supplier_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewRiskAssessment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RiskAssessmentAnswer"];
                };
            };
        };
    };
    exportVendorList: {
        parameters: {
            query?: {
                /** @description The format of the file. */
                format?: "csv" | "xlsx" | "pdf";
                /** @description Suppliers in these qualification statuses, separated by commas. */
                status?: string | string[];
                /** @description One line for each component of a supplier. */
                include_components?: boolean;
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8; header=present": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/pdf": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8; header=present": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/pdf": string;
                };
            };
        };
    };
    copySupplierRecords: {
        parameters: {
            query: {
                /** @description The ids of the suppliers by comma, at most 50. */
                ids: string | string[];
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    listCertificates: {
        parameters: {
            query?: {
                /** @description One or several types by comma. */
                type?: ("coa" | "coc" | "gmp" | "iso" | "qualification" | "audit") | ("coa" | "coc" | "gmp" | "iso" | "qualification" | "audit")[];
                /** @description One or several states by comma. */
                status?: ("pending" | "valid" | "expiring_soon" | "expired" | "rejected" | "superseded") | ("pending" | "valid" | "expiring_soon" | "expired" | "rejected" | "superseded")[];
                /** @description One or several suppliers by comma. */
                supplier_id?: string | string[];
                /** @description One or several components by comma. */
                component_id?: string | string[];
                /** @description One or several batches by comma; a comma or backslash of a value itself comes after a backslash. */
                batch_number?: string | string[];
                /** @description Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter. */
                q?: string;
                /** @description The expiry date comes before this day. */
                expiring_before?: string;
                /** @description Valid or expiring soon, with at most so many days left; 0 is the last day. */
                expiring_within_days?: number;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, `expiry_date`, `id`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "expiry_date" | "-expiry_date" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificatePage"];
                };
            };
        };
    };
    uploadCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    file: string;
                    metadata: components["schemas"]["NewCertificate"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
        };
    };
    getCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
        };
    };
    downloadCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/tiff": string;
                    "application/xml": string;
                    "text/csv": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "image/png": string;
                    "image/jpeg": string;
                    "image/tiff": string;
                    "application/xml": string;
                    "text/csv": string;
                };
            };
        };
    };
    extractCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description Which certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractionAnswer"];
                };
            };
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractionAnswer"];
                };
            };
        };
    };
    getExtraction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExtractionAnswer"];
                };
            };
        };
    };
    listCertificateHistory: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many items to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "timestamp" | "-timestamp";
            };
            header?: never;
            path: {
                /** @description The id of the certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateHistoryItemPage"];
                };
            };
        };
    };
    copyCertificate: {
        parameters: {
            query?: {
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    validateCertificate: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the certificate. */
                certificate_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CertificateFinding"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CertificateAnswer"];
                };
            };
        };
    };
    listExpiryAlertRules: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `days_before_expiry`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "days_before_expiry" | "-days_before_expiry";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpiryAlertRulePage"];
                };
            };
        };
    };
    createExpiryAlertRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExpiryAlertRules"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpiryAlertRulesAnswer"];
                };
            };
        };
    };
    deleteExpiryAlertRule: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description Which rule. */
                rule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getExpirySummary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpirySummaryAnswer"];
                };
            };
        };
    };
    copyCertificateRecords: {
        parameters: {
            query: {
                /** @description The ids of the certificates by comma, at most 50. */
                ids: string | string[];
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                /** @description Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter. */
                q: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundRecordList"];
                };
            };
        };
    };
    listQualityEvents: {
        parameters: {
            query?: {
                /** @description One or several types by comma: deviation, capa, audit_finding, complaint, change_request. */
                type?: ("deviation" | "capa" | "audit_finding" | "complaint" | "change_request") | ("deviation" | "capa" | "audit_finding" | "complaint" | "change_request")[];
                /** @description One or several statuses by comma: draft, submitted, investigation, root_cause_identified, action_planning, implementation, verification, closed, rejected. */
                status?: ("draft" | "submitted" | "investigation" | "root_cause_identified" | "action_planning" | "implementation" | "verification" | "closed" | "rejected") | ("draft" | "submitted" | "investigation" | "root_cause_identified" | "action_planning" | "implementation" | "verification" | "closed" | "rejected")[];
                /** @description One or several priorities by comma: low, medium, high, critical. */
                priority?: ("low" | "medium" | "high" | "critical") | ("low" | "medium" | "high" | "critical")[];
                /** @description One or several classifications by comma: critical, major, minor, observation. */
                classification?: ("critical" | "major" | "minor" | "observation") | ("critical" | "major" | "minor" | "observation")[];
                /** @description Words, each of which begins a word of the name or title, code, number, batch number or description; case and diacritics do not matter. */
                q?: string;
                /** @description One or several categories by comma; a comma or backslash of a value itself comes after a backslash. */
                category?: string | string[];
                /** @description One or several users by comma. */
                assigned_to?: string | string[];
                /** @description One or several entities that events are about. */
                related_entity_id?: string | string[];
                /** @description Created from this instant or day (UTC) on. */
                created_from?: string;
                /** @description Created until this instant, or the end of this day (UTC); included. */
                created_to?: string;
                /** @description Due before that day; the day itself is not. */
                due_before?: string;
                /** @description `true`: due before today, in the organisation’s time zone, and neither closed nor rejected, at the moment of reading. */
                overdue?: boolean;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `due_date`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "due_date" | "-due_date";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventPage"];
                };
            };
        };
    };
    createQualityEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQualityEvent"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventAnswer"];
                };
            };
        };
    };
    addCapaAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the CAPA. */
                capa_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddedCapaAction"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapaActionAnswer"];
                };
            };
        };
    };
    getCapaAction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the CAPA. */
                capa_id: string;
                /** @description The id of the action. */
                action_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapaActionAnswer"];
                };
            };
        };
    };
    updateCapaAction: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the CAPA. */
                capa_id: string;
                /** @description The id of the action. */
                action_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CapaActionPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapaActionAnswer"];
                };
            };
        };
    };
    openCapa: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the deviation, complaint or audit finding that it is opened for. */
                deviation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCapa"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventAnswer"];
                };
            };
        };
    };
    listCapas: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path: {
                /** @description The id of the deviation, complaint or audit finding that it is opened for. */
                deviation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventPage"];
                };
            };
        };
    };
    getQualityEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the quality event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventAnswer"];
                };
            };
        };
    };
    updateQualityEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the quality event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QualityEventPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventAnswer"];
                };
            };
        };
    };
    analyzeImpact: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the quality event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpactAnalysisAnswer"];
                };
            };
        };
    };
    copyQualityEvent: {
        parameters: {
            query?: {
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of a quality event. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    createQualityEvents: {
        parameters: {
            query?: {
                /** @description `true` writes all items or, when one is refused, none. */
                atomic?: boolean;
            };
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQualityEvents"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventBulkAnswer"];
                };
            };
            /** @description Multi-Status */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventBulkAnswer"];
                };
            };
        };
    };
    getQualityEventMetrics: {
        parameters: {
            query?: {
                /** @description How far back from now: the events that were created since then are counted; a year is 365 days. */
                period?: "30d" | "90d" | "1y";
                /** @description `category` adds `by_category`; the groups by type and classification are always there. */
                group_by?: "type" | "category" | "classification";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QualityEventMetricsAnswer"];
                };
            };
        };
    };
    copyQualityEventRecords: {
        parameters: {
            query: {
                /** @description The ids of the quality events by comma, at most 50. */
                ids: string | string[];
                /** @description `pdf` to be read and archived (PDF/A-2b), `json` to be checked offline by `verify-audit`. */
                format?: "pdf" | "json";
            };
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/json": string;
                };
            };
        };
    };
    listWorkflows: {
        parameters: {
            query?: {
                /** @description Only workflows for records of these types, separated by commas. */
                entity_type?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request") | ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request")[];
                /** @description Only active ones, or only inactive ones. */
                is_active?: boolean;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowPage"];
                };
            };
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkflow"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowAnswer"];
                };
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workflow. */
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowAnswer"];
                };
            };
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the workflow. */
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowAnswer"];
                };
            };
        };
    };
    getWorkflowMetrics: {
        parameters: {
            query?: {
                /** @description How far back from now; a year is 365 days. */
                period?: "30d" | "90d" | "1y";
            };
            header?: never;
            path: {
                /** @description The id of the workflow. */
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowMetricsAnswer"];
                };
            };
        };
    };
    listWorkflowVersions: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "version" | "-version";
            };
            header?: never;
            path: {
                /** @description The id of the workflow. */
                workflow_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowVersionPage"];
                };
            };
        };
    };
    getWorkflowVersion: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the workflow. */
                workflow_id: string;
                /** @description A version of the workflow. */
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowAnswer"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which approval. */
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalAnswer"];
                };
            };
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description Which approval. */
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApprovalDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalDecisionResultAnswer"];
                };
            };
        };
    };
    listPendingApprovals: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The approvals that wait for this user instead of the caller; it needs the scope `admin:read`. */
                user_id?: string;
                /** @description Oldest or newest first, or by the due date; without one is before all others. */
                sort?: "requested_at" | "-requested_at" | "due_date" | "-due_date";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingApprovalPage"];
                };
            };
        };
    };
    listDelegations: {
        parameters: {
            query?: {
                /** @description Given by one or several users by comma. */
                user_id?: string | string[];
                /** @description Given to one or several users by comma. */
                delegate_id?: string | string[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DelegationPage"];
                };
            };
        };
    };
    createDelegation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDelegation"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DelegationAnswer"];
                };
            };
        };
    };
    getDelegation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which delegation. */
                delegation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DelegationAnswer"];
                };
            };
        };
    };
    revokeDelegation: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description Which delegation. */
                delegation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    countWorkflowInstances: {
        parameters: {
            query?: {
                /** @description Only instances of these workflows, separated by commas. */
                workflow_id?: string | string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowInstanceCountsAnswer"];
                };
            };
        };
    };
    startWorkflowInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkflowInstance"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowInstanceAnswer"];
                };
            };
        };
    };
    getWorkflowInstance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The record: a quality event or an entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowInstanceAnswer"];
                };
            };
        };
    };
    transitionWorkflowInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The record: a quality event or an entity. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Transition"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransitionResultAnswer"];
                };
            };
        };
    };
    validateWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkflowDraft"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkflowCheckAnswer"];
                };
            };
        };
    };
    listSignatures: {
        parameters: {
            query?: {
                /** @description One or several records by comma. */
                entity_id?: string | string[];
                /** @description One or several users by comma. */
                signer?: string | string[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "timestamp" | "-timestamp";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadSignaturePage"];
                };
            };
        };
    };
    getSignature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the signature. */
                signature_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadSignatureAnswer"];
                };
            };
        };
    };
    verifySignature: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the signature. */
                signature_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureVerificationAnswer"];
                };
            };
        };
    };
    listSignatureKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignatureKeySetAnswer"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description From this instant or day on. */
                from?: string;
                /** @description Until this instant, or the end of this day (UTC); included. */
                to?: string;
                /** @description One or several actions by comma. */
                action?: ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export") | ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "timestamp" | "-timestamp";
                /** @description One or several kinds of record by comma. */
                entity_type?: ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow") | ("supplier" | "component" | "product" | "certificate" | "equipment" | "facility" | "document" | "deviation" | "capa" | "audit_finding" | "complaint" | "change_request" | "api_key" | "audit_export" | "audit_review" | "audit_segment" | "compliance_report" | "delegation" | "expiry_alert" | "expiry_alert_rule" | "integration_conflict" | "integration_connection" | "legal_hold" | "oauth_application" | "organization" | "restore_drill" | "retention_policy" | "signing_key" | "system_qualification" | "user" | "vendor_list" | "webhook" | "workflow")[];
                /** @description One or several records by comma. */
                entity_id?: string | string[];
                /** @description One or several users or applications by comma. */
                user_id?: string | string[];
                /** @description Only entries with, or without, an electronic signature. */
                has_signature?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
        };
    };
    getAuditEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the entry. */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryAnswer"];
                };
            };
        };
    };
    getCheckpointKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointKeyAnswer"];
                };
            };
        };
    };
    listAuditCheckpoints: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "sequence" | "-sequence";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckpointPage"];
                };
            };
        };
    };
    getAuditTrail: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many actions to a page. */
                per_page?: number;
                /** @description Only entries that the caller has not reviewed (`POST /v1/audit-logs/reviews` with `entity_id`), the most serious risks first: deletions, changes after an approval, corrected results, critical fields, acts of administrators, acts at night or on weekends. */
                unreviewed?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the record. */
                entity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditTrailPage"];
                };
            };
        };
    };
    exportAuditLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAuditExport"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditExportAnswer"];
                };
            };
        };
    };
    getAuditExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Which export. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditExportAnswer"];
                };
            };
        };
    };
    cancelAuditExport: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description Which export. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadAuditExport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Which export. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8; header=present": string;
                    "application/json": string;
                    "application/pdf": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8; header=present": string;
                    "application/json": string;
                    "application/pdf": string;
                };
            };
        };
    };
    downloadAuditExportSignature: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description Which export. */
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jose": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jose": string;
                };
            };
        };
    };
    listLegalHolds: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "placed_at" | "-placed_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHoldPage"];
                };
            };
        };
    };
    placeLegalHold: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLegalHold"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegalHoldAnswer"];
                };
            };
        };
    };
    liftLegalHold: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description Which hold. */
                hold_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getComplianceReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceReportAnswer"];
                };
            };
        };
    };
    downloadComplianceReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The part of the file to send, as `bytes=0-1023`. Several parts at once get the whole. */
                Range?: components["parameters"]["Range"];
                /** @description The `ETag` of the part that is there already: of another file the whole is sent. */
                "If-Range"?: components["parameters"]["IfRange"];
                /** @description The `ETag` of the file that is there already: 304 when it is still the same. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the report. */
                report_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            /** @description A part of the file. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    createComplianceReport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateComplianceReport"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ComplianceReportAnswer"];
                };
            };
        };
    };
    getAuditRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPolicyAnswer"];
                };
            };
        };
    };
    replaceAuditRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionRules"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPolicyAnswer"];
                };
            };
        };
    };
    listAuditRetentionHistory: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "version" | "-version";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPolicyPage"];
                };
            };
        };
    };
    listAuditReviews: {
        parameters: {
            query?: {
                /** @description One or several by comma: no_findings, findings. */
                conclusion?: ("no_findings" | "findings") | ("no_findings" | "findings")[];
                /** @description Reviews of the trail of this record. */
                entity_id?: string;
                /** @description Reviews whose period ends at this instant or later. */
                from?: string;
                /** @description Reviews whose period begins at this instant, or on this day, or earlier. */
                to?: string;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditReviewPage"];
                };
            };
        };
    };
    createAuditReview: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAuditReview"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditReviewAnswer"];
                };
            };
        };
    };
    getAuditReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the review. */
                review_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditReviewAnswer"];
                };
            };
        };
    };
    getDueAuditReview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DueAuditReviewAnswer"];
                };
            };
        };
    };
    listSystemQualifications: {
        parameters: {
            query?: {
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemQualificationPage"];
                };
            };
        };
    };
    recordSystemQualification: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSystemQualification"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemQualificationAnswer"];
                };
            };
        };
    };
    getSystemQualification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the run. */
                qualification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SystemQualificationAnswer"];
                };
            };
        };
    };
    listUserAuditEntries: {
        parameters: {
            query?: {
                /** @description From this instant or day on. */
                from?: string;
                /** @description Until this instant, or the end of this day (UTC); included. */
                to?: string;
                /** @description One or several actions by comma. */
                action?: ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export") | ("create" | "read" | "update" | "delete" | "restore" | "transition" | "approve" | "reject" | "sign" | "login" | "logout" | "export")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description Oldest or newest first. */
                sort?: "timestamp" | "-timestamp";
            };
            header?: never;
            path: {
                /** @description The id of the user or application. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEntryPage"];
                };
            };
        };
    };
    verifyAuditLog: {
        parameters: {
            query?: {
                /** @description From this instant or day on. */
                from?: string;
                /** @description Until this instant, or the end of this day (UTC); included. */
                to?: string;
                /** @description A checkpoint of an earlier verification that was stored outside: the chain must still contain its entry. */
                checkpoint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationAnswer"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Only webhooks with one of these statuses, separated by commas. */
                status?: ("active" | "disabled") | ("active" | "disabled")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretAnswer"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with one of these statuses, separated by commas. */
                status?: ("pending" | "succeeded" | "failed" | "skipped") | ("pending" | "succeeded" | "failed" | "skipped")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at";
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
                /** @description The id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailAnswer"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
                /** @description The id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedDeliveryAnswer"];
                };
            };
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookRecovery"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveredDeliveriesAnswer"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretAnswer"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedDeliveryAnswer"];
                };
            };
        };
    };
    finishConnectionAuthorization: {
        parameters: {
            query?: {
                /** @description The one-use state of the authorization. */
                state?: string | string[];
                /** @description What the token is got with; not there where `error` says why. */
                code?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: {
                /** @description Only connections with one of these statuses, separated by commas. */
                status?: ("pending_authorization" | "authorized" | "active" | "disabled" | "error") | ("pending_authorization" | "authorized" | "active" | "disabled" | "error")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionPage"];
                };
            };
        };
    };
    createConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewConnection"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
        };
    };
    authorizeConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionAuthorizationAnswer"];
                };
            };
        };
    };
    listIntegrationConflicts: {
        parameters: {
            query?: {
                /** @description Only conflicts with one of these statuses, separated by commas. */
                status?: ("open" | "resolved" | "withdrawn") | ("open" | "resolved" | "withdrawn")[];
                /** @description One or several records by comma. */
                entity_id?: string | string[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictPage"];
                };
            };
        };
    };
    getIntegrationConflict: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
                /** @description The id of the conflict. */
                conflict_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictAnswer"];
                };
            };
        };
    };
    resolveIntegrationConflict: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
                /** @description The id of the conflict. */
                conflict_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConflictResolution"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConflictAnswer"];
                };
            };
        };
    };
    disableConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
        };
    };
    enableConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionAnswer"];
                };
            };
        };
    };
    getConnectionHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionHealthAnswer"];
                };
            };
        };
    };
    listSyncs: {
        parameters: {
            query?: {
                /** @description Only synchronisations with one of these statuses, separated by commas. */
                status?: ("running" | "success" | "partial_success" | "failed" | "cancelled") | ("running" | "success" | "partial_success" | "failed" | "cancelled")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `started_at`, with `-` before it for descending. */
                sort?: "started_at" | "-started_at";
            };
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncSummaryPage"];
                };
            };
        };
    };
    listMappings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingList"];
                };
            };
        };
    };
    replaceMappings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMappings"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingList"];
                };
            };
        };
    };
    previewMapping: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MappingPreviewRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappingPreviewAnswer"];
                };
            };
        };
    };
    listParkedRecords: {
        parameters: {
            query?: {
                /** @description One or several errors by comma. */
                error_code?: ("validation_failed" | "INVALID_SESSION" | "NO_PERMISSION" | "RECORD_NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMIT" | "service_unavailable") | ("validation_failed" | "INVALID_SESSION" | "NO_PERMISSION" | "RECORD_NOT_FOUND" | "VALIDATION_ERROR" | "RATE_LIMIT" | "service_unavailable")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `parked_at`, with `-` before it for descending. */
                sort?: "parked_at" | "-parked_at";
            };
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ParkedRecordPage"];
                };
            };
        };
    };
    replayParkedRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncAnswer"];
                };
            };
        };
    };
    describeConnectionSource: {
        parameters: {
            query?: {
                /** @description The object whose fields are described, as `source_object` of a mapping names it. Without it: none. */
                object?: string;
            };
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceDescriptionAnswer"];
                };
            };
        };
    };
    startSync: {
        parameters: {
            query?: {
                /** @description Shows what would change, field by field, and writes nothing. */
                dry_run?: boolean;
                /** @description Compares all records and all keys, deletions too, and makes deletions that an earlier one held. */
                full?: boolean;
            };
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncAnswer"];
                };
            };
        };
    };
    getSync: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the connection. */
                connection_id: string;
                /** @description The id of the synchronisation. */
                sync_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncAnswer"];
                };
            };
        };
    };
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the connection. */
                connection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestAnswer"];
                };
            };
        };
    };
    receiveIntegrationMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The kind of external system. */
                connector: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendersOwn"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundReceiptAnswer"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description One or several roles by comma: system_admin, quality_manager, quality_assurance, quality_specialist, supplier_manager, document_owner, qualified_person, auditor, viewer. */
                role?: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer") | ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
                /** @description Only users who are, or are not, active. */
                active?: boolean;
                /** @description One or several e-mail addresses by comma. */
                email?: string | string[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `updated_at`, `name`, `email`, `role`, `id`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "email" | "-email" | "role" | "-role" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    unlockUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
        };
    };
    listDirectory: {
        parameters: {
            query?: {
                /** @description One or several roles by comma: system_admin, quality_manager, quality_assurance, quality_specialist, supplier_manager, document_owner, qualified_person, auditor, viewer. */
                role?: ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer") | ("system_admin" | "quality_manager" | "quality_assurance" | "quality_specialist" | "supplier_manager" | "document_owner" | "qualified_person" | "auditor" | "viewer")[];
                /** @description Only users who are, or are not, active. */
                active?: boolean;
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description By name, upwards or downwards. */
                sort?: "name" | "-name";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectoryEntryPage"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /** @description One or several by comma: live, test. */
                environment?: ("live" | "test") | ("live" | "test")[];
                /** @description One or several by comma: active, expired, revoked. */
                status?: ("active" | "expired" | "revoked") | ("active" | "expired" | "revoked")[];
                /** @description Acting for one or several users by comma. */
                user_id?: string | string[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `expires_at`, `name`, `id`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at" | "name" | "-name" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyAnswer"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the key. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyAnswer"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the key. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listOAuthApplications: {
        parameters: {
            query?: {
                /** @description One or several by comma: active, revoked. */
                status?: ("active" | "revoked") | ("active" | "revoked")[];
                /** @description Which page, from 1. */
                page?: number;
                /** @description How many records to a page. */
                per_page?: number;
                /** @description The order: one of `created_at`, `name`, `id`, with `-` before it for descending. */
                sort?: "created_at" | "-created_at" | "name" | "-name" | "id" | "-id";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthApplicationPage"];
                };
            };
        };
    };
    createOAuthApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description A text of your own for this request. Repeated within 24 hours, it gets the same answer and no second effect. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOAuthApplication"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOAuthApplicationAnswer"];
                };
            };
        };
    };
    getOAuthApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the application. */
                application_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthApplicationAnswer"];
                };
            };
        };
    };
    revokeOAuthApplication: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the application. */
                application_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferencesAnswer"];
                };
            };
        };
    };
    replacePreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Preferences"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreferencesAnswer"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnSessionList"];
                };
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: {
                /** @description In place of `X-Change-Reason`, for clients that cannot send the header; at most 1,000 characters. */
                reason?: components["parameters"]["DeleteReason"];
            };
            header?: {
                /** @description The `ETag` that was read: the request is refused when the record has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
                /** @description Why, for the audit trail. An organisation in strict mode asks for it. */
                "X-Change-Reason"?: components["parameters"]["ChangeReason"];
            };
            path: {
                /** @description The id of the session. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
