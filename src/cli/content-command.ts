import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type { Operation } from '../operations/contract.js';
import { type Referrer, referrerName } from '../operations/references.js';
import type { TSchema } from '../validation/schema.js';
import { type DataOption, type OutputOption, print, table, withData, withJson } from './common.js';
import { oneLine } from './printable.js';
import { operate } from './run-operation.js';

export type ContentOptions = DataOption & OutputOption;

/** A command that only holds others. */
export function commandGroup(name: string, description: string, commands: readonly Command[]): Command {
  const group = new Command(name).description(description);
  for (const command of commands) group.addCommand(command);
  return group;
}

/** A command on the content of one brand, its first argument. */
export function contentCommand(name: string, description: string): Command {
  return withJson(withData(new Command(name).description(description).argument('<brand>', "the brand's slug")));
}

interface Rules<Value> {
  /** After the brand: first the operation's params in their order, then fields of its body by their names. */
  readonly args?: readonly (Argument | readonly [name: string, help: string])[];
  /** Fields of the operation's body. The field's schema says how a text is read, unless the option does. */
  readonly options?: readonly (Option | readonly [flags: string, help: string])[];
  /** Fields of the body by the options that are not called like them. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Fields of the body that are the same in each call. */
  readonly body?: object;
  /** Part of the answer that `--json` prints, unless it is all of it. */
  json?(value: Value): unknown;
  text(value: Value, brand: string): string;
}

/** A command that runs one operation and prints the answer. Its contract says what params there are, and of which type fields are. */
export function operationCommand<Value>(
  name: string,
  help: string,
  operation: Operation<Value>,
  rules: Rules<Value>,
): Command {
  const { fields = {}, body, json, text } = rules;
  const command = contentCommand(name, help);
  const args = (rules.args ?? []).map((arg) => (arg instanceof Argument ? arg : new Argument(...arg)));
  for (const arg of args) command.addArgument(arg);
  const options = (rules.options ?? []).map((option) => (option instanceof Option ? option : new Option(...option)));
  const fieldOf = (option: Option): string => fields[option.name()] ?? option.name().replaceAll('-', '_');
  const [schema = {}] = operation.body?.schemas ?? [];
  for (const option of options) {
    if (option.parseArg === undefined && isInteger(schema, fieldOf(option))) option.argParser(parseIntegerOrNone);
    command.addOption(option);
  }
  const params = Object.keys(operation.params ?? {});
  return command.action(async (brand: string, ...texts: unknown[]) => {
    const given = command.opts<ContentOptions & Record<string, unknown>>();
    const named = args.map((arg, at) => [params[at] ?? arg.name(), texts[at]] as const);
    const set = options.map((option) => [fieldOf(option), given[option.attributeName()]] as const);
    const value = await operate(given, brand, operation, {
      params: Object.fromEntries(named.slice(0, params.length)),
      body: { ...body, ...givenOnly([...named.slice(params.length), ...set]) },
    });
    print(json ? json(value) : value, given, () => text(value, brand));
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
