import type { BlockData } from '../../content/blocks/block-type.js';
import { list } from '../blocks/data.js';

/** A line of cells: a row, or a column with its cell in the header. */
export type Line = 'row' | 'column';

const filled = (cells: readonly unknown[], length: number): readonly unknown[] => [
  ...cells,
  ...Array.from({ length: Math.max(0, length - cells.length) }, () => ''),
];

/** Number of rows without the header, and of columns. */
export function sizeOf({ header, rows }: BlockData): Readonly<Record<Line, number>> {
  const lengths = [header, ...list(rows)].map((cells) => list(cells).length);
  return { row: list(rows).length, column: Math.max(...lengths) };
}

/** The data with a change of each row, and of the header where there is one. */
function mapRows(data: BlockData, change: (cells: readonly unknown[]) => readonly unknown[]): BlockData {
  const { header, rows } = data;
  return {
    ...data,
    ...(list(header).length > 0 && { header: change(list(header)) }),
    rows: list(rows).map((cells) => change(list(cells))),
  };
}

export function addLine(data: BlockData, line: Line, at: number): BlockData {
  if (line === 'column') return mapRows(data, (cells) => filled(cells, at).toSpliced(at, 0, ''));
  const row = filled([], Math.max(1, sizeOf(data).column));
  return { ...data, rows: list(data.rows).toSpliced(at, 0, row) };
}

export function removeLine(data: BlockData, line: Line, at: number): BlockData {
  if (line === 'column') return mapRows(data, (cells) => cells.filter((_, index) => index !== at));
  return { ...data, rows: list(data.rows).toSpliced(at, 1) };
}

export function moveLine(data: BlockData, line: Line, from: number, to: number): BlockData {
  const move = (all: readonly unknown[]): readonly unknown[] => all.toSpliced(from, 1).toSpliced(to, 0, all[from]);
  if (line === 'row') return { ...data, rows: move(list(data.rows)) };
  return mapRows(data, (cells) => move(filled(cells, Math.max(from, to) + 1)));
}

/**
 * The data with cells of a spreadsheet, from one cell on; rows and columns are added as needed.
 *
 * @param row -1: the header
 * @param html of the text of a cell
 */
export function fillCells(
  data: BlockData,
  row: number,
  column: number,
  cells: readonly (readonly string[])[],
  html: (text: string) => string,
): BlockData {
  const width = Math.max(...cells.map(({ length }) => length)) + column;
  const hasHeader = list(data.header).length > 0;
  const into = (old: unknown, added: readonly string[], write: (text: string) => string): readonly unknown[] =>
    filled(list(old), width).toSpliced(column, added.length, ...added.map(write));
  const rows = [...list(data.rows)];
  for (const [at, added] of cells.entries()) {
    if (row + at >= 0) rows[row + at] = into(rows[row + at], added, html);
  }
  const first = row === -1 ? (cells[0] ?? []) : [];
  return {
    ...data,
    ...(hasHeader && { header: into(data.header, first, (text) => text.replace(/\s+/g, ' ')) }),
    rows: rows.map((cells_) => filled(list(cells_), hasHeader ? width : 0)),
  };
}

/** Cells of a text as spreadsheets copy it: tabs between cells, quotes around a cell with a line break (TSV). */
export function cellsOf(copied: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of `${copied.replace(/\r\n?/g, '\n').replace(/\n$/, '')}\n`.matchAll(
    /(?:"((?:[^"]|"")*)"(?=[\t\n])|([^\t\n]*))([\t\n])/g,
  )) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
