import type { TObject } from '../../validation/schema.js';
import { Violations } from '../../validation/violations.js';
import type {
  AnswerOf,
  Contract,
  Input,
  NoQuery,
  ReadDefinition,
  ReadOperation,
  WriteDefinition,
  WriteOperation,
} from './contract.js';
import { type NoParams, type Params, readParams, readQuery, reportUnknown } from './input.js';
import { MarkdownText, readMarkdownBody } from './markdown.js';
import { dated } from './target.js';

/**
 * Declares an operation that changes content. Refusals come in this order: the addressed resource does not exist, fields are
 * invalid, the precondition fails.
 */
export function write<Sent extends object, Checked, Shapes extends Contract['answers'], P extends Params = NoParams>(
  definition: WriteDefinition<P, Sent, Checked, Shapes>,
): WriteOperation<AnswerOf<Shapes>> {
  const { check, expects, apply, ...contract } = definition;
  return {
    right: 'write',
    effect: 'write',
    isProposable: true,
    ...contract,
    async prepare(input, context) {
      const params = readParams(definition.params, input.params);
      const readingViolations = new Violations();
      const { markdown, body: reader } = definition;
      const isMarkdown = input.body instanceof MarkdownText;
      let { body } = input;
      if (input.body instanceof MarkdownText && markdown !== undefined) {
        const { required = [] }: { readonly required?: readonly string[] } = { ...reader.schemas[0] };
        const isTitled = required.includes('title');
        body = await readMarkdownBody(input.body, markdown, isTitled, readingViolations, context);
      }
      const sent = await reader.read(body, readingViolations, { ...context, params, isMarkdown });
      context.ignored.push(...readingViolations.ignored);

      return async (draft) => {
        const violations = new Violations(readingViolations);
        const checked = await check(draft, { params, sent }, violations);
        if (violations.any || checked === null) throw violations.toError();
        if (expects !== undefined) draft.expect(expects(draft, checked, params));
        // Nothing was reported: the body is complete.
        return apply(draft, { params, body: sent as Sent, checked });
      };
    },
  };
}

export function read<
  Shapes extends Contract['answers'],
  P extends Params = NoParams,
  Q extends TObject = NoQuery,
  Sent extends object = object,
>(definition: ReadDefinition<P, Q, Shapes, Sent>): ReadOperation<AnswerOf<Shapes>> {
  const { run, runEarly, ...rest } = definition;
  const contract = dated(rest);
  /** @throws `not_found` for params that name nothing, `invalid` */
  const readInput = (input: Input) => {
    const params = readParams(definition.params, input.params);
    const violations = new Violations();
    if (contract.strict) reportUnknown(Object.keys(contract.query?.properties ?? {}), input.query, violations);
    const query = readQuery(definition.query, input.query, violations);
    if (query === null || violations.any) throw violations.toError();
    return { params, query };
  };
  return {
    isProposable: false,
    ...contract,
    right: 'read',
    effect: 'read',
    async prepare(input, context) {
      const asked = readInput(input);
      const violations = new Violations();
      const sent = await definition.body?.read(input.body, violations, { ...context, params: asked.params });
      if (violations.any) throw violations.toError();
      context.ignored.push(...violations.ignored);
      const form = definition.forms?.find(({ type }) => type === input.form);
      return async (view) => {
        const answer = await run(view, { ...asked, body: sent as Sent });
        if (form === undefined) return answer;
        const text = await form.write(answer.value, view);
        return text === null ? answer : { ...answer, text: { type: form.type, text } };
      };
    },
    ...(runEarly && { runEarly: async (input, files) => runEarly(files, readInput(input)) }),
  };
}
