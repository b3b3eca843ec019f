import Table from 'cli-table3';
import { holds, type Measurement, type Row, short, type Target } from './harness.js';

export interface Result {
  readonly row: number;
  readonly work: string;
  readonly comparedWith: string;
  readonly measured: number;
  readonly measuredUnit: string;
  readonly ours: number | null;
  readonly theirs: number | null;
  readonly spreads: readonly [ours: number, theirs: number] | null;
  readonly unit: string;
  readonly target: Target | null;
  /** `null`: only reported. */
  readonly holds: boolean | null;
  readonly note: string | null;
}

export function resultOf(row: Row, measurement: Measurement): Result {
  const { part, measured, measuredUnit = '×', ours = null, theirs = null, spreads = null, note = null } = measurement;
  const target = measurement.target === undefined ? row.target : measurement.target;
  return {
    row: row.id,
    work: part === undefined ? row.work : `${row.work}: ${part}`,
    comparedWith: row.comparedWith,
    measured,
    measuredUnit,
    ours,
    theirs,
    spreads,
    unit: measurement.unit ?? row.unit,
    target,
    holds: target === null ? null : holds(measured, target),
    note,
  };
}

function withUnit(value: number, unit: string): string {
  return unit === '×' ? `${short(value)}×` : `${short(value)} ${unit}`;
}

function targetText({ target, measuredUnit }: Result): string {
  if (target === null) return '–';
  const { atLeast, atMost } = target;
  if (atLeast !== undefined) return `≥ ${withUnit(atLeast, measuredUnit)}`;
  return atMost === undefined ? '–' : `≤ ${withUnit(atMost, measuredUnit)}`;
}

function measuredText({ measured, measuredUnit, ours, theirs, spreads, unit, note }: Result): string {
  const [our, their] = (spreads ?? []).map((spread) => ` ±${short(spread * 50)} %`);
  const medians =
    ours === null || theirs === null
      ? []
      : [`${short(ours)}${our ?? ''} against ${short(theirs)}${their ?? ''} ${unit}`];
  return [withUnit(measured, measuredUnit), ...medians, ...(note === null ? [] : [note])].join('\n');
}

const verdicts = new Map<boolean | null, string>([
  [true, 'yes'],
  [false, 'NO'],
  [null, '–'],
]);

export function drawTable(results: readonly Result[]): string {
  const table = new Table({
    head: ['row', 'work', 'compared with', 'measured', 'target', 'holds'],
    colWidths: [5, 44, 36, 40, 12, 7],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const result of results) {
    const { row, work, comparedWith } = result;
    const verdict = verdicts.get(result.holds) ?? '';
    table.push([String(row), work, comparedWith, measuredText(result), targetText(result), verdict]);
  }
  return table.toString();
}
