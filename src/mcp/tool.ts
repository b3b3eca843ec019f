import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { withoutUndefined } from '../lib/json.js';
import type { Result } from '../operations/engine/call.js';
import type { Input, Operation, WriteOperation } from '../operations/engine/contract.js';
import { idempotencyKeyForm, idempotencyKeyRule } from '../operations/engine/idempotency.js';
import { reportUnknown } from '../operations/engine/input.js';
import { MarkdownText } from '../operations/engine/markdown.js';
import { parseProposal } from '../operations/engine/target.js';
import { form, report, type Static, type TObject, type TSchema, Type } from '../validation/schema.js';
import { firstNames, message, Violations } from '../validation/violations.js';
import type { Caller } from './caller.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Key of an image in a tool's answer. The image is sent next to the structured content, not inside it. */
export const image = Symbol('image');

type ToolAnswer = Fields & { readonly [image]?: { readonly data: string; readonly mimeType: string } };

interface Definition<Own extends TObject, Value> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The right and the module of the operation decide who sees the tool and may call it. */
  readonly operation: Operation<Value>;
  /** Operation of a write with the argument `lang`. */
  readonly translated?: WriteOperation<Value>;
  /**
   * Arguments that the tool checks itself. Those named as a param or in the query of the operation are passed on as
   * such. All other arguments of a call are the body of the operation, which checks them.
   */
  readonly args: Own;
  /** Fields of the body that Markdown may replace. */
  readonly markdownFor?: readonly string[];
  /** For fields of the operation's body, by name: a description for agents, or a schema in place of the field's own. */
  readonly wording?: Readonly<Record<string, string | TSchema>>;
  /** Names of params, by the arguments with another name. */
  readonly params?: Readonly<Record<string, string>>;
  /** Members of the answer. If omitted, the tool has no output schema. */
  readonly output?: TObject;
  /** Whether it takes no arguments but its own. */
  readonly isBare?: true;
  /** Whether each call creates something new and changes nothing that exists. */
  readonly adds?: true;
  /**
   * Chooses another operation, or another input, for some arguments.
   *
   * @returns `undefined` to run `operation` with the arguments as its input, by their names
   */
  asks?(
    args: Static<Own> & { readonly lang?: string },
    caller: Caller,
  ): readonly [operation: Operation<Value>, input: Partial<Input>] | undefined;
  /** @returns the structured answer */
  answer(result: Result<Value>, args: Static<Own>, caller: Caller): ToolAnswer | Promise<ToolAnswer>;
}

export interface Tool {
  readonly name: string;
  readonly operation: Operation;
  readonly translated?: WriteOperation | undefined;
  readonly args: TObject;
  /** Entry in `tools/list`. */
  readonly listed: ListedTool;
  /**
   * @returns the structured answer
   * @throws PortalError
   */
  call(sent: Fields, caller: Caller): Promise<ToolAnswer>;
}

/** Argument of a read of an earlier state. The operation checks the text, and its refusal names the valid forms. */
const pastState = Type.Optional(Type.String({ description: "as it was then: a commit's full id, or an ISO time" }));

/** Arguments of several tools. The idempotency key is an argument because agents cannot set a header for each call. */
const shared = Type.Object({
  proposal: Type.Optional(Type.Unsafe<number | string>({ type: ['integer', 'string'] })),
  idempotency_key: Type.Optional(
    Type.String({
      pattern: idempotencyKeyForm.source,
      [form]: `use ${idempotencyKeyRule}`,
      description: 'new for each change; repeated, it is done once',
    }),
  ),
  markdown: Type.Optional(Type.String()),
  lang: Type.Optional(Type.String()),
  replace: Type.Optional(Type.Boolean()),
});

function sharedArguments(
  operation: Operation,
  markdownFor: readonly string[],
  translated: WriteOperation | undefined,
): TObject['properties'] {
  const { idempotency_key, markdown, proposal, lang, replace } = shared.properties;
  if (operation.effect === 'read') {
    return {
      ...(operation.translated !== undefined && { lang }),
      ...(operation.isDated && { at: pastState }),
      ...(operation.isProposable && { proposal: described(proposal, 'its number: as it would be') }),
    };
  }
  const description = `GitHub Flavored, in place of ${markdownFor.join(' and ')}`;
  return {
    ...(markdownFor.length > 0 && { markdown: described(markdown, description) }),
    ...(translated !== undefined && {
      lang: described(lang, 'tag: write texts in it'),
      ...(translated.right === 'translate' && { replace: described(replace, 'texts of people, too') }),
    }),
    ...(operation.isProposable && { proposal: described(proposal, 'its number, or new: goes there, not live') }),
    idempotency_key,
  };
}

export function tool<Own extends TObject, Value>(definition: Definition<Own, Value>): Tool {
  const { name, operation, translated, args, params, markdownFor = [], isBare, asks, answer } = definition;
  const common = isBare ? {} : sharedArguments(operation, markdownFor, translated);
  const allArgs: TObject = { ...args, properties: { ...args.properties, ...common } };
  const listed = buildListedTool(definition, allArgs);
  const argumentNames = Object.keys(listed.inputSchema.properties ?? {});
  return {
    name,
    operation,
    translated,
    args: allArgs,
    listed,
    async call(sent, caller) {
      const violations = new Violations();
      reportUnknown(argumentNames, sent, violations, 'arguments');
      if (!report(args, sent, violations) || !report(shared, sent, violations)) throw violations.toError();

      const { expected_version: version, idempotency_key: idempotencyKey, at, markdown, lang, replace } = sent;
      const replacedFields = markdown === undefined ? [] : markdownFor;
      for (const field of replacedFields) {
        if (Object.hasOwn(sent, field)) violations.add('markdown', message.prohibitedWith('markdown', field));
      }
      violations.throwIfAny();

      const takesProposal = sent.proposal !== undefined && operation.isProposable;
      const expectation = {
        idempotencyKey,
        proposal: takesProposal ? parseProposal(sent.proposal, operation.effect === 'write') : undefined,
        version: version === undefined ? undefined : String(version),
      };
      const inLanguage = lang === undefined ? undefined : translated;
      const own = inLanguage ?? operation;
      const [chosen, input] = asks?.(sent, caller) ?? [own, buildInput(own, sent, allArgs, { params, markdown })];
      const isRead = operation.translated !== undefined;
      const query = { ...input.query, ...withoutUndefined({ at, ...(isRead && { lang }) }) };
      // The argument is declared, and a field of the body only in a language.
      const body = inLanguage && replace !== undefined ? { ...Object(input.body), replace } : input.body;
      const result = await caller.run(chosen, { ...input, query, ...(body !== undefined && { body }) }, expectation);

      return {
        ...(result.proposal == null ? {} : { proposal: result.proposal }),
        ...(await answer(result, sent, caller)),
        ...namesMember('ignored_fields', result.ignored),
        ...namesMember('markdown_lost', result.lost),
        ...namesMember('untranslated', result.untranslated?.map(String), result.untranslated?.length),
      };
    },
  };
}

/**
 * Sorts the arguments of a call into the parts of the operation's input.
 *
 * @param args arguments that the tool declares; all others are fields of the body
 */
function buildInput(
  { params = {}, query, body }: Operation,
  sent: Fields,
  args: TObject,
  {
    params: renamed = {},
    markdown,
  }: { readonly params?: Definition<TObject, unknown>['params']; readonly markdown?: string | undefined },
): Partial<Input> {
  const entries = Object.entries(sent);
  const paramEntries = entries
    .map(([name, value]) => [renamed[name] ?? name, String(value)] as const)
    .filter(([name]) => name in params);
  const queryEntries = entries.filter(([name]) => name in (query?.properties ?? {}));
  const input = { params: Object.fromEntries(paramEntries), query: Object.fromEntries(queryEntries) };
  if (!body?.schemas.length) return input;

  const fields = Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(args.properties, name)));
  return { ...input, body: markdown === undefined ? fields : new MarkdownText(markdown, {}, fields) };
}

function namesMember(member: string, names: readonly string[] = [], max?: number): Fields {
  return names.length === 0 ? {} : { [member]: firstNames(names, max) };
}

function buildListedTool<Value>(definition: Definition<TObject, Value>, args: TObject): ListedTool {
  const { name, title, description, operation, output, adds } = definition;
  const body = describeBody(definition);
  const inputSchema = {
    type: 'object',
    properties: { ...args.properties, ...body.properties },
    required: [...(args.required ?? []), ...body.required],
    additionalProperties: false,
  };
  const annotations = buildAnnotations(operation, adds);
  const listed = { name, title, description, inputSchema, outputSchema: output && coarse(output), annotations };
  // Drops the symbols that TypeBox keeps with a schema.
  return JSON.parse(JSON.stringify(listed));
}

/**
 * The output schema as it is listed: the members of the answer with their types. Agents read the answers themselves, and
 * each listed detail costs them tokens in every conversation.
 */
function coarse({ properties, required }: TObject): TSchema {
  const types = Object.entries(properties).map(([name, schema]) => {
    const { type } = schema as { readonly type?: unknown };
    return [name, type === undefined ? {} : { type }];
  });
  return { type: 'object', properties: Object.fromEntries(types), required };
}

/** The arguments of a tool that are fields of the operation's body. */
function describeBody<Value>({ operation, wording, markdownFor = [] }: Definition<TObject, Value>) {
  if (wording === undefined) return { properties: {}, required: [] };
  const schema: { readonly properties?: Record<string, TSchema>; readonly required?: string[] } = {
    ...operation.body?.schemas[0],
  };
  const properties = Object.entries(schema.properties ?? {}).map(([field, fieldSchema]) => {
    const override = wording[field] ?? fieldSchema;
    return [field, typeof override === 'string' ? { ...fieldSchema, description: override } : override];
  });
  const required = (schema.required ?? []).filter((field) => !markdownFor.includes(field));
  return { properties: Object.fromEntries(properties), required };
}

/** The protocol's tool annotations. A write that replaces or removes is idempotent. */
function buildAnnotations({ right, countsAs }: Operation, adds = false) {
  const readOnlyHint = right === 'read' && countsAs === undefined;
  return { readOnlyHint, destructiveHint: !readOnlyHint && !adds, idempotentHint: !adds, openWorldHint: false };
}

export const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description });

export const version = described(Type.String(), 'Send it as expected_version to change exactly this.');

const expected = (subject: string) =>
  Type.String({ minLength: 1, description: `version ${subject} from your last read; refused when it changed since` });

/** Precondition of a write that removes something, so that nothing is overwritten unread. */
export const requiredVersion = expected('of it');
export const optionalVersion = (subject: string) => Type.Optional(expected(subject));
