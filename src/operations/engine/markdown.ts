import type { ReadMarkdown } from '../../content/markdown/read.js';
import { ifTooLarge, type Work } from '../../content/work/content-work.js';
import type { WriterName, WriterValue } from '../../content/work/jobs.js';
import { hideApiKeys } from '../../lib/redaction.js';
import { type TObject, Type } from '../../validation/schema.js';
import { message, type Violations } from '../../validation/violations.js';
import type { Form } from './contract.js';
import { type BodyContext, readQuery, reportUnknown } from './input.js';

/** Maximum characters of JSON: writing Markdown takes seconds for a megabyte made to be slow. */
export const maxMarkdownSource = 256 * 1024;

const slowMarkdown = 'The Markdown takes too long to read. Send it in parts.';

/** Form of an answer as Markdown; one of more than `maxMarkdownSource`, or that takes too long to write, stays JSON. */
export function markdownForm<Name extends WriterName>(writer: Name): Form<WriterValue<Name>> {
  return {
    type: 'text/markdown',
    async write(value, { work }) {
      if (JSON.stringify(value).length > maxMarkdownSource) return null;
      return work('writeMarkdown', writer, value).catch(ifTooLarge(() => null));
    },
  };
}

/** Markdown that takes too long has a problem. Its texts are not sanitised yet. */
export function readMarkdown(work: Work, text: string): Promise<ReadMarkdown> {
  const nothing = { head: {}, title: null, blocks: [], lost: [], pageFields: [] };
  return work('readMarkdown', text).catch(ifTooLarge(() => ({ ...nothing, problem: slowMarkdown })));
}

/** A request's body in Markdown, not parsed yet, with its other fields: from the query, or as JSON. */
export class MarkdownText {
  constructor(
    readonly text: string,
    readonly query: Readonly<Record<string, unknown>>,
    readonly fields?: Readonly<Record<string, unknown>>,
  ) {}
}

/** Fields that a Markdown body has in addition to its blocks, by the query or the front matter. */
export function markdownFields(schema: TObject, names: readonly string[]): TObject {
  return Type.Partial(Type.Pick(schema, [...names]));
}

/**
 * Reads a Markdown body as the JSON body that would say the same.
 *
 * @param fields in addition to its blocks, from the request, else the front matter
 * @param isTitled whether the body needs a title: its first heading can be one
 * @param context.lost takes content that no block can hold, each with its line: `html:12`
 */
export async function readMarkdownBody(
  { text, query, fields: given }: MarkdownText,
  fields: TObject,
  isTitled: boolean,
  violations: Violations,
  context: Pick<BodyContext, 'lost' | 'pageFields' | 'work'>,
): Promise<Record<string, unknown>> {
  const { head, title, blocks, problem, lost, pageFields } = await readMarkdown(context.work, text);
  const field = given === undefined ? 'body' : 'markdown';
  if (problem !== null) violations.add(field, problem);
  reportUnknown(Object.keys(fields.properties), query, violations);
  const isField = (name: string): boolean => Object.hasOwn(fields.properties, name);
  const ignored = Object.keys(head).filter((name) => !isField(name));
  context.lost.push(...ignored.map(lostFrontMatter), ...lost);
  const frontMatter = Object.fromEntries(Object.entries(head).filter(([name]) => isField(name)));
  const sent: Record<string, unknown> = { ...frontMatter, ...readQuery(fields, query, violations), ...given };

  const isPage = pageFields.length > 0;
  if (!isTitled) context.pageFields.push(...pageFields.filter(({ field }) => !isField(field)));
  if (!isTitled && !isPage && blocks.length === 0) violations.add(field, message.required(field));
  if (!isField('title')) return { ...sent, blocks };
  if ((isTitled || isPage) && title !== null) sent.title ??= title;
  const [first, ...rest] = blocks;
  // A heading with an id is a block of its own, whatever it says.
  const isTitle = first?.type === 'heading' && first.id === undefined && first.data.text === sent.title;
  return { ...sent, blocks: isTitle ? rest : blocks };
}

/** As `Markdown-Lost` names it; front matter begins on line 1. */
export const lostFrontMatter = (name: string): string =>
  `front_matter.${encodeURIComponent(hideApiKeys(name.toWellFormed()))}:1`;
