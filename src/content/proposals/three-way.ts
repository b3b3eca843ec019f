import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '../../lib/group-by.js';
import { isObject } from '../../lib/json.js';
import type { FileContent } from '../file-format.js';
import type { Sanitizer } from '../html/sanitizer.js';
import { newLanguageFile } from '../language.js';
import { noNames, withNewNames } from '../media-names.js';
import { mergePages, pageValues } from '../merge/page.js';
import { type Conflict, choiceOf, chosenOf, type Decision, oneSided } from '../merge/values.js';
import { type PageFile, settingNames } from '../page.js';

/** Three versions of one file: its base, that of the proposal (mine), and that of `main` (theirs). `null` if absent. */
export interface Sides {
  readonly base: FileContent | null;
  readonly mine: FileContent | null;
  readonly theirs: FileContent | null;
}

interface MergedFile {
  /** JSON value; `null` if removed. For a conflict, the value of the decided side. */
  readonly value: unknown;
  readonly conflicts: readonly Conflict[];
  /** Deviations from the proposal, as lines for people. */
  readonly messages: readonly string[];
}

/** A page's place is two fields; some are merged with its blocks. */
const place = ['parent_id', 'position'] as const;
const merged: ReadonlySet<string> = new Set([...pageValues, ...place]);

/** Fields that decide who reads a page: a chapter limits the readers of what is in it. */
const access: readonly (keyof PageFile)[] = ['visibility', 'parent_id'];

const isChangedIn = (names: readonly (keyof PageFile)[], from: PageFile, to: PageFile): boolean =>
  names.some((name) => from[name] !== to[name]);

/** Place and settings of a page, each of which is one value. */
const heads = [place, ...settingNames.filter((name) => !merged.has(name)).map((name) => [name] as const)];

/** Merges one file of a proposal. By default, conflicts get the proposed value (`mine`). */
export async function mergeFile(
  { base, mine, theirs }: Sides,
  tools: { readonly sanitizer: Sanitizer; readonly decision?: Decision },
): Promise<MergedFile> {
  const { decision = 'mine' } = tools;
  if (mine?.kind === 'language') {
    const was = base?.kind === 'language' ? base.value : newLanguageFile;
    const now = theirs?.kind === 'language' ? theirs.value : newLanguageFile;
    const status = mine.value.status === was.status ? now.status : mine.value.status;
    // The counter grows by one with the merge, however often it grew in the proposal.
    return clean({ ...now, version: now.version + 1, status });
  }
  const settled = oneSided([storedIn(base), storedIn(mine), storedIn(theirs)]);
  if (mine === null || theirs === null) {
    if (settled !== undefined) return clean(settled.value);
    const kind = mine === null ? 'removed_here' : 'removed_there';
    const chosen = choiceOf(decision, null, null) === 'mine' ? mine : theirs;
    return { ...clean(storedIn(chosen)), conflicts: [whole(kind, base, mine, theirs)] };
  }
  if (settled !== undefined) return clean(settled.value);
  if (base?.kind === 'page' && mine.kind === 'page' && theirs.kind === 'page') {
    return mergePage(base.value, mine.value, theirs.value, { ...tools, decision });
  }
  if (mine.kind === 'tags' && theirs.kind === 'tags')
    return clean(withNewNames(base?.kind === 'tags' ? base.value : noNames, mine.value, theirs.value));
  // Both moved the page to the trash.
  if (mine.kind === 'trash') return clean(theirs.value);
  const conflicts: Conflict[] = [];
  const isOne = mine.kind === 'translation' ? isOneText : () => false;
  const value = mergeValue('', [storedIn(base), mine.value, theirs.value], isOne, (field, [base, mine, theirs]) => {
    conflicts.push({ block: null, field, kind: 'both', base, mine, theirs });
    return chosenOf(choiceOf(decision, null, field), mine, theirs);
  });
  return { ...clean(value), conflicts };
}

const clean = (value: unknown): MergedFile => ({ value, conflicts: [], messages: [] });

const storedIn = (content: FileContent | null): unknown => content?.value ?? null;

function whole(kind: Conflict['kind'], base: FileContent | null, mine: FileContent | null, theirs: FileContent | null) {
  return { block: null, field: null, kind, base: storedIn(base), mine: storedIn(mine), theirs: storedIn(theirs) };
}

async function mergePage(
  base: PageFile,
  mine: PageFile,
  theirs: PageFile,
  { sanitizer, decision }: { readonly sanitizer: Sanitizer; readonly decision: Decision },
): Promise<MergedFile> {
  const found = await mergePages(base, mine, theirs, { sanitizer, decision: 'refuse' });
  const merged = found.conflicts.length === 0 ? found : await mergePages(base, mine, theirs, { sanitizer, decision });
  const conflicts = [...found.conflicts];
  const head: Partial<Record<string, unknown>> = {};
  // Readers were decided for the place that the page had.
  const isOpenedElsewhere = isChangedIn(access, base, mine) && isChangedIn(access, base, theirs);
  for (const names of heads) {
    const [first] = names;
    const partOf = (page: PageFile) => Object.fromEntries(names.map((name) => [name, page[name]]));
    const settled = oneSided([partOf(base), partOf(mine), partOf(theirs)]);
    const deciding = access.filter((name) => names.some((one) => one === name));
    const isAsked = isOpenedElsewhere && isChangedIn(deciding, theirs, mine) && isChangedIn(deciding, base, mine);
    if (settled !== undefined && !isAsked) {
      Object.assign(head, settled.value);
      continue;
    }
    const values = { base: base[first], mine: mine[first], theirs: theirs[first] };
    conflicts.push({ block: null, field: first, kind: 'both', ...values });
    const choice = choiceOf(decision, null, first);
    Object.assign(head, partOf(choice === 'mine' ? mine : theirs));
    if (typeof choice === 'object') head[first] = choice.text;
  }
  const { title, summary, cover, blocks } = merged;
  const value = { ...theirs, ...head, title, summary, cover, blocks };
  // Decisions are said by the conflicts.
  return { value, conflicts, messages: found.messages };
}

/** Whether versions in a translation are one value: a text, and the texts of a block in which one has another place now. */
function isOneText(versions: Versions): boolean {
  const [first, ...others] = versions.map((value) => (isObject(value) ? value : {}));
  if (versions.some((value) => isObject(value) && typeof value.of === 'string')) return true;
  const placesIn = (texts: Record<string, unknown>) =>
    groupBy(Object.entries(texts), ([, text]) => String(Object(text).of));
  const places = placesIn(first ?? {});
  return others.some((other) =>
    [...placesIn(other)].some(([of, moved]) => {
      const known = of === 'undefined' ? undefined : places.get(of);
      return known !== undefined && !moved.some(([path]) => known.some(([place]) => place === path));
    }),
  );
}

type Versions = readonly [base: unknown, mine: unknown, theirs: unknown];

/** Merges records member by member; a list is one value. */
function mergeValue(
  field: string,
  versions: Versions,
  isOne: (versions: Versions) => boolean,
  decide: (field: string, versions: Versions) => unknown,
): unknown {
  const settled = oneSided(versions);
  if (settled !== undefined) return settled.value;
  const [base, mine, theirs] = versions;
  if (!isObject(mine) || !isObject(theirs) || isOne(versions)) return decide(field, versions);
  const before = isObject(base) ? base : {};
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const members = names.map((name) => {
    const at = field === '' ? name : `${field}.${name}`;
    return [name, mergeValue(at, [before[name], mine[name], theirs[name]], isOne, decide)];
  });
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** Whether two versions have the same content. The time of the last change is ignored. */
export function isSameContent(some: unknown, other: unknown): boolean {
  return isDeepStrictEqual(timeless(some), timeless(other));
}

/** A value without the times that a merge sets. */
export function timeless(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { updated_at: _, deleted_at: __, ...rest } = value;
  return rest;
}

/** A value with final ids in place of provisional ones, in texts too. */
export function withFinalIds(value: unknown, finals: ReadonlyMap<number, number>): unknown {
  if (finals.size === 0) return value;
  if (typeof value === 'number') return finals.get(value) ?? value;
  if (typeof value === 'string') return value.replace(/\b\d{13}\b/g, (id) => String(finals.get(Number(id)) ?? id));
  if (Array.isArray(value)) return value.map((item) => withFinalIds(item, finals));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFinalIds(member, finals)]));
}
