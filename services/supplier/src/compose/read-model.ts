import { type Kit, makeProjection, type ProjectedRows, projectionTurnDefinition } from '@qsc/service-kit';
import { dueQualificationDefinition } from '../qualification/effective-qualification.ts';
import { qualificationDefinition } from '../qualification/qualification.store.ts';
import { makeAssemble } from '../read-model/assembly.ts';
import { certificateRowDefinition, itemRowDefinition, qualityRowDefinition } from '../read-model/source-row.ts';
import { supplierRowDefinition } from '../read-model/supplier-row.ts';
import { assessmentDefinition } from '../risk/assessment.store.ts';
import { readModelSources } from '../subscriptions.ts';

/** All collections of the service. */
export const collections = [
  supplierRowDefinition,
  itemRowDefinition,
  certificateRowDefinition,
  qualityRowDefinition,
  projectionTurnDefinition,
  qualificationDefinition,
  dueQualificationDefinition,
  assessmentDefinition,
];

/** The read model and its projection. */
export const makeReadModel = ({ open, connection, log }: Kit, queue: string) => {
  const rows = {
    suppliers: open(supplierRowDefinition),
    items: open(itemRowDefinition),
    certificates: open(certificateRowDefinition),
    qualityEvents: open(qualityRowDefinition),
  };
  const projection = makeProjection({
    queue,
    sources: readModelSources(rows),
    assembling: {
      rows: rows.suppliers as unknown as ProjectedRows,
      assemble: makeAssemble(rows),
      turns: open(projectionTurnDefinition),
    },
    connection,
    log,
  });
  return { rows, projection };
};
