import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Input, Operation } from '../operations/engine/contract.js';
import type { Result } from '../operations/engine/execute.js';
import { idempotencyKeyForm } from '../operations/engine/idempotency.js';
import { report, type Static, type TObject, type TSchema, Type } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import type { Caller } from './caller.js';

/** Fields of a body; the operation checks them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Key of an image in a tool's answer: it goes to the agent next to the structured answer, not in it. */
export const image = Symbol('image');

type ToolAnswer = Fields & { readonly [image]?: { readonly data: string; readonly mimeType: string } };

/** Runs an operation as the caller, on the version that the agent expects. */
type RunOperation = <Value>(operation: Operation<Value>, input?: Partial<Input>) => Promise<Result<Value>>;

/** An operation as a tool of agents. */
interface Definition<Own extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its right and module decide who sees and may call the tool. */
  readonly operation: Operation;
  /** The arguments that the tool checks itself. All others are the operation's body, which the operation checks. */
  readonly args: Own;
  /** Fields of the operation's body by name: a description for agents, or another shape. */
  readonly wording?: Readonly<Record<string, string | TSchema>>;
  readonly output: TObject;
  /** Whether a write makes something new each time, and changes nothing that is there. */
  readonly adds?: true;
  /** @returns the structured answer */
  call(args: Static<Own>, body: Fields, run: RunOperation, caller: Caller): Promise<ToolAnswer>;
}

export interface Tool {
  readonly name: string;
  readonly operation: Operation;
  readonly args: TObject;
  /** Entry in `tools/list`. */
  readonly listed: ListedTool;
  /** @returns the structured answer @throws PortalError */
  call(sent: Fields, caller: Caller): Promise<ToolAnswer>;
}

/** Arguments of every tool that writes. A header of the request would not do: agents cannot send one with each call. */
const repeatable = Type.Object({
  idempotency_key: Type.Optional(
    Type.String({ pattern: idempotencyKeyForm.source, description: 'new for each change; repeated, it is done once' }),
  ),
});

/** Argument of every tool whose operation can look back. */
const dated = Type.Object({
  at: Type.Optional(
    Type.String({ description: 'as it was then: the full id of a commit, or a time such as 2026-03-01T12:00:00Z' }),
  ),
});

function sharedArguments({ right, isDated }: Operation): TObject['properties'] {
  if (right === 'write') return repeatable.properties;
  return isDated ? dated.properties : {};
}

export function tool<Own extends TObject>(definition: Definition<Own>): Tool {
  const { name, operation, args, call } = definition;
  const allArgs: TObject = { ...args, properties: { ...args.properties, ...sharedArguments(operation) } };
  return {
    name,
    operation,
    args: allArgs,
    listed: listed({ ...definition, args: allArgs }),
    async call(sent, caller) {
      const isOwn = (argument: string): boolean => Object.hasOwn(allArgs.properties, argument);
      const entries = Object.entries(sent);
      const ownArgs: unknown = Object.fromEntries(entries.filter(([argument]) => isOwn(argument)));
      const body = Object.fromEntries(entries.filter(([argument]) => !isOwn(argument)));
      const violations = new Violations();
      if (!report(args, ownArgs, violations)) throw violations.toError();
      if (!report(repeatable, ownArgs, violations) || !report(dated, ownArgs, violations)) throw violations.toError();
      const expected = isOwn('expected_version') ? sent.expected_version : undefined;
      const version = expected === undefined ? undefined : String(expected);
      const { idempotency_key: idempotencyKey, at } = ownArgs;
      const past = at === undefined ? {} : { at };
      return call(
        ownArgs,
        body,
        (toolOperation, input = {}) =>
          caller.run(toolOperation, { ...input, query: { ...input.query, ...past } }, { version, idempotencyKey }),
        caller,
      );
    },
  };
}

function listed({ operation, args, wording, output, adds, ...definition }: Definition<TObject>): ListedTool {
  const { name, title, description } = definition;
  const { properties: described = {}, required: requiredFields = [] } = bodyOf(operation);
  const body = Object.entries(wording === undefined ? {} : described).map(([field, schema]) => {
    const word = wording?.[field];
    return [field, word === undefined ? schema : typeof word === 'string' ? { ...schema, description: word } : word];
  });
  const required = [...(args.required ?? []), ...(wording === undefined ? [] : requiredFields)];
  const properties = { ...args.properties, ...Object.fromEntries(body) };
  const inputSchema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const annotations = hints(operation, adds);
  const shown = { name, title, description, inputSchema, outputSchema: output, annotations };
  // Drops the symbols that TypeBox keeps with a schema.
  return JSON.parse(JSON.stringify(shown));
}

function bodyOf({ body }: Operation): { readonly properties?: Record<string, TSchema>; readonly required?: string[] } {
  return { ...body?.schemas[0] };
}

/** The protocol's tool annotations. A write that replaces or removes is idempotent. */
function hints({ right }: Operation, adds = false) {
  const readOnlyHint = right === 'read';
  return { readOnlyHint, destructiveHint: !readOnlyHint && !adds, idempotentHint: !adds, openWorldHint: false };
}

export const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description });

export const version = described(Type.String(), 'Send it as expected_version to change exactly this.');

const expected = (subject: string) =>
  Type.String({ minLength: 1, description: `version ${subject} from your last read; refused when it changed since` });

/** Precondition of a write that takes something away: nothing is overwritten that was not read. */
export const requiredVersion = expected('of it');
export const optionalVersion = (subject: string) => Type.Optional(expected(subject));
