import Table from 'cli-table3';
import { type Measurement, type Row, short } from './harness.js';

export interface Result extends Measurement {
  readonly row: number;
  readonly work: string;
  readonly comparedWith: string;
  /** Left out: there is no target. */
  readonly holds?: boolean;
}

export function resultOf({ id, work, comparedWith = '' }: Row, measurement: Measurement): Result {
  const { part, measured, target } = measurement;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = target ?? {};
  return {
    ...{ row: id, work: part === undefined ? work : `${work}: ${part}`, comparedWith, ...measurement },
    ...(target && { holds: measured >= atLeast && measured <= atMost }),
  };
}

function withUnit(value: number, unit: string): string {
  return unit === '×' ? `${short(value)}×` : `${short(value)} ${unit}`;
}

function targetText({ target: { atLeast, atMost } = {}, measuredUnit }: Result): string {
  if (atLeast !== undefined) return `≥ ${withUnit(atLeast, measuredUnit)}`;
  return atMost === undefined ? '–' : `≤ ${withUnit(atMost, measuredUnit)}`;
}

function measuredText({ measured, measuredUnit, sides, unit = '', note }: Result): string {
  const lines = [withUnit(measured, measuredUnit)];
  if (sides !== undefined) {
    const [ours, theirs] = sides.spreads.map((spread) => `±${short(spread * 50)} %`);
    lines.push(`${short(sides.ours)} ${ours} against ${short(sides.theirs)} ${theirs} ${unit}`);
  }
  if (note !== undefined) lines.push(note);
  return lines.join('\n');
}

export function drawTable(results: readonly Result[]): string {
  const table = new Table({
    head: ['row', 'work', 'compared with', 'measured', 'target', 'holds'],
    colWidths: [5, 44, 36, 40, 12, 7],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  for (const result of results) {
    const { row, work, comparedWith, holds } = result;
    const verdict = holds === undefined ? '–' : holds ? 'yes' : 'NO';
    table.push([String(row), work, comparedWith, measuredText(result), targetText(result), verdict]);
  }
  return table.toString();
}
