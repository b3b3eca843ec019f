import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { visible } from '../lib/display-safety.js';
import { withoutUndefined } from '../lib/json.js';
import type { Operation } from '../operations/engine/contract.js';
import { type Referrer, referrerName } from '../operations/used-by.js';
import type { Service } from '../service/service.js';
import type { TSchema } from '../validation/schema.js';
import { type DataOption, type OutputOption, print, table, useService, withData, withJson } from './common.js';
import { parseInteger } from './options.js';
import { runOperation } from './run-operation.js';

export type CommandOptions = DataOption & OutputOption;

/** A command that only holds others. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

export const brandArgument = ['<brand>', "the brand's slug"] as const;

type ArgumentSpec = Argument | readonly [name: string, help: string];

/** An option, or its flags, help and parser. */
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
  /** @returns the mistake in the command line; `null`: there is none */
  check?(options: Options, ...args: string[]): string | null;
  /** Document that `--json` prints, unless it is the value. */
  json?(value: Value, ...args: string[]): unknown;
  /** Text for people. Left out: the command prints while it runs. */
  text?(value: Value, ...args: string[]): string;
}

interface DataRules<Options, Value> extends Output<Options, Value> {
  /** Throws commander's `InvalidArgumentError` for a mistake that shows only now. */
  run(options: CommandOptions & Options, ...args: string[]): Promise<Value>;
}

/** A command on a data directory, which prints what came of it. */
export function dataCommand<Options, Value>(name: string, help: string, rules: DataRules<Options, Value>): Command {
  const { args = [], options = [], json, text } = rules;
  const command = new Command(name).description(help);
  for (const arg of args) command.addArgument(toArgument(arg));
  for (const option of options) command.addOption(toOption(option));
  return withJson(withData(command)).action(async (...actionArgs) => {
    const texts: string[] = actionArgs.slice(0, args.length);
    const parsedOptions = command.opts<CommandOptions & Options>();
    const fail = (mistake: string): never => command.error(`error: ${mistake}`, { exitCode: 2 });
    const mistake = rules.check?.(parsedOptions, ...texts) ?? null;
    if (mistake !== null) fail(mistake);
    try {
      const value = await rules.run(parsedOptions, ...texts);
      if (text) print(json ? json(value, ...texts) : value, parsedOptions, () => text(value, ...texts));
    } catch (error) {
      if (error instanceof InvalidArgumentError) fail(error.message);
      throw error;
    }
  });
}

interface ServiceRules<Options, Value> extends Output<Options, Value> {
  /** Whether it may begin a data directory. */
  readonly creates?: boolean;
  run(service: Service, options: CommandOptions & Options, ...args: string[]): Promise<Value>;
}

/** A command on the opened service. */
export function serviceCommand<Options, Value>(
  name: string,
  help: string,
  { creates = false, run, ...rules }: ServiceRules<Options, Value>,
): Command {
  return dataCommand<Options, Value>(name, help, {
    ...rules,
    run: (options, ...args) => useService(options, (service) => run(service, options, ...args), { creates }),
  });
}

interface OperationRules<Value> extends Syntax {
  /** Fields of the body whose options have another name, by option. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields of the body that are the same in each call. */
  readonly body?: object;
  json?(value: Value): unknown;
  text(value: Value, brand: string): string;
}

/**
 * A command that runs one operation. After the brand, arguments are the operation's params in their order, then fields of its
 * body by their names. Options are fields, too; the field's schema says how a text is read, unless the option does.
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
  return serviceCommand(name, help, {
    args: [brandArgument, ...args],
    options,
    run(service, parsed: Record<string, unknown>, brand = '', ...texts) {
      const namedTexts = args.map((arg, at) => [params[at] ?? arg.name(), texts[at]] as const);
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

/** A table of the answer's items, with a column for each of the members. */
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

/** A line for each member, and below them the pages whose blocks use the thing. */
export function withReferrers<Value extends { readonly used_by: readonly Referrer[] }>({
  used_by,
  ...value
}: Value): string {
  const width = Math.max(...Object.keys(value).map((name) => name.length)) + 2;
  const users = used_by.length === 0 ? ['no page'] : used_by.map(referrerName);
  const uses = users.map((name, at) => (at === 0 ? 'used by' : '').padEnd(width) + visible(name));
  return [...memberLines(value, width), ...uses].join('\n');
}

function cell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
