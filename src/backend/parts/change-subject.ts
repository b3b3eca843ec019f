import { allBlocks } from '../../content/blocks/edit.js';
import { outlineOf } from '../../content/blocks/outline.js';
import { parsePath, paths } from '../../content/catalog/paths.js';
import { readAsStored } from '../../content/ingest.js';
import type { HistoryEntry } from '../../operations/history.js';
import type { BrandContext } from '../context.js';
import { blockName, sectionName } from '../words.js';

const blockSubject = /^(Add|Edit|Remove) (\w+) (\d+) (?:to|on|from) (?:page|chapter) (\d+) "(.*)"(?:: [\w, ]+)?$/;

const verbs: Readonly<Record<string, string>> = { Add: 'Add', Edit: 'Change', Remove: 'Remove' };

/** The quote that ends a title is followed by nothing, or by what an operation writes behind it. */
const title = '"(.*?)"(?= |:|$)';

const names: readonly (readonly [RegExp, string | ((all: string, name: string) => string)])[] = [
  [new RegExp(`\\b(page|chapter|colour) \\d+ ${title}`, 'g'), '$1 “$2”'],
  [new RegExp(`\\bbrand context entry \\S+ ${title}`, 'g'), 'the fact “$1”'],
  [/\bbrand context entries: (\d+)/g, '$1 facts'],
  [new RegExp(`\\bbrand context category ${title}`, 'g'), 'the category of facts “$1”'],
  [/\bcorporate language section "(\w+)"/g, (_, name) => `language section “${sectionName(name)}”`],
  [/\bcorporate language\b/g, 'language'],
  [/^Edit /, 'Change '],
];

/** Subjects of this service's commits in readers' words; those of others are their own. */
export function readable(context: BrandContext, entries: readonly HistoryEntry[]): Promise<HistoryEntry[]> {
  return Promise.all(
    entries.map(async (entry) =>
      entry.operation === null ? entry : { ...entry, subject: await subjectOf(context, entry) },
    ),
  );
}

async function subjectOf(context: BrandContext, { commit, subject }: HistoryEntry): Promise<string> {
  const [, verb = '', type = '', number, page, on] = blockSubject.exec(subject) ?? [];
  if (page === undefined) return names.reduce((text, [name, words]) => text.replace(name, words as string), subject);
  const { past, versions } = await context.repository();
  const at = verb === 'Remove' ? await versions.parentOf(commit) : commit;
  const path = paths.page(Number(page));
  const file = at === null ? null : await past.readFile(at, path).catch(() => null);
  const place = parsePath(path);
  const read = file && place && readAsStored(place, file.bytes);
  const block = read?.kind === 'page' ? allBlocks(read.value.blocks)[Number(number) - 1] : undefined;
  const [found] = block?.type === type ? outlineOf([block]) : [];
  const words = found === undefined || found.text === '' ? number : `“${found.text}”`;
  return `${verbs[verb]} the ${blockName(type)} ${words} on “${on}”`;
}
