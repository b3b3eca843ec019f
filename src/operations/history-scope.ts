import { isEntryId, paths } from '../content/catalog/paths.js';
import { isSectionName } from '../content/language.js';
import { notFound, PortalError } from '../errors.js';
import { pathText, type TreeDifference } from '../store/git/tree.js';
import { parseId } from './engine/params.js';

const areas = {
  page: ['pages', 'trash'],
  language: ['corporate-language'],
  color: ['colors'],
  media: ['media'],
  context: ['brand-context'],
  settings: [paths.brand],
} as const;
export type Area = keyof typeof areas;

export const areaNames: readonly string[] = Object.keys(areas);

export function isArea(name: string): name is Area {
  return Object.hasOwn(areas, name);
}

/** Filter of the history: one of these, or none for the whole brand. */
export interface HistoryScope {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly color?: string | undefined;
  readonly media?: string | undefined;
  readonly entry?: string | undefined;
  readonly kinds?: readonly Area[] | undefined;
  readonly path?: string | undefined;
}

/**
 * The files that the scope means; `undefined` for all. A page is followed into the trash and back.
 *
 * @throws `invalid` when nothing can have the id, `not_found` when no section has the name
 */
export function pathsIn({ page, section, color, media, entry, kinds, path }: HistoryScope): string[] | undefined {
  if (page !== undefined) {
    const id = idIn('page', page);
    return [paths.page(id), paths.trash(id)];
  }
  if (color !== undefined) return [paths.color(idIn('colour', color))];
  if (media !== undefined) return [paths.media(idIn('medium', media))];
  if (entry !== undefined) {
    if (!isEntryId(entry)) throw noneCanHave('brand context entry', entry);
    return [paths.entry(entry)];
  }
  if (section !== undefined) {
    if (!isSectionName(section)) throw notFound(`Corporate language section ${JSON.stringify(section)}`);
    return [paths.section(section)];
  }
  if (kinds !== undefined && kinds.length > 0) return kinds.flatMap((kind) => areas[kind]);
  return path === undefined ? undefined : [path];
}

function idIn(thing: string, text: string): number {
  const id = parseId(text);
  if (id === null) throw noneCanHave(thing, text);
  return id;
}

function noneCanHave(thing: string, id: string): PortalError {
  return new PortalError('invalid', `No ${thing} can have the id ${JSON.stringify(id)}.`);
}

/** Differences of the files that the scope means, with their paths as text. */
export function inScope(differences: readonly TreeDifference[], scope: HistoryScope = {}): TreeDifference[] {
  const wanted = pathsIn(scope);
  const named = differences.map((one) => ({ ...one, path: pathText(one.path) }));
  if (wanted === undefined) return named;
  return named.filter(({ path }) => wanted.some((one) => path === one || path.startsWith(`${one}/`)));
}
