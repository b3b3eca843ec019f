import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Input, Operation } from '../operations/engine/contract.js';
import type { Result } from '../operations/engine/execute.js';
import { idempotencyKeyForm } from '../operations/engine/idempotency.js';
import { report, type Static, type TObject, type TSchema, Type } from '../validation/schema.js';
import { Violations } from '../validation/violations.js';
import type { Caller } from './caller.js';

/** The fields of a body, as they came: the operation checks them. */
export type Fields = Readonly<Record<string, unknown>>;

/** Runs an operation as the caller, on the version that the agent expects. */
export type RunOperation = <Value>(operation: Operation<Value>, input?: Partial<Input>) => Promise<Result<Value>>;

/** How an operation is shown to agents: what it is called, what it takes, and how its answer is shown. */
interface Definition<Own extends TObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its right and module decide who sees and may call the tool. */
  readonly operation: Operation;
  /** The arguments that the tool checks itself. All others are the operation's body, which the operation checks. */
  readonly own: Own;
  /** Of the fields of the operation's body: what agents read instead of their description, or another shape. */
  readonly wording?: Readonly<Record<string, string | TSchema>>;
  readonly output: TObject;
  readonly hints: Hints;
  /** @returns the structured answer */
  call(own: Static<Own>, body: Fields, run: RunOperation): Promise<Fields>;
}

export interface Tool {
  readonly name: string;
  readonly operation: Operation;
  /** The arguments that it checks itself; all others are the operation's body. */
  readonly own: TObject;
  /** As `tools/list` shows it. */
  readonly listed: ListedTool;
  /** @returns the structured answer @throws PortalError */
  call(sent: Fields, caller: Caller): Promise<Fields>;
}

/** Arguments of every tool that writes. A header of the request would not do: agents cannot send one with each call. */
const repeatable = Type.Object({
  idempotency_key: Type.Optional(
    Type.String({ pattern: idempotencyKeyForm.source, description: 'new for each change; repeated, it is done once' }),
  ),
});

/** Argument of every tool that shows content which has a past. */
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
  const { name, operation, own, call } = definition;
  const all: TObject = { ...own, properties: { ...own.properties, ...sharedArguments(operation) } };
  return {
    name,
    operation,
    own: all,
    listed: listed({ ...definition, own: all }),
    async call(sent, caller) {
      const isOwn = (argument: string): boolean => Object.hasOwn(all.properties, argument);
      const entries = Object.entries(sent);
      const mine: unknown = Object.fromEntries(entries.filter(([argument]) => isOwn(argument)));
      const body = Object.fromEntries(entries.filter(([argument]) => !isOwn(argument)));
      const violations = new Violations();
      if (!report(own, mine, violations)) throw violations.toError();
      if (!report(repeatable, mine, violations) || !report(dated, mine, violations)) throw violations.toError();
      const expected = isOwn('expected_version') ? sent.expected_version : undefined;
      const version = expected === undefined ? undefined : String(expected);
      const { idempotency_key: idempotencyKey, at } = mine;
      const past = at === undefined ? {} : { at };
      return call(mine, body, (one, input = {}) =>
        caller.run(one, { ...input, query: { ...input.query, ...past } }, { version, idempotencyKey }),
      );
    },
  };
}

function listed({ name, title, description, operation, own, wording, output, hints }: Definition<TObject>): ListedTool {
  const { properties: described = {}, required: needed = [] } = bodyOf(operation);
  const body = Object.entries(wording === undefined ? {} : described).map(([field, schema]) => {
    const said = wording?.[field];
    return [field, said === undefined ? schema : typeof said === 'string' ? { ...schema, description: said } : said];
  });
  const required = [...(own.required ?? []), ...(wording === undefined ? [] : needed)];
  const properties = { ...own.properties, ...Object.fromEntries(body) };
  const inputSchema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const shown = { name, title, description, inputSchema, outputSchema: output, annotations: hints };
  // As JSON tells it: without what TypeBox keeps with a schema for itself.
  return JSON.parse(JSON.stringify(shown));
}

function bodyOf({ body }: Operation): { readonly properties?: Record<string, TSchema>; readonly required?: string[] } {
  return { ...body?.schemas[0] };
}

/** As in the protocol's tool annotations. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: false;
}

const hints = (readOnlyHint: boolean, destructiveHint: boolean, idempotentHint: boolean): Hints => {
  return { readOnlyHint, destructiveHint, idempotentHint, openWorldHint: false };
};

export const reads = hints(true, false, true);
/** Makes something new each time; nothing that is there changes. */
export const adds = hints(false, false, false);
/** Replaces or removes what is there; done twice, it changes nothing more. */
export const changes = hints(false, true, true);

export const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description });

export const version = described(Type.String(), 'Send it as expected_version to change exactly this.');

const expected = (of: string) =>
  Type.String({ minLength: 1, description: `version ${of} from your last read; refused when it changed since` });

/** Of a write that takes something away: required, so that nothing is overwritten that was not read. */
export const requiredVersion = expected('of it');
export const optionalVersion = (of: string) => Type.Optional(expected(of));
