import type { Topic } from '../material/material.ts';
import type { Finding } from '../sheet/finding.ts';
import type { TruthRow } from '../truth.ts';
import type { Style } from './style.ts';
import { translate } from './translation.ts';
import { limitDecimals, printFinding, printLimit, printNumber, unitSuffix } from './value.ts';

/** One finding as a certificate prints it; the truth is made of these very words. */
export type Line = {
  topic: Topic;
  parameter: string;
  specification: string | null;
  minimum: string;
  maximum: string;
  result: string;
  unit: string;
  method: string;
  verdict: string;
  status: 'pass' | 'fail' | null;
  finding: Finding;
};

/** Puts a finding into the words of a style. */
export function toLine(finding: Finding, style: Style): Line {
  const { test } = finding;
  const edges = printEdges(finding, style);
  return {
    topic: test.topic,
    parameter: printName(finding, style),
    specification: printLimit(test, style),
    ...edges,
    result: printFinding(finding, style),
    unit: style.unit === 'column' ? test.unit : '',
    method: test.method,
    verdict: printVerdict(finding, style),
    status: getStatus(finding, style),
    finding,
  };
}

export function toLines(findings: readonly Finding[], style: Style): Line[] {
  return findings.map((finding) => toLine(finding, style));
}

function printName({ test }: Finding, style: Style): string {
  const name = translate(test.name, style.language);
  if (style.unit !== 'name' || test.unit === '') return name;
  return `${name}${test.unit === '°' ? ' (degrees)' : ` (${test.unit})`}`;
}

function printEdges({ test }: Finding, style: Style): { minimum: string; maximum: string } {
  const { limit } = test;
  const print = (value: number) =>
    `${printNumber(value, limitDecimals(test), style)}${style.unit === 'both' ? unitSuffix(test.unit, style) : ''}`;
  return {
    minimum: limit.kind === 'min' || limit.kind === 'range' ? print(limit.min) : '',
    maximum: limit.kind === 'max' || limit.kind === 'range' ? print(limit.max) : '',
  };
}

function printVerdict({ pass }: Finding, { verdict }: Style): string {
  if (verdict === null) return '';
  if (pass === null) return verdict.none;
  return pass ? verdict.pass : verdict.fail;
}

/** A described result says nothing by itself; all others are words of compliance or comparable with the limit. */
function getStatus({ pass, kind }: Finding, { verdict }: Style): 'pass' | 'fail' | null {
  if (pass === null || (verdict === null && kind === 'description')) return null;
  return pass ? 'pass' : 'fail';
}

/** The truth of a printed line; `place` adds the section or the sample it stands under. */
export function toTruthRow(line: Line, place: { section?: string; sample?: string } = {}): TruthRow {
  const { parameter, specification, result, status } = line;
  return { parameter, specification, result, status, ...(line.unit === '' ? {} : { unit: line.unit }), ...place };
}

/** The same line with its limits as two columns: the truth joins them as the reader has to. */
export function withEdgesAsLimit(line: Line): Line {
  const { minimum, maximum } = line;
  if (minimum === '' && maximum === '') return line;
  if (minimum === '') return { ...line, specification: `≤ ${maximum}` };
  return { ...line, specification: maximum === '' ? `≥ ${minimum}` : `${minimum} - ${maximum}` };
}
