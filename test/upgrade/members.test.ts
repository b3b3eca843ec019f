import { expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { fileSchemas } from '../../src/content/file-format.js';
import { sectionSchemas } from '../../src/content/language.js';
import { CommentsFile, NumbersFile, ProposalFile } from '../../src/content/proposals/format.js';
import { newestFormat } from '../../src/lib/format.js';
import * as records from '../../src/registry/records.js';
import { newestIn, since } from '../../src/validation/new-members.js';

interface Schema {
  readonly [since]?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
}

/** The members of a schema that format 1 has, by their paths, with the values of those that have a list of them. */
function membersOf(schema: Schema, path: string): string[] {
  if (schema[since] !== undefined) return [];
  const { properties = {}, patternProperties = {}, items } = schema;
  // The number of a proposal's collection comes with its file, which has raised the format.
  const old = schema.enum?.filter((value) => path !== 'proposal.ids[].kind' || value !== 'collection');
  const values = old === undefined ? '' : `: ${old.join(' ')}`;
  return [
    `${path}${values}`,
    ...Object.entries(properties).flatMap(([name, member]) => membersOf(member, `${path}.${name}`)),
    ...Object.values(patternProperties).flatMap((member) => membersOf(member, `${path}.*`)),
    ...(items === undefined ? [] : membersOf(items, `${path}[]`)),
  ];
}

const { BrandRecord, KeyRecord, WebhookRecord, PersonRecord, GrantRecord, ShareRecord } = records;
const files = {
  ...fileSchemas,
  ...sectionSchemas,
  proposal: ProposalFile,
  comments: CommentsFile,
  numbers: NumbersFile,
};
const blocks = Object.fromEntries([...blockTypes].map(([type, { data }]) => [`block ${type}`, data]));
const registry = { BrandRecord, KeyRecord, WebhookRecord, PersonRecord, GrantRecord, ShareRecord };

const listed = (schemas: object): string[] =>
  Object.entries(schemas).flatMap(([name, schema]) => membersOf(schema as Schema, name));

it('every member that format 1 lacks says since when there is one, and no list of values has grown', async () => {
  const all = listed({ ...files, ...blocks });
  // Older programs keep members of records that they do not know, but skip a record with a value that they do not know.
  const values = listed(registry).filter((line) => line.includes(': '));
  const text = `${[...all, ...values].join('\n')}\n`;
  await expect(text).toMatchFileSnapshot('format-1.txt');
});

it('no member is of a format that no version reads', () => {
  for (const [name, schema] of Object.entries({ ...files, ...blocks, ...registry }))
    expect([name, newestIn(schema) <= newestFormat.format]).toEqual([name, true]);
});
