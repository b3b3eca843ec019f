import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import Table from 'cli-table3';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { StoredFiles } from '../admin/mirror-brand.js';
import { pictureLimits, readConfig, serviceLimits, sharedOptions } from '../config.js';
import { connectStorage } from '../connect-storage.js';
import { BackgroundSanitizer } from '../content/html/background-sanitizer.js';
import { BackgroundWork, type Work } from '../content/work/content-work.js';
import { visible, visibleLines } from '../lib/display-safety.js';
import { PortalError } from '../lib/errors.js';
import { stringifyJson, withoutUndefined } from '../lib/json.js';
import { createLog } from '../log.js';
import type { Actor } from '../operations/engine/access.js';
import { type Call, type Result, workFor } from '../operations/engine/call.js';
import { type Input, noInput, type Operation } from '../operations/engine/contract.js';
import { type Referrer, referrerName } from '../operations/used-by.js';
import { Pictures } from '../pictures/pictures.js';
import { localEngine } from '../search/engine-client.js';
import { Search } from '../search/search.js';
import { dataPaths, requireNoCaches } from '../service/data-directory.js';
import { Service } from '../service/service.js';
import { machineFileSystem as fs } from '../store/local/machine-file-system.js';
import type { TSchema } from '../validation/schema.js';
import { type CsvOptions, csvMistake, parseInteger, takeCsv } from './options.js';
import { progressBar } from './output.js';

export type CommandOptions = DataOption & OutputOption;

export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

export const brandArgument = ['<brand>', "the brand's slug"] as const;

type ArgumentSpec = Argument | readonly [name: string, help: string];

/** An option, or the flags, help and parser that it is made from. */
type OptionSpec = Option | readonly [flags: string, help: string, parse?: (text: string, before: unknown) => unknown];

interface Syntax {
  readonly args?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
}

const toArgument = (spec: ArgumentSpec): Argument => (spec instanceof Argument ? spec : new Argument(...spec));

function toOption(spec: OptionSpec): Option {
  if (spec instanceof Option) return spec;
  const [flags, help, parse] = spec;
  const option = new Option(flags, help);
  return parse === undefined ? option : option.argParser(parse);
}

interface Output<Options, Value> extends Syntax {
  /** @returns the usage error; `null` if there is none */
  check?(options: Options, ...args: string[]): string | null;
  /** Document that `--json` prints. Default: the value. */
  json?(value: Value, ...args: string[]): unknown;
  /** Text for people. It is omitted if the command prints while it runs. */
  text?(value: Value, ...args: string[]): string;
}

interface DataRules<Options, Value> extends Output<Options, Value> {
  /** @throws InvalidArgumentError for a usage error that is found only while the command runs */
  run(options: CommandOptions & Options, ...args: string[]): Promise<Value>;
  /** Does many, each a row of a CSV file, and prints what came of them. */
  many?(command: Command, options: CommandOptions & CsvOptions): Promise<void>;
}

export function dataCommand<Options, Value>(name: string, help: string, rules: DataRules<Options, Value>): Command {
  const { args = [], options = [], json, text, many } = rules;
  const command = new Command(name).description(help);
  for (const arg of args) command.addArgument(toArgument(arg));
  for (const option of options) command.addOption(toOption(option));
  if (many !== undefined) takeCsv(command);
  return withJson(withData(command)).action(async (...actionArgs) => {
    const texts: string[] = actionArgs.slice(0, args.length);
    // The parser gives an option that a command and its subcommand have to the former.
    const parsedOptions = command.optsWithGlobals<CommandOptions & Options>();

    const fail = (mistake: string): never => command.error(`error: ${mistake}`, { exitCode: 2 });
    const mistake = (many && csvMistake(command, texts)) ?? rules.check?.(parsedOptions, ...texts) ?? null;
    if (mistake !== null) fail(mistake);

    try {
      const { csv } = command.opts<CsvOptions>();
      if (many !== undefined && csv !== undefined) return await many(command, parsedOptions);
      const value = await rules.run(parsedOptions, ...texts);
      if (text) print(json ? json(value, ...texts) : value, parsedOptions, () => text(value, ...texts));
    } catch (error) {
      if (error instanceof InvalidArgumentError) fail(error.message);
      throw error;
    }
  });
}

interface ServiceRules<Options, Value> extends Output<Options, Value> {
  /** Whether the command may create a data directory. */
  readonly creates?: boolean;
  run(service: Service, options: CommandOptions & Options, ...args: string[]): Promise<Value>;
  many?(service: Service, command: Command, options: CommandOptions & CsvOptions): Promise<void>;
}

export function serviceCommand<Options, Value>(
  name: string,
  help: string,
  { creates = false, run, many, ...rules }: ServiceRules<Options, Value>,
): Command {
  return dataCommand<Options, Value>(name, help, {
    ...rules,
    ...(many && {
      many: (command, options) => useService(options, (service) => many(service, command, options), creates),
    }),
    run: (options, ...args) => useService(options, (service) => run(service, options, ...args), creates),
  });
}

/** A service command whose first argument is a brand. */
export function brandServiceCommand<Options, Value>(
  name: string,
  help: string,
  rules: ServiceRules<Options, Value>,
): Command {
  return serviceCommand(name, help, { ...rules, args: [brandArgument, ...(rules.args ?? [])] });
}

interface OperationRules<Value> extends Syntax {
  /** Names of fields of the body, by the options with another name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields of the body that have the same value in every call. */
  readonly body?: object;
  json?(value: Value): unknown;
  text(value: Value, brand: string): string;
}

/**
 * A command that runs one operation. After the brand, arguments are the operation's params in their order, then fields
 * of its body by their names. Options are fields, too; the field's schema says how a text is read, unless the option
 * does.
 */
export function operationCommand<Value>(
  name: string,
  help: string,
  operation: Operation<Value>,
  rules: OperationRules<Value>,
): Command {
  const { fields = {}, body, json, text } = rules;
  const args = (rules.args ?? []).map(toArgument);
  const options = (rules.options ?? []).map(toOption);
  const fieldOf = (option: Option): string => fields[option.name()] ?? option.name().replaceAll('-', '_');
  const [schema = {}] = operation.body?.schemas ?? [];
  for (const option of options) {
    if (option.parseArg === undefined && isInteger(schema, fieldOf(option))) option.argParser(parseIntegerOrNone);
  }
  const params = Object.keys(operation.params ?? {});
  return brandServiceCommand(name, help, {
    args,
    options,
    run(service, parsed: Record<string, unknown>, brand = '', ...texts) {
      const namedTexts = args.map((arg, index) => [params[index] ?? arg.name(), texts[index]] as const);
      const optionFields = options.map((option) => [fieldOf(option), parsed[option.attributeName()]] as const);
      const sent = Object.fromEntries([...namedTexts.slice(params.length), ...optionFields]);
      return runOperation(service, brand, operation, {
        params: Object.fromEntries(namedTexts.slice(0, params.length)),
        body: { ...body, ...withoutUndefined(sent) },
      });
    },
    ...(json && { json }),
    text: (value, brand = '') => text(value, brand),
  });
}

function isInteger(schema: TSchema, field: string): boolean {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
  return [properties[field]?.type].flat().includes('integer');
}

export const parseIntegerOrNone = (text: string): number | null => (text === '' ? null : parseInteger(text));

/** Collects an option that may be given several times. */
export function collect<T>(parse: (text: string) => T): (text: string, before: unknown) => T[] {
  return (text, before) => [...(Array.isArray(before) ? before : []), parse(text)];
}

/** Makes a function that prints items as a table, with a column for each of the members. */
export function columns<Item extends object>(
  ...members: readonly (keyof Item & string)[]
): (items: readonly Item[]) => string {
  const head = members.map((member) => member.toUpperCase().replaceAll('_', ' '));
  return (items) =>
    table(
      head,
      items.map((item) => members.map((member) => cell(item[member]))),
    );
}

export function memberLines(value: object, width = 15): string[] {
  return Object.entries(value).map(([name, member]) => name.padEnd(width) + visible(cell(member)));
}

/** A line for each member, followed by the pages whose blocks use the item. */
export function withReferrers<Value extends { readonly used_by: readonly Referrer[] }>({
  used_by,
  ...value
}: Value): string {
  const width = Math.max(...Object.keys(value).map((name) => name.length)) + 2;
  const users = used_by.length === 0 ? ['no page'] : used_by.map(referrerName);
  const uses = users.map((name, index) => (index === 0 ? 'used by' : '').padEnd(width) + visible(name));
  return [...memberLines(value, width), ...uses].join('\n');
}

function cell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export interface DataOption {
  readonly data: string;
  readonly config?: string;
}

export interface OutputOption {
  readonly json?: true;
}

export function withData(command: Command): Command {
  const option = new Option('--data <dir>', 'the data directory').default('./data').argParser(parseNotEmpty);
  const config = new Option('--config <file>', "the server's configuration file, in YAML").argParser(parseNotEmpty);
  command.addOption(fromEnvironment(option, 'BRAND_PORTAL_DATA'));
  return command.addOption(fromEnvironment(config, 'BRAND_PORTAL_CONFIG'));
}

/** Lets an environment variable set an option. An empty variable, as deployment tools write it, counts as not set. */
export function fromEnvironment(option: Option, name: string): Option {
  return process.env[name] === '' ? option : option.env(name);
}

/** Parser that refuses an empty value, because it would mean every address or the current directory. */
export function parseNotEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
  return text;
}

/** A signal that aborts when the operator ends the command, so that no incomplete output is left. */
export function endSignal(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  return ending.signal;
}

function withJson(command: Command): Command {
  return command.option('--json', 'print one JSON document on standard output and nothing else');
}

/**
 * Opens the service on the data directory, runs the command, and waits until everything is on disk.
 *
 * @param creates whether the command may create a data directory
 * @throws `invalid` when there is no data directory and the command may not create one
 */
export async function useService<Answer>(
  options: DataOption,
  command: (service: Service) => Promise<Answer>,
  creates = false,
): Promise<Answer> {
  const data = resolve(options.data);
  const config = await readConfig(options.config);
  const limits = serviceLimits(config);
  const shared = sharedOptions(config);
  const log = createLog('warn');
  if (!creates && shared === null) requireData(data);

  const storage = await connectStorage(shared, data, log);
  const sanitizer = new BackgroundSanitizer();
  const work = new BackgroundWork(sanitizer);
  try {
    const onProgress = progressBar('building the search index', 'documents');
    const search = (pathOf: (slug: string) => string) => new Search(localEngine(), { pathOf, onProgress });
    const pictures = new Pictures({ ...pictureLimits(config), folder: dataPaths.pictures(data), log });
    const service = await Service.open({ fs, data, log, sanitizer, work, search, limits, pictures, storage });
    try {
      return await command(service);
    } finally {
      await service.close();
      if (service.writtenBy.hasWritten) await service.writtenBy.note(log);
    }
  } finally {
    storage?.close();
  }
}

/** @throws `invalid` without a data directory, so that a mistyped path does not become an empty registry */
function requireData(data: string): void {
  if (existsSync(dataPaths.registry(data)) || existsSync(dataPaths.brands(data))) return;
  throw new PortalError('invalid', `The data directory ${data} ${describeLack(data)}.`);
}

function describeLack(data: string): string {
  const stats = statSync(data, { throwIfNoEntry: false });
  if (stats === undefined) return 'does not exist';
  return stats.isDirectory() ? 'holds no brands' : 'is not a directory';
}

/**
 * Runs `work` with a data directory that has the repositories. Those of a shared portal are copied into one first, and
 * its files stay in the store.
 */
export async function useRepositories<Answer>(
  options: DataOption,
  signal: AbortSignal,
  work: (data: string, storedFiles?: StoredFiles) => Promise<Answer>,
): Promise<Answer> {
  const data = resolve(options.data);
  const shared = sharedOptions(await readConfig(options.config));
  if (shared === null) {
    await requireNoCaches(fs, data);
    return work(data);
  }
  const { useCopy } = await import('../admin/shared-commands.js');
  return useCopy({ fs, data, options: shared }, signal, work);
}

/** Prints the value in JSON, or in text for people. Neither form has characters that control a terminal. */
export function print(value: unknown, { json }: OutputOption, forPeople: () => string): void {
  process.stdout.write(`${json ? stringifyJson(value) : visibleLines(forPeople())}\n`);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const style = { 'padding-left': 0, 'padding-right': 0, head: [], border: [] };
  const drawn = new Table({ head: [...head], chars: noBorders, style });
  drawn.push(...rows.map((row) => row.map(visible)));
  return drawn.toString();
}

/** Columns are separated by two spaces, and there are no lines around or between cells. */
const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

const operator: Actor = { kind: 'operator', id: 'cli', name: 'Operator', rights: ['read', 'write'] };

/**
 * Runs an operation as the operator.
 *
 * @returns its answer
 */
export async function runOperation<Value>(...call: Parameters<typeof resultOf<Value>>): Promise<Value> {
  return (await resultOf(...call)).value;
}

export async function resultOf<Value>(
  service: Service,
  slug: string,
  operation: Operation<Value>,
  input: Partial<Input> = {},
  proposal?: 'new',
): Promise<Result<Value>> {
  await service.openBrand(slug);
  return service.run(operation, { ...operatorCall(slug), proposal }, { ...noInput, ...input });
}

/** Work for the operator. */
export const operatorWork = (service: Service, slug: string): Work => workFor(service, operatorCall(slug));

export function operatorCall(slug: string): Call {
  return { slug, actor: operator, via: 'cli', requestId: randomUUID(), precondition: null };
}
