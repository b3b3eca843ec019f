import type { StoredBlock } from '../../content/blocks/block-type.js';
import { allBlocks } from '../../content/blocks/edit.js';
import { outlineOf } from '../../content/blocks/outline.js';
import type { Visibility } from '../../content/brand.js';
import { parsePath, paths } from '../../content/catalog/paths.js';
import type { FileContent } from '../../content/file-format.js';
import { readAsStored } from '../../content/ingest.js';
import { changedBlocks } from '../../content/merge/page.js';
import type { HistoryEntry } from '../../operations/history.js';
import type { BrandContext } from '../context.js';
import { blockName, sectionName, visibilityNames } from '../words.js';
import { dayText } from './text.js';

const blockSubject = /^(Add|Edit|Remove) (\w+) (\d+) (?:to|on|from) (?:page|chapter) (\d+) "(.*)"(?:: [\w, ]+)?$/;

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

/** A subject as a whole: a title, each a group, may hold quotes and words of a subject itself. */
const titled = new RegExp(`^[A-Z][\\w ]*?${thing}(?:${details}|${tail})$`, 'd');

/** Characters of a subject that are matched: those of this service are shorter. */
const maxMatched = 1000;

/** Words around titles. */
const names: readonly (readonly [RegExp, string | ((all: string, day: string, time: string) => string)])[] = [
  [/\b(page|chapter|colour|medium) \d+ $/, '$1 '],
  [/\bbrand context entry (?:\S+ $)?/, 'the fact '],
  [/\bbrand context category $/, 'the category of facts '],
  [/\bbrand context entries: (\d+)/, '$1 facts'],
  [/\bbrand context categories/, 'categories of facts'],
  [/\bcorporate language\b/, 'language'],
  [/^Edit /, 'Change '],
  [/^Delete file \w+ for good$/, 'Delete a file for good'],
  [/ to ([\d-]+) (\d\d:\d\d) UTC \(\w+\)$/, (_, day, time) => ` to how it was on ${dayText(day)}, ${time} UTC`],
];

/** Subjects of this service's commits in readers' words; those of others are their own. */
export function withReadableSubjects(context: BrandContext, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  return Promise.all(
    entries.map(async (entry) =>
      entry.operation === null ? entry : { ...entry, subject: await subjectOf(context, entry) },
    ),
  );
}

async function subjectOf(context: BrandContext, { commit, subject }: HistoryEntry): Promise<string> {
  const { past, versions } = await context.repository();
  const fileAt = async (at: string | null, path: string): Promise<FileContent | null> => {
    const file = at === null ? null : await past.readFile(at, path).catch(() => null);
    const place = parsePath(path);
    return (file && place && readAsStored(place, file.bytes)) ?? null;
  };
  const before = (): Promise<string | null> => versions.parentOf(commit);
  const blocksAt = async (at: string | null, page: string | undefined): Promise<StoredBlock[]> => {
    const read = await fileAt(at, paths.page(Number(page)));
    return read?.kind === 'page' ? allBlocks(read.value.blocks) : [];
  };

  const [, verb = '', type = '', number, page, on] = blockSubject.exec(subject) ?? [];
  if (on !== undefined) {
    const blocks = await blocksAt(verb === 'Remove' ? await before() : commit, page);
    const block = blocks[Number(number) - 1];
    return blockText(verb, type, block?.type === type ? block : undefined, on);
  }

  const [first = '', title = '', more = ''] = piecesOf(subject);
  const [, change] = /^: 1 block (\w+)$/.exec(more) ?? [];
  if (change !== undefined) {
    const saved = /\d+/.exec(first)?.[0];
    const [old, now] = [await blocksAt(await before(), saved), await blocksAt(commit, saved)];
    const [one] = changedBlocks(old, now);
    const block = (change === 'removed' ? old : now).find(({ id }) => id !== null && id === one?.id);
    if (block !== undefined) return blockText(change, block.type, block, title);
  }

  const label = async (key: string): Promise<string> => {
    const read = await fileAt(first.startsWith('Remove') ? await before() : commit, paths.categories);
    return (read?.kind === 'categories' && read.value.find((one) => one.key === key)?.label) || key;
  };
  const shown = piecesOf(subject).map(async (piece, at) => {
    if (at % 2 === 0) return names.reduce((text, [name, words]) => text.replace(name, words as string), piece);
    if (first.endsWith(' category ')) return `“${await label(piece)}”`;
    return `“${first.endsWith(' section ') ? sectionName(piece) : piece}”`;
  });
  const text = (await Promise.all(shown)).join('');
  return text.replace(/^Make (.*”) (public|internal|hidden)$/, (_, what, who: Visibility) =>
    who === 'hidden' ? `Hide ${what}` : `Show ${what} to ${visibilityNames[who].toLowerCase()}`,
  );
}

/** A subject without the quotes of its titles: every second piece is a title. */
function piecesOf(subject: string): string[] {
  const pieces: string[] = [];
  let end = -1;
  for (const range of titled.exec(subject.slice(0, maxMatched))?.indices?.slice(1) ?? []) {
    // A group that took no part has no range, against its type.
    if (range === undefined) continue;
    pieces.push(subject.slice(end + 1, range[0] - 1), subject.slice(...range));
    end = range[1];
  }
  return [...pieces, subject.slice(end + 1)];
}

function blockText(verb: string, type: string | null, block: StoredBlock | undefined, title: string): string {
  const [found] = block === undefined ? [] : outlineOf([block]);
  return `${verbs[verb]} the ${blockName(type)}${found?.text ? ` “${found.text}”` : ''} on “${title}”`;
}
