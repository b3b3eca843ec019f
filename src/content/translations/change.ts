import { groupBy } from '../../lib/group-by.js';
import { withoutUndefined } from '../../lib/json.js';
import { isIndex, matchTexts } from './match.js';
import {
  emptyOverlay,
  ownTexts,
  type PageOverlay,
  type Texts,
  type Translation,
  textsByBlock,
  type Writer,
  wordsIn,
} from './overlay.js';
import type { SourceText, SourceTexts } from './texts.js';

/** Upper bound on the texts of an overlay without a source: of blocks and items that were removed. */
export const maxKeptTexts = 2000;

/** A change of one text, made from a version of the source that may be older. */
export interface TextChange {
  /** Id of the block; `''`: the page itself, or a record. */
  readonly block: string;
  /** Place and fingerprint of the text that it translates, as of `SourceText`. */
  readonly path: string;
  readonly of: string;
  readonly in: readonly number[];
  readonly isHtml: boolean;
  /** Sanitised; `null` takes the text away. `''` is a translation. */
  readonly text: string | null;
  readonly by: Writer;
  /** Text that was stored when the change was made; `null`: nothing. Without it, nothing can conflict. */
  readonly base?: string | null;
}

/** A text that others have changed meanwhile. */
export interface TextConflict {
  readonly block: string;
  readonly path: string;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

interface ChangedTexts<Overlay> {
  readonly overlay: Overlay;
  readonly conflicts: readonly TextConflict[];
  /** Current texts of people that a machine would replace or remove. */
  readonly refused: readonly { readonly block: string; readonly path: string }[];
}

interface Rules {
  /** Whether machines may replace current texts of people. */
  readonly replaces?: boolean;
  /** Side that counts where others have changed the same text. Default: mine, and a conflict is reported. */
  readonly decision?: 'mine' | 'theirs' | undefined;
}

type Found = { -readonly [Name in 'conflicts' | 'refused']: ChangedTexts<never>[Name][number][] };

/**
 * The overlay after changes. Every text is one value. All texts of a changed block get the places that their sources have now; those
 * without a source are kept.
 */
export function changeTexts(
  before: PageOverlay,
  sources: SourceTexts,
  changes: readonly TextChange[],
  rules: Rules = {},
): ChangedTexts<PageOverlay> {
  const found: Found = { conflicts: [], refused: [] };
  const byBlock = groupBy(changes, ({ block }) => block);
  const next = new Map<string, Texts>(Object.entries(before.blocks));
  for (const [block, sent] of byBlock) {
    const stored = block === '' ? ownTexts(before) : (before.blocks[block] ?? {});
    next.set(block, changeBlock(stored, sources.get(block) ?? [], sent, rules, found));
  }
  const { title, summary } = next.get('') ?? before;
  next.delete('');
  const blocks = inPageOrder(next, sources);
  const overlay: PageOverlay = { ...withoutUndefined({ title, summary, slug: before.slug }), blocks };
  return { ...found, overlay };
}

/** `changeTexts` for a colour, a medium, a fact or the portal. */
export function changeRecordTexts(
  before: Texts,
  sources: readonly SourceText[],
  changes: readonly TextChange[],
  rules: Rules = {},
): ChangedTexts<Texts> {
  const found: Found = { conflicts: [], refused: [] };
  return { ...found, overlay: changeBlock(before, sources, changes, rules, found) };
}

function changeBlock(
  stored: Texts,
  sources: readonly SourceText[],
  changes: readonly TextChange[],
  { replaces = false, decision }: Rules,
  { conflicts, refused }: Found,
): Texts {
  const { found, rest } = matchTexts(sources, Object.entries(stored));
  const placed = matchTexts(
    sources,
    changes.map((change) => [change.path, change]),
  );
  const next = new Map(found);
  for (const source of sources) {
    const change = placed.found.get(source.path);
    if (change === undefined) continue;
    const { block, text, base, by } = change;
    const { path } = source;
    const now = next.get(path);
    const words = now === undefined ? null : wordsIn(now);
    if (base !== undefined && words !== base && words !== text) {
      conflicts.push({ block, path, base, mine: text, theirs: words });
      if (decision === 'theirs') continue;
    }
    const isReplaced = now !== undefined && words !== text;
    if (isReplaced && by === 'machine' && now.by === 'person' && now.of === source.of && !replaces)
      refused.push({ block, path });
    if (text === null) next.delete(path);
    else next.set(path, written(change, text));
  }
  const texts: Record<string, Translation> = {};
  for (const { path, in: lists } of sources) {
    const text = next.get(path);
    if (text !== undefined) texts[path] = inOrder(text, lists);
  }
  const lost = placed.rest.flatMap(([path, change]) =>
    change.text === null ? [] : [[path, written(change, change.text)] as const],
  );
  return { ...texts, ...kept([...rest, ...lost], sources) };
}

const written = ({ isHtml, text: _, of, by }: TextChange, text: string): Translation => ({
  ...(isHtml ? { html: text } : { text }),
  of,
  by,
});

const inOrder = ({ in: _, of, by, ...text }: Translation, lists: readonly number[]): Translation => ({
  ...text,
  ...(lists.length > 0 && { in: [...lists] }),
  of,
  by,
});

/** Texts without a source, at places that no source has: items of lists go beyond its last item, and are never found by position. */
function kept(rest: readonly (readonly [path: string, text: Translation])[], sources: readonly SourceText[]): Texts {
  const texts: Record<string, Translation> = {};
  const places = new Map<string, string>();
  const next = new Map<string, number>();
  for (const [path, text] of rest) {
    const keys = path.split('.');
    const at = keys.findIndex(isIndex);
    if (at < 0) {
      texts[path] = text;
      continue;
    }
    const list = keys.slice(0, at).join('.');
    const item = keys.slice(0, at + 1).join('.');
    let place = places.get(item);
    if (place === undefined || texts[[place, ...keys.slice(at + 1)].join('.')] !== undefined) {
      const length = sources.find((source) => source.path.startsWith(`${list}.`))?.in[0] ?? 0;
      const index = next.get(list) ?? length;
      next.set(list, index + 1);
      place = `${list}.${index}`;
      places.set(item, place);
    }
    texts[[place, ...keys.slice(at + 1)].join('.')] = inOrder(text, []);
  }
  return texts;
}

/**
 * An overlay whose texts translate other words.
 *
 * @param sources that its texts have now
 * @param of fingerprint of the other words; `null`: the text leaves
 */
export function withSources(
  overlay: PageOverlay,
  sources: SourceTexts,
  of: (block: string, source: SourceText, text: Translation) => string | null,
): PageOverlay {
  const mapped = new Map<string, Texts>();
  for (const [block, stored] of textsByBlock(overlay)) {
    const texts = sources.get(block) ?? [];
    const { found, rest } = matchTexts(texts, Object.entries(stored));
    const here = texts.flatMap((source) => {
      const text = found.get(source.path);
      const next = text === undefined ? null : of(block, source, text);
      return text === undefined || next === null ? [] : [[source.path, inOrder({ ...text, of: next }, source.in)]];
    });
    mapped.set(block, { ...Object.fromEntries(here), ...kept(rest, texts) });
  }
  const { title, summary } = mapped.get('') ?? {};
  mapped.delete('');
  const filled = [...mapped].filter(([, texts]) => Object.keys(texts).length > 0);
  return { ...withoutUndefined({ title, summary, slug: overlay.slug }), blocks: Object.fromEntries(filled) };
}

/** Blocks that are gone first, as they were, then those of the page in its order. The oldest of too many kept texts leave. */
function inPageOrder(blocks: ReadonlyMap<string, Texts>, sources: SourceTexts): Record<string, Texts> {
  const isFilled = ([, texts]: readonly [string, Texts]): boolean => Object.keys(texts).length > 0;
  const gone = [...blocks].filter(([id]) => !sources.has(id)).filter(isFilled);
  const here = [...sources.keys()].flatMap((id) => {
    const texts = blocks.get(id);
    return texts === undefined ? [] : [[id, texts] as const];
  });
  let surplus = gone.reduce((sum, [, texts]) => sum + Object.keys(texts).length, 0) - maxKeptTexts;
  const stays = gone.filter(([, texts]) => {
    if (surplus <= 0) return true;
    surplus -= Object.keys(texts).length;
    return false;
  });
  return Object.fromEntries([...stays, ...here.filter(isFilled)]);
}

/** Whether an overlay has nothing: its file is not stored. */
export const isEmptyOverlay = ({ title, summary, slug, blocks }: PageOverlay = emptyOverlay): boolean =>
  title === undefined && summary === undefined && slug === undefined && Object.keys(blocks).length === 0;
