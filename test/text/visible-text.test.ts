import { expect } from 'chai';
import { NewHold } from '../../services/audit/src/hold/hold.schemas.ts';
import { NewReview } from '../../services/audit/src/review/review.schemas.ts';
import { NewCertificate } from '../../services/certificate/src/certificate/certificate.schemas.ts';
import { ValidateCertificate } from '../../services/certificate/src/certificate/validation.schemas.ts';
import { CreateEntity, PatchEntity, RelationshipInput } from '../../services/entity/src/entity/entity.schemas.ts';
import { CreateApiKey } from '../../services/identity/src/api-key/api-key.schemas.ts';
import { CreateApplication } from '../../services/identity/src/application/application.schemas.ts';
import { PatchOrganization } from '../../services/identity/src/organization/organization.schemas.ts';
import { PatchUser } from '../../services/identity/src/user/user.schemas.ts';
import { ResolveConflict } from '../../services/integration/src/conflict/conflict.schemas.ts';
import { PatchConnection } from '../../services/integration/src/connection/connection.schemas.ts';
import { PatchAction } from '../../services/quality/src/capa/action.schemas.ts';
import { PatchQualityEvent } from '../../services/quality/src/quality-event/quality-event.schemas.ts';
import { QualifySupplier } from '../../services/supplier/src/qualification/qualification.schemas.ts';
import { CreateSupplier, PatchSupplier } from '../../services/supplier/src/supplier/supplier.schemas.ts';
import { NewDecision } from '../../services/workflow/src/approval/approval.schemas.ts';
import { PatchWorkflow } from '../../services/workflow/src/definition/definition.schemas.ts';
import { NewDelegation } from '../../services/workflow/src/delegation/delegation.schemas.ts';
import { Transition } from '../../services/workflow/src/instance/instance.schemas.ts';
import { SignatureInput } from '../../services/workflow/src/signature/signature.schemas.ts';

type Shape = {
  safeParse(body: unknown): { success: boolean; data?: unknown; error?: { issues: unknown } | undefined };
};

/** A body with the text of a person in one place. */
type Body = (text: string) => Record<string, unknown>;

const DOORS: [string, Shape, Body][] = [
  ['name of an entity', CreateEntity, (name) => ({ type: 'product', name })],
  ['new name of an entity', PatchEntity, (name) => ({ name })],
  ['type of a relationship', RelationshipInput, (type) => ({ type, target_id: 'ent_1' })],
  ['name of a supplier', CreateSupplier, (name) => ({ name, supplier_code: 'S-1' })],
  ['code of a supplier', PatchSupplier, (supplier_code) => ({ supplier_code })],
  ['contact of a supplier', PatchSupplier, (name) => ({ attributes: { primary_contact: { name } } })],
  [
    'reason of a qualification',
    QualifySupplier,
    (reason) => ({ status: 'qualified', effective_date: '2026-01-01', reason }),
  ],
  [
    'condition of a qualification',
    QualifySupplier,
    (text) => ({ status: 'qualified', effective_date: '2026-01-01', reason: 'r', conditions: [text] }),
  ],
  ['name of a certificate', NewCertificate, (name) => ({ type: 'coa', name })],
  ['batch number of a certificate', NewCertificate, (batch_number) => ({ type: 'coa', name: 'n', batch_number })],
  ['notes of a validation', ValidateCertificate, (notes) => ({ status: 'valid', notes })],
  ['title of a quality event', PatchQualityEvent, (title) => ({ title })],
  ['affected batch', PatchQualityEvent, (text) => ({ impact_assessment: { batches_affected: [text] } })],
  ['reason of a rejection', PatchQualityEvent, (rejection_reason) => ({ rejection_reason })],
  ['completion notes of an action', PatchAction, (completion_notes) => ({ completion_notes })],
  ['comment of a transition', Transition, (comment) => ({ to_state: 'closed', comment })],
  ['comment of a decision', NewDecision, (comment) => ({ decision: 'approve', comment })],
  ['condition of a decision', NewDecision, (text) => ({ decision: 'approve', comment: 'c', conditions: [text] })],
  ['meaning of a signature', SignatureInput, (meaning) => ({ meaning, password: 'p' })],
  ['name of a workflow', PatchWorkflow, (name) => ({ name })],
  [
    'reason of a delegation',
    NewDelegation,
    (reason) => ({ delegate_id: 'usr_1', from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z', reason }),
  ],
  ['name of a user', PatchUser, (name) => ({ name })],
  [
    'name of an API key',
    CreateApiKey,
    (name) => ({ name, scopes: ['entities:read'], expires_at: '2026-12-01T00:00:00Z' }),
  ],
  ['name of an application', CreateApplication, (name) => ({ name, scopes: ['entities:read'] })],
  ['name of an organisation', PatchOrganization, (name) => ({ name })],
  ['name of a connection', PatchConnection, (name) => ({ name })],
  ['reason of a resolution', ResolveConflict, (reason) => ({ resolution: 'external', reason })],
  ['reason of a legal hold', NewHold, (reason) => ({ reason, entity_ids: ['ent_1'] })],
  [
    'notes of a review',
    NewReview,
    (notes) => ({ from: '2026-01-01', to: '2026-01-02', conclusion: 'findings', notes }),
  ],
];

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

describe('text that a person enters', () => {
  for (const [name, shape, body] of DOORS)
    it(`is stored NFC and trimmed, and has a visible character: ${name}`, () => {
      const taken = shape.safeParse(body(' Cafe\u0301 '));
      expect(taken.error?.issues).to.equal(undefined);
      expect(textsIn(taken.data)).to.include('Caf\u00e9');
      for (const text of ['', ' ', '\u200b', '\u200b\u2060'])
        expect(shape.safeParse(body(text)).success).to.equal(false);
    });
});
