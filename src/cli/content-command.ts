import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Operation } from '../operations/engine/contract.js';
import { type Referrer, referrerName } from '../operations/references.js';
import type { Service } from '../service/service.js';
import type { TSchema } from '../validation/schema.js';
import { type DataOption, type OutputOption, print, table, useService, withData, withJson } from './common.js';
import { oneLine } from './printable.js';
import { runOperation } from './run-operation.js';

export type ContentOptions = DataOption & OutputOption;

/** A command that only holds others. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** A command on the content of one brand, its first argument. */
export function contentCommand(name: string, description: string): Command {
  return withJson(withData(new Command(name).description(description).argument(...brandArgument)));
}

export const brandArgument = ['<brand>', "the brand's slug"] as const;

interface Syntax {
  readonly args?: readonly (Argument | readonly [name: string, help: string])[];
  readonly options?: readonly (Option | readonly [flags: string, help: string])[];
}

interface ServiceRules<Options, Value> extends Syntax {
  /** Whether it may begin a data directory. */
  readonly creates?: true;
  /** @returns mistake in what was given, as the command line is wrong then */
  check?(options: Options, ...args: string[]): string | null;
  run(service: Service, options: ContentOptions & Options, ...args: string[]): Promise<Value>;
  /** Document that `--json` prints, unless it is the value. */
  json?(value: Value, ...args: string[]): unknown;
  text(value: Value, ...args: string[]): string;
}

/** A command that opens the service, works with it, and prints what came of it. */
export function serviceCommand<Options, Value>(
  name: string,
  help: string,
  rules: ServiceRules<Options, Value>,
): Command {
  const { args = [], options = [], creates = false, json } = rules;
  const command = new Command(name).description(help);
  for (const arg of args) command.addArgument(arg instanceof Argument ? arg : new Argument(...arg));
  for (const option of options) command.addOption(option instanceof Option ? option : new Option(...option));
  return withJson(withData(command)).action(async (...given) => {
    const texts: string[] = given.slice(0, args.length);
    const set = command.opts<ContentOptions & Options>();
    const mistake = rules.check?.(set, ...texts) ?? null;
    if (mistake !== null) command.error(`error: ${mistake}`, { exitCode: 2 });
    const value = await useService(set, (service) => rules.run(service, set, ...texts), { creates });
    print(json ? json(value, ...texts) : value, set, () => rules.text(value, ...texts));
  });
}

interface OperationRules<Value> extends Syntax {
  /** Fields of the body by the options that are not called like them. */
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
  const args = (rules.args ?? []).map((arg) => (arg instanceof Argument ? arg : new Argument(...arg)));
  const options = (rules.options ?? []).map((option) => (option instanceof Option ? option : new Option(...option)));
  const fieldOf = (option: Option): string => fields[option.name()] ?? option.name().replaceAll('-', '_');
  const [schema = {}] = operation.body?.schemas ?? [];
  for (const option of options) {
    if (option.parseArg === undefined && isInteger(schema, fieldOf(option))) option.argParser(parseIntegerOrNone);
  }
  const params = Object.keys(operation.params ?? {});
  return serviceCommand(name, help, {
    args: [brandArgument, ...args],
    options,
    run(service, given: Record<string, unknown>, brand = '', ...texts) {
      const named = args.map((arg, at) => [params[at] ?? arg.name(), texts[at]] as const);
      const set = options.map((option) => [fieldOf(option), given[option.attributeName()]] as const);
      return runOperation(service, brand, operation, {
        params: Object.fromEntries(named.slice(0, params.length)),
        body: { ...body, ...givenOnly([...named.slice(params.length), ...set]) },
      });
    },
    ...(json && { json }),
    text: (value, brand = '') => text(value, brand),
  });
}

function givenOnly(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function isInteger(schema: TSchema, field: string): boolean {
  const { properties = {} } = schema as { readonly properties?: Readonly<Record<string, { readonly type?: unknown }>> };
  return [properties[field]?.type].flat().includes('integer');
}

/** An integer that is not negative. */
export function parseInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

const parseIntegerOrNone = (text: string): number | null => (text === '' ? null : parseInteger(text));

/** Collects an option that may be given several times. */
export function collect<T>(parse: (text: string) => T): (text: string, before: readonly T[] | undefined) => T[] {
  return (text, before) => [...(before ?? []), parse(text)];
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

/** A line for each member. */
export function memberLines(value: object, width = 15): string[] {
  return Object.entries(value).map(([name, member]) => name.padEnd(width) + oneLine(cell(member)));
}

/** A line for each member, and below them the pages whose blocks use the thing. */
export function withUse<Value extends { readonly used_by: readonly Referrer[] }>({ used_by, ...value }: Value): string {
  const width = Math.max(...Object.keys(value).map((name) => name.length)) + 2;
  const users = used_by.length === 0 ? ['no page'] : used_by.map(referrerName);
  const uses = users.map((name, at) => (at === 0 ? 'used by' : '').padEnd(width) + oneLine(name));
  return [...memberLines(value, width), ...uses].join('\n');
}

function cell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
