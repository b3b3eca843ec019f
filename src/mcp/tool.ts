import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { type TObject, type TSchema, Type } from '../content/schema.js';
import type { Result } from '../operations/execute.js';
import type { Input, Operation } from '../operations/operation.js';

export type Arguments = Readonly<Record<string, unknown>>;

/** An operation as agents see it: what it is called, what it takes, and how its answer is shown. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its right and module decide who sees and may call the tool. */
  readonly operation: Operation;
  /** The arguments that the tool checks itself. All others are the operation's body, which the operation checks. */
  readonly own: TObject;
  /** JSON Schema of the body's fields, beside `own`. */
  readonly body?: Readonly<Record<string, TSchema>>;
  /** Names of the body's required fields. */
  readonly requiredInBody?: readonly string[];
  readonly output: TObject;
  readonly hints: Hints;
  /** The operation to run and its input, from arguments that fit `own`. */
  toRun(own: Arguments, body: Arguments): { readonly operation: Operation; readonly input: Input };
  /** The structured answer. */
  present(result: Result, own: Arguments): Record<string, unknown>;
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

const fromLastRead = { minLength: 1, description: 'version from your last read; refused when it changed since' };

/** Of a write that takes something away: required, so that nothing is overwritten that was not read. */
export const requiredVersion = Type.String(fromLastRead);
export const optionalVersion = Type.Optional(Type.String(fromLastRead));

/** The tool as `tools/list` shows it. */
export function listed(tool: Tool): ListedTool {
  const { name, title, description, own, body = {}, requiredInBody = [], output, hints } = tool;
  const required = [...((own.required as string[] | undefined) ?? []), ...requiredInBody];
  const properties = { ...own.properties, ...body };
  const inputSchema = { type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
  const shown = { name, title, description, inputSchema, outputSchema: output, annotations: hints };
  // As JSON tells it: without what TypeBox keeps with a schema for itself.
  return JSON.parse(JSON.stringify(shown));
}

export const noBody: Input['body'] = undefined;

export const text = (value: unknown): string => String(value);
