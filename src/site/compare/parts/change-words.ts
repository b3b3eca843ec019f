import { parseTranslationId } from '../../../content/content-item.js';
import { type NamedItem, parseItem } from '../../../content/named-items.js';
import type { HistoryEntry } from '../../../operations/history.js';
import { counted, fill, words } from '../../../words/words.js';
import { sectionName } from '../../labels.js';

/** A commit in words. */
export interface ChangeWords {
  /** Things that it changed, such as `Logo usage`. */
  readonly things: string;
  /** Change of these things, such as `Moved to the trash`. */
  readonly deed: string;
  /** Both, such as `Moved to the trash: Logo usage`. */
  readonly done: string;
}

/** Words for a commit; `null` for an earlier one, or one of another program, which has its subject. */
export function changeWords({
  operation,
  outcome,
  items,
  itemCount,
}: Pick<HistoryEntry, 'operation' | 'outcome' | 'items' | 'itemCount'>): ChangeWords | null {
  const texts: ReadonlyMap<string, string> = new Map(Object.entries(words().deeds));
  const deed = texts.get(`${operation} ${outcome}`) ?? texts.get(operation ?? '');
  const [text = ''] = items;
  const first = parseItem(text);
  if (deed === undefined) return null;
  // The first commit of a brand names nothing.
  if (operation === 'brands.create') return { things: deed, deed, done: deed };
  if (first === null) return null;
  const name = nameOf(first);
  const n = itemCount - 1;
  const { several, done } = words().changedThings;
  const things = n === 0 ? name : counted(several, n, { name });
  return { things, deed, done: first.id === null ? deed : fill(done, { deed, things }) };
}

function nameOf({ kind, id, title }: NamedItem): string {
  if (kind === 'section') return sectionName(String(id));
  const of = kind === 'translation' ? parseTranslationId(String(id)) : null;
  if (of !== null) return `${nameOf({ kind: of.of, id: of.id, title })} (${of.language})`;
  return title || [words().labels.kinds[kind], id ?? ''].join(' ').trim();
}
