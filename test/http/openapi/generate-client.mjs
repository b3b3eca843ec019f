import { readFile, writeFile } from 'node:fs/promises';
import { register } from 'node:module';

// The generator needs the compiler's JavaScript API, which TypeScript 7 does not have.
const typescript5 = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript5' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(typescript5)}`);
const { default: openapiTS, astToString } = await import('openapi-typescript');
const { factory } = (await import('typescript')).default;

// Without examples, headers and descriptions of answers, and indentation: they would be most of the client's package.
const description = JSON.parse(await readFile(new URL('generated/openapi.json', import.meta.url), 'utf8'), (name, value) =>
  ['example', 'examples', 'headers'].includes(name) ? undefined : value,
);
// The type of a block decides on its data only in a union of the known ones; the client's guard tells others from them.
description.components.schemas.Block = { $ref: '#/components/schemas/KnownBlock' };
/** Names with commas between as a type that is inferred as written, so that the type of an answer follows from it. */
function transform({ pattern = '' }) {
  const [, names] = /^\^\(\?:([\w|]+)\)\(\?:,/.exec(pattern) ?? [];
  if (names === undefined) return undefined;
  const literals = names.split('|').map((name) => factory.createLiteralTypeNode(factory.createStringLiteral(name)));
  const first = factory.createUnionTypeNode(literals);
  const others = factory.createTypeReferenceNode('string');
  const several = factory.createTemplateLiteralType(factory.createTemplateHead(''), [
    factory.createTemplateLiteralTypeSpan(first, factory.createTemplateMiddle(',')),
    factory.createTemplateLiteralTypeSpan(others, factory.createTemplateTail('')),
  ]);
  return factory.createUnionTypeNode([...literals, several]);
}

const [types, ...others] = astToString(await openapiTS(description, { transform }))
  .replaceAll(/^ *(?:put|post|delete|options|head|patch|trace|query|header|path|cookie)\?: never;\n/gm, '')
  .replaceAll(/^(?: {4})+/gm, ' ')
  .replaceAll(/^ headers: \{\n \[name: string\]: unknown;\n \};\n/gm, '')
  .replaceAll(/^ *\/\*\*\n *\* @description discriminator [^\n]*\n *\* @enum [^\n]*\n *\*\/\n|^ *\* @enum [^\n]*\n/gm, '')
  .split(/(?=^ responses: \{$)/m);
// Failures, and the parameters of an operation, are described in the API's description only.
const undescribed = others.join('').replaceAll(/^ *\/\*\* @description [^\n]*\*\/\n/gm, '');
const [, , file = new URL('../../../src/client/api.d.mts', import.meta.url)] = process.argv;
await writeFile(file, `// Made by "npm run openapi" from the description of the API.\n\n${types}${undescribed}`);
