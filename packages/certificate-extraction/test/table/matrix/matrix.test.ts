import { expect } from 'chai';
import { readSamples } from '../lay-out.ts';

describe('matrices of heats and elements', () => {
  it('read decimal commas as the other numbers show them', () => {
    expect(
      readSamples(`
Heat         C          Mn         P
max.         0,20       1,60       0,025
318442       0,161      1,472      0,012`),
    ).to.deep.equal([
      ['318442', 'C', '≤ 0,20', '0,161', 'pass'],
      ['318442', 'Mn', '≤ 1,60', '1,472', 'pass'],
      ['318442', 'P', '≤ 0,025', '0,012', 'pass'],
    ]);
  });

  it('take limits that stand below the results, in two languages', () => {
    expect(
      readSamples(`
Colata / Heat                C %      Mn %     P %
C40118                       .072     .385     .029
Richiesto / Required min     .050     .300
Richiesto / Required max     .090     .450     .020`),
    ).to.deep.equal([
      ['C40118', 'C', '.050 – .090', '.072', 'pass'],
      ['C40118', 'Mn', '.300 – .450', '.385', 'pass'],
      ['C40118', 'P', '≤ .020', '.029', 'fail'],
    ]);
  });

  it('hold columns of verdicts, and offsets that are no unit', () => {
    expect(
      readSamples(`
HEAT NO.     YIELD 0.2%     TENSILE      HARDNESS     FLATTENING
             PSI            PSI          HRB
REQ. MIN     25,000         70,000
8K4471       43,900         89,200       82           OK`),
    ).to.deep.equal([
      ['8K4471', 'YIELD 0.2%', '≥ 25,000', '43,900', 'pass'],
      ['8K4471', 'TENSILE', '≥ 70,000', '89,200', 'pass'],
      ['8K4471', 'HARDNESS', undefined, '82', undefined],
      ['8K4471', 'FLATTENING', undefined, 'OK', 'pass'],
    ]);
  });

  it('give each counted test piece the name of its group', () => {
    expect(
      readSamples(`
B07          C00           C42 KV2 J                 C43 KV2 J
Heat         Specimen      1        2        3       mean
min.                                                 27
318442       77213-01      132      141      128     134`).map(([, name, , result]) => [name, result]),
    ).to.deep.equal([
      ['C42 KV2 1', '132'],
      ['C42 KV2 2', '141'],
      ['C42 KV2 3', '128'],
      ['C43 KV2 mean', '134'],
    ]);
  });

  it('take every column that a line of limits names for a test', () => {
    expect(
      readSamples(`
Lotto         Forza del gel      Ceneri       Salmonella
Limiti        220 - 240          ≤ 1,0        Assente
G25-0411      228                0,42         Assente
G25-0412      245                1,20         Assente`),
    ).to.deep.equal([
      ['G25-0411', 'Forza del gel', '220 - 240', '228', 'pass'],
      ['G25-0411', 'Ceneri', '≤ 1,0', '0,42', 'pass'],
      ['G25-0411', 'Salmonella', 'Assente', 'Assente', 'pass'],
      ['G25-0412', 'Forza del gel', '220 - 240', '245', 'fail'],
      ['G25-0412', 'Ceneri', '≤ 1,0', '1,20', 'fail'],
      ['G25-0412', 'Salmonella', 'Assente', 'Assente', 'pass'],
    ]);
  });
});
