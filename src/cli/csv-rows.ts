import { type Command, InvalidArgumentError, type Option } from 'commander';
import { readCsv } from '../lib/csv.js';
import { PortalError } from '../lib/errors.js';
import type { Service } from '../service/service.js';
import type { CommandOptions } from './command.js';
import { readNamed } from './input.js';
import { doEach, type Outcome, printMany } from './many.js';
import { type CsvOptions, forAllRows } from './options.js';
import { SecretsFile } from './secrets-file.js';

/** Rules by which a command does one row of a CSV file. */
interface RowRules<Options, Value> {
  /** Columns that no two rows may have the same values in. */
  readonly identity: readonly string[];
  /** More columns that no row may leave empty. */
  readonly required?: readonly string[];
  /** Options that have several values in a cell, with blanks between them. */
  readonly lists?: readonly string[];
  /** Column of the secret that each row makes, in the file of `--secrets`. */
  readonly secret?: string;
  /**
   * Does a row, unless it was done before.
   *
   * @param keeping keeps the secret of a row before it is used
   */
  run(service: Service, options: Options, keeping: Keeping, ...args: string[]): Promise<Outcome<Value>>;
  text(done: readonly Value[]): string;
}

/** Runs work with the secret of a row, which is in the file before. */
export type Keeping = <Answer>(make: () => string, work: (secret: string) => Promise<Answer>) => Promise<Answer>;

/** The work of a command with `--csv`: one row after another, each as if it were a command of its own. */
export function eachRow<Options, Value extends object>(rules: RowRules<Options, Value>) {
  const { identity, secret: secretColumn } = rules;
  return async (service: Service, command: Command, options: CommandOptions & CsvOptions): Promise<void> => {
    const { csv = '', secrets: secretsPath } = options;
    const rows = readRows(command, csv, await readNamed(csv), rules);
    const secrets =
      secretColumn === undefined ? null : await SecretsFile.open(secretsPath ?? '', [...identity, secretColumn]);
    try {
      const many = await doEach(rows, 'rows', async ({ at, read, identity }) => {
        const { values, texts } = read();
        const keeping: Keeping = (make, work) => {
          if (secrets === null) throw new Error('The command makes no secrets');
          return secrets.with(identity, make, work);
        };
        const { isNew, value } = await rules.run(service, { ...options, ...values } as Options, keeping, ...texts);
        return { isNew, value: { line: at, ...value } };
      });
      const where = secrets?.hasAdded ? ` The secrets are in ${secretsPath}.` : '';
      printMany(
        many,
        options,
        (done) => rules.text(done) + where,
        (at) => `line ${at}`,
      );
    } finally {
      await secrets?.close();
    }
  };
}

interface Row {
  /** Line in the file. */
  readonly at: number;
  readonly identity: readonly string[];
  /**
   * Reads the cells as the command line would be read.
   *
   * @throws `invalid`, `InvalidArgumentError`
   */
  read(): { readonly values: Readonly<Record<string, unknown>>; readonly texts: readonly string[] };
}

/** @throws `invalid` for a file that is no CSV, or whose columns are not those of the command */
function readRows(
  command: Command,
  file: string,
  bytes: Uint8Array,
  { identity, required = [], lists = [] }: Pick<RowRules<unknown, unknown>, 'identity' | 'required' | 'lists'>,
): Row[] {
  const [head, ...rows] = readCsv(file, bytes);
  const args = command.registeredArguments.map((argument) => argument.name());
  const options = command.options.filter((option) => !forAllRows.includes(option.name()));
  const columns = [...args, ...options.map((option) => option.name())];
  const names = (head?.cells ?? []).map((name) => name.toLowerCase().replaceAll('_', '-'));
  const refuse = (reason: string): PortalError =>
    new PortalError('invalid', `${file}: ${reason}. The columns are ${columns.join(', ')}.`);
  const unknown = names.find((name, at) => !columns.includes(name) || names.indexOf(name) !== at);
  if (unknown !== undefined)
    throw refuse(`the first line has the unknown or repeated column ${JSON.stringify(unknown)}`);
  const needed = [...identity, ...required];
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) throw refuse(`the first line lacks ${missing.join(', ')}`);

  const lineOf = new Map<string, number>();
  return rows.map(({ line, cells }) => {
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const own = identity.map(cell);
    const same = lineOf.get(JSON.stringify(own));
    if (same === undefined) lineOf.set(JSON.stringify(own), line);
    const read = () => {
      if (cells.length > names.length) throw new PortalError('invalid', 'It has more cells than the first line.');
      if (same !== undefined)
        throw new PortalError('invalid', `It has the same ${identity.join(' and ')} as line ${same}.`);
      const lacks = needed.filter((name) => cell(name) === '');
      if (lacks.length > 0) throw new PortalError('invalid', `It lacks ${lacks.join(', ')}.`);
      const values = options.map((option) => {
        const name = option.name();
        return [option.attributeName(), optionValue(option, cell(name), lists.includes(name))] as const;
      });
      return { values: Object.fromEntries(values), texts: args.map(cell) };
    };
    return { at: line, identity: own, read };
  });
}

/** The value of an option; `undefined` for an empty cell. */
function optionValue(option: Option, cell: string, isList: boolean): unknown {
  const name = option.name();
  if (cell === '') return undefined;
  if (option.isBoolean()) {
    if (cell !== 'yes' && cell !== 'no') throw new PortalError('invalid', `${name} is yes or no.`);
    return cell === 'yes';
  }
  try {
    const texts = isList ? cell.split(/\s+/) : [cell];
    return texts.reduce<unknown>((before, text) => option.parseArg?.(text, before) ?? text, undefined);
  } catch (error) {
    throw error instanceof InvalidArgumentError ? new PortalError('invalid', `${name}: ${error.message}`) : error;
  }
}
