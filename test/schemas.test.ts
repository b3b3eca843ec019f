import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { blockTypes } from '../src/content/blocks/types.js';
import * as brand from '../src/content/brand.js';
import * as context from '../src/content/brand-context.js';
import * as language from '../src/content/language.js';
import * as media from '../src/content/media.js';
import * as page from '../src/content/page.js';

const ajv = new Ajv2020({ allowUnionTypes: true });

/** TypeBox marks what it makes. */
const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && ('~kind' in value || '~unsafe' in value);
const files = [brand, context, language, media, page].flatMap((module) => Object.entries(module));
const schemas = files.filter((entry): entry is [string, object] => isSchema(entry[1]));
const blocks = [...blockTypes.values()].map(({ type, data }) => [type, data] as const);

test.each([...schemas, ...blocks])('%s is JSON Schema, which the program takes for granted', (_, schema) => {
  ajv.validateSchema(schema);
  expect(ajv.errors ?? []).toEqual([]);
});
