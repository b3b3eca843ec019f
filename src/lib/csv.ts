import { type InfoRecord, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { PortalError } from './errors.js';

const maxBytes = 10 * 1024 * 1024;
const maxRows = 10_000;

const options = {
  trim: true,
  relax_column_count: true,
  skip_empty_lines: true,
  skip_records_with_empty_values: true,
} as const;

export interface CsvRow {
  /** Line on which the row ends, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Rows of CSV (RFC 4180), with lines that end in LF or CRLF, with or without a byte order mark. Blanks around cells and empty rows are
 * left out. Cells are parted by semicolons if the first line has one before any comma, as spreadsheets write it in some countries.
 *
 * @param file name in messages
 * @throws `invalid`
 */
export function readCsv(file: string, bytes: Uint8Array): CsvRow[] {
  const refuse = (reason: string): PortalError => new PortalError('invalid', `${file} ${reason}`);
  if (bytes.length > maxBytes) throw refuse(`has more than ${maxBytes / 1024 / 1024} MB.`);
  const text = decoded(bytes);
  if (text === null) throw refuse('is not text in UTF-8: save it as "CSV UTF-8".');
  const delimiter = /^[^,\r\n]*;/.test(text) ? ';' : ',';
  const rows: CsvRow[] = [];
  const take = (cells: string[], { lines: line }: InfoRecord): null => {
    rows.push({ line, cells });
    // The parser itself keeps none.
    return null;
  };
  try {
    parse(text, { ...options, delimiter, on_record: take });
  } catch (error) {
    throw refuse(`cannot be read as CSV: ${error instanceof Error ? error.message : error}.`);
  }
  if (rows.length > maxRows + 1) throw refuse(`has more than ${maxRows.toLocaleString('en')} rows.`);
  return rows;
}

function decoded(bytes: Uint8Array): string | null {
  try {
    // The parser counts CRLF in a cell as two lines.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n');
  } catch {
    return null;
  }
}

/**
 * Rows as CSV (RFC 4180). Spreadsheets run what begins with `=`, `+`, `-`, `@`, a tab or CR as a formula: such a cell gets a `'` in front.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return stringify([...rows], { escape_formulas: true, record_delimiter: '\r\n', quoted_match: /[\r\n]/ });
}
