import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { Result } from '../operations/engine/call.js';
import type { Input, Operation } from '../operations/engine/contract.js';
import { idempotencyKeyForm, idempotencyKeyRule } from '../operations/engine/idempotency.js';
import { reportUnknown } from '../operations/engine/input.js';
import { MarkdownText } from '../operations/engine/markdown.js';
import { parseProposal } from '../operations/engine/proposal-query.js';
import { form, report, type Static, type TObject, type TSchema, Type } from '../validation/schema.js';
import { firstNames, message, Violations } from '../validation/violations.js';
import type { Caller } from './caller.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Key of an image in a tool's answer. The image is sent next to the structured answer, not in it. */
export const image = Symbol('image');

type ToolAnswer = Fields & { readonly [image]?: { readonly data: string; readonly mimeType: string } };

interface Definition<Own extends TObject, Value> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its right and module decide who sees and may call the tool. */
  readonly operation: Operation<Value>;
  /**
   * The arguments that the tool checks itself: the operation's params and query, and others. The rest are its body,
   * which it checks.
   */
  readonly args: Own;
  /** Fields of the body that Markdown may replace. */
  readonly markdownFor?: readonly string[];
  /** Fields of the operation's body by name: a description for agents, or another shape. */
  readonly wording?: Readonly<Record<string, string | TSchema>>;
  readonly output: TObject;
  /** Whether a write makes something new each time, and changes nothing that is there. */
  readonly adds?: true;
  /**
   * Another operation, or other input, for some arguments.
   *
   * @returns `undefined` for `operation`, input by name
   */
  asks?(args: Static<Own>): readonly [operation: Operation<Value>, input: Partial<Input>] | undefined;
  /** @returns the structured answer */
  answer(result: Result<Value>, args: Static<Own>, caller: Caller): ToolAnswer | Promise<ToolAnswer>;
}

export interface Tool {
  readonly name: string;
  readonly operation: Operation;
  readonly args: TObject;
  /** Entry in `tools/list`. */
  readonly listed: ListedTool;
  /**
   * @returns the structured answer
   * @throws PortalError
   */
  call(sent: Fields, caller: Caller): Promise<ToolAnswer>;
}

/** The operation checks it, and its refusal says what it can be. */
const at = Type.Optional(
  Type.String({ description: 'as it was then: the full id of a commit, or a time such as 2026-03-01T12:00:00Z' }),
);

/** Arguments of several tools. The key is not a header of the request: agents cannot send one with each call. */
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
});

function sharedArguments(operation: Operation, markdownFor: readonly string[]): TObject['properties'] {
  const { idempotency_key, markdown, proposal } = shared.properties;
  if (operation.right === 'read') {
    return {
      ...(operation.isDated && { at }),
      ...(isProposable(operation) && { proposal: described(proposal, 'its number: as it would be') }),
    };
  }
  const description = `GitHub Flavored, in place of ${markdownFor.join(' and ')}`;
  return {
    ...(markdownFor.length > 0 && { markdown: described(markdown, description) }),
    ...(isProposable(operation) && { proposal: described(proposal, 'its number, or new: goes there, not live') }),
    idempotency_key,
  };
}

/** Whether the proposal that a call names is another argument than those of the operation. */
const isProposable = ({ right, isProposable }: Operation): boolean => isProposable ?? right === 'write';

export function tool<Own extends TObject, Value>(definition: Definition<Own, Value>): Tool {
  const { name, operation, args, markdownFor = [], asks, answer } = definition;
  const allArgs: TObject = { ...args, properties: { ...args.properties, ...sharedArguments(operation, markdownFor) } };
  const entry = listed(definition, allArgs);
  const known = Object.keys(entry.inputSchema.properties ?? {});
  return {
    name,
    operation,
    args: allArgs,
    listed: entry,
    async call(sent, caller) {
      const violations = new Violations();
      reportUnknown(known, sent, violations, 'arguments');
      if (!report(args, sent, violations) || !report(shared, sent, violations)) throw violations.toError();
      const { expected_version: expected, idempotency_key: idempotencyKey, at, markdown } = sent;
      for (const field of markdown === undefined ? [] : markdownFor) {
        if (Object.hasOwn(sent, field)) violations.add('markdown', message.prohibitedWith('markdown', field));
      }
      violations.throwIfAny();
      const proposal =
        sent.proposal === undefined || !isProposable(operation)
          ? undefined
          : parseProposal(sent.proposal, operation.right === 'write');
      const [asked, input] = asks?.(sent) ?? [operation, inputOf(operation, sent, allArgs, markdown)];
      const past = at === undefined ? {} : { at };
      const expectation = { idempotencyKey, proposal, version: expected === undefined ? undefined : String(expected) };
      const result = await caller.run(asked, { ...input, query: { ...input.query, ...past } }, expectation);
      const names = { ...named('ignored_fields', result.ignored), ...named('markdown_lost', result.lost) };
      const number = result.proposal == null ? {} : { proposal: result.proposal };
      return { ...number, ...(await answer(result, sent, caller)), ...names };
    },
  };
}

/**
 * An operation's input by the names of its contract.
 *
 * @param args arguments of the tool; the others are fields of the body
 */
function inputOf({ params = {}, query, body }: Operation, sent: Fields, args: TObject, markdown?: string) {
  const entries = Object.entries(sent);
  const fields = Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(args.properties, name)));
  return {
    params: Object.fromEntries(entries.flatMap(([name, value]) => (name in params ? [[name, String(value)]] : []))),
    query: Object.fromEntries(entries.filter(([name]) => name in (query?.properties ?? {}))),
    ...(body?.schemas.length && { body: markdown === undefined ? fields : new MarkdownText(markdown, {}, fields) }),
  };
}

function named(member: string, names: readonly string[] = []): Fields {
  return names.length === 0 ? {} : { [member]: firstNames(names) };
}

function listed<Value>(definition: Definition<TObject, Value>, args: TObject): ListedTool {
  const { name, title, description, operation, wording, output, adds, markdownFor = [] } = definition;
  const { properties: described = {}, required: requiredFields = [] } = bodyOf(operation);
  const body = Object.entries(wording === undefined ? {} : described).map(([field, schema]) => {
    const word = wording?.[field] ?? schema;
    return [field, typeof word === 'string' ? { ...schema, description: word } : word];
  });
  const needed = wording === undefined ? [] : requiredFields.filter((field) => !markdownFor.includes(field));
  const required = [...(args.required ?? []), ...needed];
  const properties = { ...args.properties, ...Object.fromEntries(body) };
  const inputSchema = { type: 'object', properties, required, additionalProperties: false };
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

/** Precondition of a write that removes something, so that nothing is overwritten unread. */
export const requiredVersion = expected('of it');
export const optionalVersion = (subject: string) => Type.Optional(expected(subject));
