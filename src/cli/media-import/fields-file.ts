import { licenceKinds } from '../../content/media.js';
import { readCsv } from '../../lib/csv.js';
import { PortalError } from '../../lib/errors.js';
import type { MediumFields } from '../../operations/media-details.js';

const columns = [
  ...(['file', 'title', 'description', 'tags', 'category', 'credit', 'licence', 'licence_text'] as const),
  ...(['owner', 'valid_from', 'valid_until', 'release'] as const),
];
type Column = (typeof columns)[number];

/** A line that says what a file's medium has. */
export interface FieldsLine {
  readonly line: number;
  /** Path, name or SHA-256 of the file. */
  readonly file: string;
  readonly fields: Partial<MediumFields>;
  /** Name or number; empty for none. */
  readonly category: string;
  readonly isReleased: boolean;
}

interface FieldsFile {
  readonly lines: readonly FieldsLine[];
  readonly refused: readonly { readonly at: string; readonly file: string; readonly reason: string }[];
}

/**
 * Lines of a CSV with a header. A cell that is empty says nothing.
 *
 * @throws `invalid` for a file that is no CSV, or has other columns
 */
export function readFields(name: string, bytes: Uint8Array): FieldsFile {
  const [head, ...rows] = readCsv(name, bytes);
  const names = (head?.cells ?? []).map((cell) => cell.toLowerCase());
  const isColumn = (cell: string, at: number): cell is Column =>
    columns.some((column) => column === cell) && names.indexOf(cell) === at;
  const unknown = names.find((cell, at) => !isColumn(cell, at));
  if (unknown !== undefined || !names.includes('file')) {
    const problem = unknown === undefined ? 'lacks file' : `has the unknown or repeated column "${unknown}"`;
    throw new PortalError('invalid', `${name}: the first line ${problem}. The columns are ${columns.join(', ')}.`);
  }
  const lines: FieldsLine[] = [];
  const refused: { at: string; file: string; reason: string }[] = [];
  const lineOf = new Map<string, number>();
  for (const { line, cells } of rows) {
    const cell = (column: Column): string => cells[names.indexOf(column)] ?? '';
    const file = cell('file').normalize('NFC');
    const refuse = (reason: string) => refused.push({ at: `line ${line}`, file, reason });
    const same = lineOf.get(file);
    const problem =
      cells.length > names.length
        ? 'It has more cells than the first line.'
        : same === undefined
          ? problemOf(cell)
          : `It names the same file as line ${same}.`;
    lineOf.set(file, same ?? line);
    if (problem !== null) refuse(problem);
    else {
      const isReleased = cell('release') === 'yes';
      lines.push({ line, file, fields: fieldsIn(cell), category: cell('category'), isReleased });
    }
  }
  return { lines, refused };
}

type Cell = (column: Column) => string;

/** The licence that a cell names, as its kind or in the words that people use: `own work`, `CC BY-SA 4.0`. */
function licenceIn(text: string) {
  const plain = text.toLowerCase().replace(/[^a-z\d]+/g, '_');
  return (
    licenceKinds.find((kind) => plain === kind || plain === `${kind}_0`) ?? (plain === 'own_work' ? 'own' : undefined)
  );
}

/** What is wrong in a line, before the operation looks at the values. */
function problemOf(cell: Cell): string | null {
  if (cell('file') === '') return 'It names no file.';
  if (!['', 'yes', 'no'].includes(cell('release'))) return 'release is yes or no.';
  const licence = cell('licence');
  if (licence !== '' && licenceIn(licence) === undefined) return `licence is one of ${licenceKinds.join(', ')}.`;
  return licence === '' && cell('licence_text') !== '' ? 'licence_text needs a licence.' : null;
}

function fieldsIn(cell: Cell): Partial<MediumFields> {
  const texts = (['title', 'description', 'credit', 'owner', 'valid_from', 'valid_until'] as const).flatMap((name) =>
    cell(name) === '' ? [] : [[name, cell(name)] as const],
  );
  const tags = cell('tags')
    .split(/[,;]/)
    .map((tag) => tag.trim());
  const kind = licenceIn(cell('licence'));
  return {
    ...Object.fromEntries(texts),
    ...(cell('tags') !== '' && { tags: tags.filter((tag) => tag !== '') }),
    ...(kind !== undefined && { licence: { kind, text: cell('licence_text') } }),
  };
}
