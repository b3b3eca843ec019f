import { allBlocks } from '../../content/blocks/block-tree.js';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { outlineOf } from '../../content/blocks/outline.js';
import type { Visibility } from '../../content/brand.js';
import { parsePath, paths } from '../../content/catalog/paths.js';
import type { FileContent } from '../../content/file-format.js';
import { readAsStored } from '../../content/ingest.js';
import { changedBlocks } from '../../content/merge/page.js';
import type { HistoryEntry } from '../../operations/history.js';
import { blockName, sectionName, visibilityNames } from '../../portal/labels.js';
import type { BrandContext } from '../context.js';
import { dayText } from './text.js';

/**
 * Subject of a commit that changed one block. Its groups are the verb, type, number on the page, page, and page title.
 */
const blockSubject = /^(Add|Edit|Remove) (\w+) (\d+) (?:to|on|from) (?:page|chapter) (\d+) "(.*)"(?:: [\w, ]+)?$/;

/** Verbs of subjects, and kinds of change, in readers' words. */
const verbs: Readonly<Record<string, string>> = {
  Add: 'Add',
  Edit: 'Change',
  Remove: 'Remove',
  added: 'Add',
  edited: 'Change',
  moved: 'Move',
  removed: 'Remove',
};

const numbered = '(?:page|chapter|medium|colour|brand context entry) \\S+';
const thing = `(?:${numbered}|brand context category|corporate language section|font|brand) "(.*?)"`;
const parent = '(?:the top level|chapter \\d+(?: "(.*?)")?)';
const details = `(?:[:,] rename to "(.*?)")?(?:[:,] move (?:to|under) ${parent})?(?:[:,] [a-z0-9 ]+)*`;
const tail = `(?: (?:to|from) the trash| (?:within|to|under) ${parent}| to [\\d-]+ [\\d:]+ UTC \\(\\w+\\)| to \\S+| \\w+)`;

/** Matches a whole subject, with a group per title, because a title may hold quotes and words of subjects. */
const subjectWithTitles = new RegExp(`^[A-Z][\\w ]*?${thing}(?:${details}|${tail})$`, 'd');

/** Characters of a subject that are matched. Subjects of the service are shorter. */
const maxMatchedLength = 1000;

/** Readers' words for the text around titles. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/\b(page|chapter|colour|medium) \d+ $/, '$1 '],
  [/\bbrand context entry (?:\S+ $)?/, 'the fact '],
  [/\bbrand context category $/, 'the category of facts '],
  [/\bbrand context entries: (\d+)/, '$1 facts'],
  [/\bmedia: (\d+)/, '$1 media'],
  [/\bbrand context categories/, 'categories of facts'],
  [/\bcorporate language\b/, 'language'],
  [/^Edit /, 'Change '],
  [/^Delete file \w+ for good$/, 'Delete a file for good'],
];

function reworded(piece: string): string {
  const text = rewordings.reduce((before, [pattern, words]) => before.replace(pattern, words), piece);
  const resetTo = / to ([\d-]+) (\d\d:\d\d) UTC \(\w+\)$/;
  return text.replace(resetTo, (_, day: string, time: string) => ` to how it was on ${dayText(day)}, ${time} UTC`);
}

/** Entry of the history with its subject in readers' words, if this service made the commit. */
export interface ReadableEntry extends HistoryEntry {
  /** Title of the page or record that was changed; `null` if there are several, or it has no title. */
  readonly title: string | null;
}

export function withReadableSubjects(
  context: BrandContext,
  entries: readonly HistoryEntry[],
): Promise<ReadableEntry[]> {
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.operation === null) return { ...entry, title: null };
      const [subject, title] = await readableSubject(context, entry);
      return { ...entry, subject, title };
    }),
  );
}

/** Title of a proposal. A title that the service made from the subject of the first change is put in readers' words. */
export function readableTitle(title: string): string {
  const [, verb = '', type = '', , , pageTitle] = blockSubject.exec(title) ?? [];
  if (pageTitle !== undefined) return blockText(verb, type, undefined, pageTitle);
  const pieces = piecesOf(title);
  if (pieces.length === 1) return title;
  const isSection = pieces[0]?.endsWith(' section ');
  return renamed(
    pieces
      .map((piece, index) => (index % 2 === 0 ? reworded(piece) : `“${isSection ? sectionName(piece) : piece}”`))
      .join(''),
  );
}

/** Subject whose only change is the name. */
const renamed = (subject: string): string => subject.replace(/^Change (.*”): rename to (?=“[^”]*”$)/, 'Rename $1 to ');

/** Past tense and participle of a verb, where they are irregular. */
const pastForms: Readonly<Record<string, readonly [past: string, participle: string]>> = {
  Hide: ['hid', 'hidden'],
  Make: ['made', 'made'],
  Show: ['showed', 'shown'],
  Withdraw: ['withdrew', 'withdrawn'],
};

const pastOf = (verb: string) =>
  pastForms[verb] ?? Array<string>(2).fill(verb.toLowerCase().replace(/e?$/, 'ed').replace(/yed$/, 'ied'));

/** Subject after the author's name, such as `hid the page` for `Hide page “Logo”`; `null` without a title. */
export function deedOf({ subject, title }: ReadableEntry): string | null {
  if (title === null) return null;
  const end = ` on “${title}”`;
  const rest = subject.endsWith(end) ? subject.slice(0, -end.length) : subject.replace(` “${title}”`, () => '');
  return rest.replace(/^(\w+) (the )?/, (_, verb: string) => `${pastOf(verb)[0]} the `);
}

/**
 * Subject as a result: `Hide page “Logo”` is `Page “Logo” hidden`, that of one block `1 text changed`; empty: another
 * program made the commit.
 */
export function resultOf({ subject, title, operation }: ReadableEntry): string {
  const [, verb = '', what = ''] = /^([A-Z][a-z]+) (?:the )?(.+)$/.exec(subject) ?? [];
  if (operation === null || what === '') return '';
  const done = pastOf(verb)[1];
  const [, noun] = (title !== null && what.endsWith(` on “${title}”`) && /^(\w+)/.exec(what)) || [];
  if (noun !== undefined) return `1 ${noun.endsWith('s') ? 'block' : noun} ${done}`;
  const [, made, state] = (verb === 'Make' && /^(.*) (\w+)$/.exec(what)) || [];
  if (made !== undefined) return capitalized(`${made} is now ${state}`);
  const end =
    title === null
      ? what.search(/(?<=^proposal \d+):| (?:to|from|for) |$/)
      : what.indexOf(`“${title}”`) + title.length + 2;
  return capitalized(`${what.slice(0, end)} ${done}${what.slice(end)}`);
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Subject in readers' words, and the title of `ReadableEntry`. */
type Readable = readonly [subject: string, title: string | null];

/** Subject with names instead of numbers, such as those of the block, its text and the category. */
async function readableSubject(context: BrandContext, { commit, subject }: HistoryEntry): Promise<Readable> {
  const content = new CommitContent(await context.repository(), commit);
  return (await oneBlock(content, subject)) ?? (await onlyBlock(content, subject)) ?? titledThing(content, subject);
}

type Side = 'before' | 'after';

/** Content before and after one commit. */
class CommitContent {
  constructor(
    private readonly repository: Awaited<ReturnType<BrandContext['repository']>>,
    private readonly commit: string,
  ) {}

  /** File as it was stored; `null` if there was none. */
  async file(side: Side, path: string): Promise<FileContent | null> {
    const { repository, commit } = this;
    const version = side === 'after' ? commit : await repository.versions.parentOf(commit);
    const file = version === null ? null : await repository.readFile(path, version).catch(() => null);
    const parsedPath = parsePath(path);
    return (file && parsedPath && readAsStored(parsedPath, file.bytes)) ?? null;
  }

  /** Blocks of a page, also those in other blocks. */
  async blocks(side: Side, page: string | undefined): Promise<StoredBlock[]> {
    const file = await this.file(side, paths.page(Number(page)));
    return file?.kind === 'page' ? allBlocks(file.value.blocks) : [];
  }
}

/** Subject of a commit that names one block by its number; `null` for any other. */
async function oneBlock(content: CommitContent, subject: string): Promise<Readable | null> {
  const [, verb = '', type = '', number, page, title] = blockSubject.exec(subject) ?? [];
  if (title === undefined) return null;
  const blocks = await content.blocks(verb === 'Remove' ? 'before' : 'after', page);
  const block = blocks[Number(number) - 1];
  return [blockText(verb, type, block?.type === type ? block : undefined, title), title];
}

/** Subject of a saved page that counts one block, which is found by comparing; `null` for any other. */
async function onlyBlock(content: CommitContent, subject: string): Promise<Readable | null> {
  const [start = '', title = '', end = ''] = piecesOf(subject);
  const [, change] = /^: 1 block (\w+)$/.exec(end) ?? [];
  if (change === undefined) return null;
  const page = /\d+/.exec(start)?.[0];
  const before = await content.blocks('before', page);
  const after = await content.blocks('after', page);
  const [changed] = changedBlocks(before, after);
  const block = (change === 'removed' ? before : after).find(({ id }) => id !== null && id === changed?.id);
  return block === undefined ? null : [blockText(change, block.type, block, title), title];
}

/** Subject of any other commit, with the texts around its titles reworded. */
async function titledThing(content: CommitContent, subject: string): Promise<Readable> {
  const [start = '', ...rest] = piecesOf(subject);
  const titleText = async (title: string): Promise<string> => {
    if (start.endsWith(' category '))
      return categoryLabel(content, start.startsWith('Remove') ? 'before' : 'after', title);
    return start.endsWith(' section ') ? sectionName(title) : title;
  };
  const titles = await Promise.all(rest.filter((_, index) => index % 2 === 0).map(titleText));
  const texts = rest.filter((_, index) => index % 2 === 1);
  const text = titles.reduce(
    (before, title, index) => `${before}“${title}”${reworded(texts[index] ?? '')}`,
    reworded(start),
  );
  const whole = text.replace(/^Make (.*”) (public|internal|hidden)$/, (_, what, who: Visibility) =>
    who === 'hidden' ? `Hide ${what}` : `Show ${what} to ${visibilityNames[who].toLowerCase()}`,
  );
  return [renamed(whole), titles[0] ?? null];
}

async function categoryLabel(content: CommitContent, side: Side, key: string): Promise<string> {
  const file = await content.file(side, paths.categories);
  const categories = file?.kind === 'categories' ? file.value : [];
  return categories.find((category) => category.key === key)?.label || key;
}

/** Subject, cut at the quotes of its titles. Every second piece is a title. */
function piecesOf(subject: string): string[] {
  const pieces: string[] = [];
  let end = -1;
  for (const range of subjectWithTitles.exec(subject.slice(0, maxMatchedLength))?.indices?.slice(1) ?? []) {
    // A group that took no part has no range, against its type.
    if (range === undefined) continue;
    pieces.push(subject.slice(end + 1, range[0] - 1), subject.slice(...range));
    end = range[1];
  }
  return [...pieces, subject.slice(end + 1)];
}

function blockText(verb: string, type: string | null, block: StoredBlock | undefined, title: string): string {
  const [outline] = block === undefined ? [] : outlineOf([block]);
  return `${verbs[verb]} the ${blockName(type)}${outline?.text ? ` “${outline.text}”` : ''} on “${title}”`;
}
