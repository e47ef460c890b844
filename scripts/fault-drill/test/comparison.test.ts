import { expect } from 'chai';
import { compare } from '../check/comparison.ts';
import type { Stored, StoredEntry, StoredRecord } from '../check/stored.ts';

const ORG = 'org_1';
const raised = (from: number | null, to: number) => ({ 'attributes.counter': { from, to } });

type Told = Pick<StoredEntry, 'entityId' | 'version' | 'changes'> & Partial<StoredEntry>;

const entriesOf = (told: readonly Told[]): StoredEntry[] =>
  told.map((one, index) => ({
    ...{ eventId: `evt_${index}`, sequence: index + 1, at: index + 1, action: 'update', userId: 'usr_1' },
    ...{ workflowState: null, signature: null },
    ...one,
  }));

/**
 * A record that was created and raised once; a supplier that was created, evaluated and assessed; a certificate that was
 * uploaded, read and found valid: all as it has to be.
 */
const sound = () => {
  const one = { id: 'ent_1', name: 'one', version: 2, counter: 1, marks: ['marked'] };
  const two = { id: 'ent_2', name: 'two', version: 3, counter: 0, marks: [] };
  const supplier = {
    record: { ...two, orgId: ORG },
    status: 'evaluation',
    qualifications: [{ id: 'qual_1', status: 'evaluation' }],
    scores: [40],
  };
  const promised = {
    records: [one, two].map((record) => ({ ...record, orgId: ORG })),
    suppliers: [supplier],
    certificates: [{ id: 'cert_1', orgId: ORG, supplier, checksum: 'sha256:1', status: 'valid', version: 2 }],
    events: [],
  };
  const listed = { id: 'ent_2', version: 3, name: 'two', status: 'evaluation', riskScore: 40, riskLevel: 'medium' };
  const entries: Told[] = [
    { entityId: 'usr_1', version: 1, changes: {} },
    { entityId: 'ent_1', version: 1, changes: raised(null, 0) },
    { entityId: 'ent_1', version: 2, changes: raised(0, 1) },
    { entityId: 'ent_2', version: 1, changes: {} },
    { entityId: 'ent_2', version: 2, changes: {}, action: 'transition' },
    { entityId: 'ent_2', version: 3, changes: {} },
    { entityId: 'cert_1', version: 1, changes: {}, action: 'create' },
    { entityId: 'cert_1', version: 3, changes: {}, userId: 'system' },
    { entityId: 'cert_1', version: 4, changes: {}, action: 'transition' },
  ];
  const stored: Stored = {
    records: [one, two],
    projected: structuredClone([one, two]),
    counted: 2,
    history: entries.slice(1).map(({ entityId, version, changes }) => ({ entityId, version: version ?? 0, changes })),
    entries: entriesOf(entries),
    suppliers: [listed],
    listed: [{ ...listed }],
    qualifications: [{ id: 'qual_1', supplierId: 'ent_2', status: 'evaluation' }],
    assessments: [{ id: 'risk_1', supplierId: 'ent_2', score: 40 }],
    certificates: [
      {
        ...{ id: 'cert_1', name: 'paper', version: 4, status: 'valid', supplierId: 'ent_2', fileId: 'file_1' },
        ...{ extraction: 'complete', run: 1 },
      },
    ],
    listedCertificates: [{ id: 'cert_1', version: 4, status: 'valid', supplierId: 'ent_2' }],
    files: [{ id: 'file_1', checksum: 'sha256:1', isMarked: false }],
    ...{ events: [], eventTotals: {}, instances: [], moves: [], signatures: [], decided: [] },
    ...{ listedEvents: [], listableEvents: [] },
  };
  return { promised, stored };
};

/** One more entry of the chain. */
const added = {
  ...{ eventId: 'evt_9', sequence: 10, at: 10, action: 'update', userId: 'usr_1' },
  ...{ workflowState: null, signature: null },
};

const brokenBy = (change: (stored: Stored) => void): string[] => {
  const { promised, stored } = sound();
  change(stored);
  const breaches = compare(promised, stored);
  return Object.entries(breaches).flatMap(([rule, broken]) => (broken.length > 0 ? [rule] : []));
};

describe('the comparison of what was promised with what is stored', () => {
  it('finds nothing where all is as it has to be', () => {
    expect(brokenBy(() => {})).to.deep.equal([]);
  });

  it('finds a record that is lost', () => {
    expect(brokenBy((stored) => stored.records.shift())).to.include('present');
  });

  it('finds a record that is there twice', () => {
    const again = { id: 'ent_3', name: 'one', version: 1, counter: 0, marks: [] };
    expect(brokenBy(({ records }) => records.push(again))).to.include('once');
  });

  it('finds a running total that is not the number of records', () => {
    expect(brokenBy((stored) => Object.assign(stored, { counted: 3 }))).to.deep.equal(['counted']);
  });

  it('finds a change that was applied twice', () => {
    expect(brokenBy(({ records }) => Object.assign(records[0] ?? {}, { version: 3 }))).to.include('applied');
  });

  it('finds a change that another one has taken the place of', () => {
    expect(brokenBy(({ records }) => Object.assign(records[0] ?? {}, { marks: [] }))).to.include('applied');
  });

  it('finds a record of the read model that is missing, too old, or not there', () => {
    expect(brokenBy(({ projected }) => projected.pop())).to.deep.equal(['projected']);
    expect(brokenBy(({ projected }) => Object.assign(projected[0] ?? {}, { version: 1 }))).to.deep.equal(['projected']);
    expect(
      brokenBy(({ projected }) => projected.push({ ...(projected[0] as StoredRecord), id: 'ent_9' })),
    ).to.deep.equal(['projected']);
  });

  it('finds a gap in the versions', () => {
    expect(brokenBy(({ history }) => history.shift())).to.include('history');
    expect(brokenBy(({ history }) => history.pop())).to.include('history');
  });

  it('finds a missing audit entry', () => {
    const last = ({ entries }: Stored) => entries.splice(8, 1);
    expect(brokenBy(last)).to.deep.equal(['audited']);
  });

  it('finds a second audit entry', () => {
    const again = { ...added, entityId: 'ent_1', version: 2, changes: raised(0, 1) };
    expect(brokenBy(({ entries }) => entries.push(again))).to.deep.equal(['auditedOnce']);
  });

  it('finds an audit entry of what is not there', () => {
    const foreign = { ...added, entityId: 'ent_9', version: 1, changes: {} };
    expect(brokenBy(({ entries }) => entries.push(foreign))).to.deep.equal(['foreign']);
  });

  it('finds that history and audit disagree', () => {
    expect(brokenBy(({ entries }) => Object.assign(entries[2] ?? {}, { changes: raised(0, 2) }))).to.deep.equal([
      'agreeing',
    ]);
  });

  it('finds a gap in the sequence', () => {
    expect(brokenBy(({ entries }) => Object.assign(entries[2] ?? {}, { sequence: 5 }))).to.deep.equal(['sequence']);
  });

  it('finds a supplier that is listed as it was before, or not at all', () => {
    const older = { version: 2, riskScore: null, riskLevel: null };
    expect(brokenBy(({ listed }) => Object.assign(listed[0] ?? {}, older))).to.deep.equal(['suppliers']);
    expect(brokenBy(({ listed }) => listed.pop())).to.deep.equal(['suppliers']);
  });

  it('finds a certificate that its supplier is listed with as it was before, or without', () => {
    const older = { version: 3, status: 'pending' };
    expect(brokenBy((stored) => Object.assign(stored.listedCertificates[0] ?? {}, older))).to.deep.equal(['suppliers']);
    expect(brokenBy(({ listedCertificates }) => listedCertificates.pop())).to.deep.equal(['suppliers']);
  });

  it('finds a supplier in another state than was promised, or with another score', () => {
    const both = (change: object) => (stored: Stored) => {
      for (const supplier of [...stored.suppliers, ...stored.listed]) Object.assign(supplier, change);
    };
    expect(brokenBy(both({ status: 'qualified' }))).to.deep.equal(['applied']);
    expect(brokenBy(both({ riskScore: 41 }))).to.deep.equal(['applied']);
  });

  it('finds a qualification that is missing, there twice, or not a transition in the audit log', () => {
    const again = { id: 'qual_2', supplierId: 'ent_2', status: 'evaluation' };
    expect(brokenBy(({ qualifications }) => qualifications.pop())).to.deep.equal(['qualified']);
    expect(brokenBy(({ qualifications }) => qualifications.push(again))).to.deep.equal(['qualified']);
    expect(brokenBy(({ entries }) => Object.assign(entries[4] ?? {}, { action: 'update' }))).to.deep.equal([
      'qualified',
    ]);
  });

  it('finds an assessment that is missing or there twice', () => {
    const again = { id: 'risk_2', supplierId: 'ent_2', score: 40 };
    expect(brokenBy(({ assessments }) => assessments.pop())).to.deep.equal(['assessed']);
    expect(brokenBy(({ assessments }) => assessments.push(again))).to.deep.equal(['assessed']);
  });

  it('finds a certificate that is lost or there twice, and a change of it that is lost', () => {
    const again = { id: 'cert_2', name: 'paper', version: 0, status: 'pending', supplierId: null, fileId: 'file_1' };
    expect(brokenBy(({ certificates }) => certificates.pop())).to.include('present');
    expect(brokenBy(({ certificates }) => certificates.push({ ...again, extraction: 'complete', run: 1 }))).to.include(
      'once',
    );
    expect(brokenBy(({ certificates }) => Object.assign(certificates[0] ?? {}, { version: 3 }))).to.deep.equal([
      'applied',
    ]);
  });

  it('finds a file that is not the one that was sent', () => {
    expect(brokenBy(({ files }) => Object.assign(files[0] ?? {}, { checksum: 'sha256:2' }))).to.deep.equal(['filed']);
    expect(brokenBy(({ files }) => files.pop())).to.deep.equal(['filed']);
  });

  it('finds a file that would be swept from under its certificate, and one that would stay without any', () => {
    const other = { id: 'file_2', checksum: 'sha256:2', isMarked: false };
    expect(brokenBy(({ files }) => Object.assign(files[0] ?? {}, { isMarked: true }))).to.deep.equal(['left']);
    expect(brokenBy(({ files }) => files.push(other))).to.deep.equal(['left']);
    expect(brokenBy(({ files }) => files.push({ ...other, isMarked: true }))).to.deep.equal([]);
  });

  it('finds an extraction that did not end, ended twice, or did not begin with the upload', () => {
    const change = (part: object) => brokenBy(({ certificates }) => Object.assign(certificates[0] ?? {}, part));
    expect(change({ extraction: 'processing' })).to.deep.equal(['extracted']);
    expect(change({ run: 2 })).to.deep.equal(['extracted']);
    const again = { ...added, entityId: 'cert_1', version: 3, changes: {}, userId: 'system' };
    expect(brokenBy(({ entries }) => entries.push(again))).to.include.members(['extracted', 'auditedOnce']);
  });
});
