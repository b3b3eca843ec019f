import { yieldWhenDue } from '../../lib/concurrency.js';
import type { FileVersions } from '../content-item.js';
import { type Change, diffFiles } from '../diff/changes.js';
import { type DiffTools, diffFields } from '../diff/fields.js';
import { DiffLimit } from '../diff/limit.js';
import { diffPages, noBlocks, type PageDiff } from '../diff/page-diff.js';
import { type OpenedHtml, openHtml } from '../html/opened-html.js';
import type { Sanitizer } from '../html/sanitizer.js';
import type { ReadMarkdown } from '../markdown/read.js';
import type { PageFile } from '../page.js';
import type { TokenKind } from '../page-import/colors.js';
import type { DocumentKind } from '../page-import/document.js';
import type { WordParts } from '../page-import/docx.js';
import type { ReadDocument } from '../page-import/read.js';
import type { ReadXliff } from '../translations/xliff/read.js';
import type { TextsToWrite } from '../translations/xliff/write.js';

/** Two versions of a page, or of any other value. */
export type Compared =
  | { readonly page: readonly [before: PageFile | null, after: PageFile | null] }
  | { readonly value: readonly [before: object, after: object] };

type Writers = typeof import('../markdown/writers.js');
export type WriterName = Extract<keyof Writers, `${string}ToMarkdown`>;
export type WriterValue<Name extends WriterName> = Parameters<Writers[Name]>[0];

/** Work on content that may be large, as pure functions of values that threads can exchange. */
export const jobs = {
  /** Differences of a list of things, within one limit. */
  async compare(sanitizer: Sanitizer, list: readonly Compared[]): Promise<PageDiff[]> {
    const tools: DiffTools = { limit: new DiffLimit(), sanitizer };
    const diffs: PageDiff[] = [];
    for (const compared of list) {
      if ('page' in compared) diffs.push(await diffPages(...compared.page, tools));
      else diffs.push({ fields: diffFields({}, ...compared.value, tools), ...noBlocks });
    }
    return diffs;
  },

  /** @param isMarked whether words are marked */
  async compareFiles(
    sanitizer: Sanitizer,
    files: readonly FileVersions<Uint8Array>[],
    isMarked: boolean,
  ): Promise<Change[]> {
    const read = files.map(({ path, before, after }) => ({ path, before: buffer(before), after: buffer(after) }));
    return diffFiles(read, isMarked ? sanitizer : null);
  },

  async readMarkdown(_: Sanitizer, text: string): Promise<ReadMarkdown> {
    return (await import('../markdown/read.js')).readMarkdown(text);
  },

  /** A file as a page: see `page-import`. */
  async readDocument(
    _: Sanitizer,
    kind: Exclude<DocumentKind, 'docx'>,
    name: string,
    bytes: Uint8Array,
  ): Promise<ReadDocument> {
    return (await import('../page-import/read.js')).readDocument(kind, name, bytes);
  },

  /** A document of Word, unpacked. */
  async readDocx(_: Sanitizer, name: string, parts: WordParts): Promise<ReadDocument> {
    return (await import('../page-import/docx.js')).readDocx(name, parts);
  },

  /** A file of colours as a page; `null` if it has none. */
  async readColors(_: Sanitizer, kind: TokenKind, bytes: Uint8Array): Promise<ReadDocument | null> {
    return (await import('../page-import/colors.js')).readColors(kind, bytes);
  },

  async writeMarkdown(_: Sanitizer, writer: WriterName, value: unknown): Promise<string> {
    const write = (await import('../markdown/writers.js'))[writer] as (value: unknown) => string;
    return write(value);
  },

  async readXliff(_: Sanitizer, bytes: Uint8Array, tag: string): Promise<ReadXliff> {
    return (await import('../translations/xliff/read.js')).readXliff(bytes, tag);
  },

  async writeXliff(_: Sanitizer, texts: TextsToWrite): Promise<string> {
    return (await import('../translations/xliff/write.js')).writeXliff(texts);
  },

  /** Stored HTML as an editor opens it. */
  async openHtml(_: Sanitizer, texts: readonly string[]): Promise<OpenedHtml[]> {
    const opened: OpenedHtml[] = [];
    for (const html of texts) {
      opened.push(openHtml(html));
      await yieldWhenDue();
    }
    return opened;
  },
};

/** Bytes as a thread receives them are no buffer. */
function buffer(bytes: Uint8Array | null): Buffer | null {
  return bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

type Jobs = typeof jobs;
export type JobName = keyof Jobs;
export type JobInput<Name extends JobName> = Parameters<Jobs[Name]> extends [unknown, ...infer Input] ? Input : never;
export type JobOutput<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>;

export function runJob<Name extends JobName>(
  sanitizer: Sanitizer,
  name: Name,
  input: JobInput<Name>,
): Promise<JobOutput<Name>> {
  const job = jobs[name] as (...parameters: readonly unknown[]) => Promise<JobOutput<Name>>;
  return job(sanitizer, ...input);
}
