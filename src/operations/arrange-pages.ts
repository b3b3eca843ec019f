import { Visibility } from '../content/brand.js';
import {
  endOf,
  type Place,
  positionBehind,
  positionBetween,
  siblingBefore,
  siblingBehind,
} from '../content/navigation.js';
import { maxSlugLength } from '../content/page.js';
import { checkParent, reportLineBreaks, slugOf } from '../content/page-rules.js';
import { Input, Nullable, type Static, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import { fields } from './engine/input.js';
import type { BrandView } from './engine/view.js';
import { changePage, pageName, parentName } from './pages.js';

/** Target of a move: the end of a chapter (`null`: of the top level), or the place before or behind a page. */
const PageMove = Input({
  parent_id: Type.Optional(Nullable(Type.Integer())),
  before: Type.Optional(Type.Integer()),
  after: Type.Optional(Type.Integer()),
});

export const movePage = changePage({
  name: 'pages.move',
  summary: 'Move a page in the navigation',
  body: fields(PageMove),
  check: (draft, { page, sent }, violations) => positionFor(draft, page.id, sent, violations),
  change(draft, { page, checked: target }) {
    const parent = target.parent_id;
    const preposition = parent === page.parent_id ? 'within' : parent === null ? 'to' : 'under';
    return [target, `Move ${pageName(page)} ${preposition} ${parentName(draft, parent)}`];
  },
});

export const setVisibility = changePage({
  name: 'pages.visibility',
  summary: 'Set who sees a page',
  body: fields(Input({ visibility: Visibility })),
  change: (_draft, { page, body: { visibility } }) => [{ visibility }, `Make ${pageName(page)} ${visibility}`],
});

/** Gives a page a slug that no longer follows its title. Addresses with the old slug are not redirected. */
export const setSlug = changePage({
  name: 'pages.slug',
  summary: "Set a page's slug",
  body: fields(Input({ slug: Type.String({ maxLength: maxSlugLength }) })),
  check(draft, { page, sent }, violations) {
    if (sent.slug === undefined) return null;
    reportLineBreaks('slug', sent.slug, violations);
    return slugOf(draft.catalog, sent, draft.now, violations, page.id);
  },
  change: (_draft, { page, checked: slug }) => [{ slug }, `Change the slug of ${pageName(page)} to ${slug}`],
});

function positionFor(
  { catalog }: BrandView,
  id: number,
  sent: Partial<Static<typeof PageMove>>,
  violations: Violations,
): { readonly parent_id: number | null; readonly position: string } | null {
  const { pages, navigation } = catalog;
  const targets = (['parent_id', 'before', 'after'] as const).filter((field) => sent[field] !== undefined);
  const [field = 'parent_id', other] = targets;
  if (targets.length === 0) violations.add(field, message.required(field));
  if (other !== undefined) violations.add(field, message.prohibitedWith(field, other));
  const neighbourId = field === 'parent_id' ? undefined : sent[field];
  const neighbour = neighbourId === undefined ? undefined : pages.get(neighbourId);
  const parent_id = neighbourId === undefined ? (sent.parent_id ?? null) : (neighbour?.parent_id ?? null);
  if (neighbourId === id) violations.add(field, message.selectedBecause(field, 'it is the page itself'));
  else if (neighbourId !== undefined && neighbour === undefined)
    checkParent(catalog, neighbourId, field, violations, id);
  else checkParent(catalog, parent_id, field, violations, id);
  if (violations.any) return null;
  const siblingOtherThanPage = (next: typeof siblingBefore, from: Place): Place | undefined => {
    const sibling = next(navigation, from);
    return sibling?.id === id ? next(navigation, sibling) : sibling;
  };
  const position =
    neighbour === undefined
      ? positionBehind(siblingOtherThanPage(siblingBefore, endOf(parent_id)))
      : field === 'after'
        ? positionBetween(neighbour, siblingOtherThanPage(siblingBehind, neighbour))
        : positionBetween(siblingOtherThanPage(siblingBefore, neighbour), neighbour);
  if (position !== null) return { parent_id, position };
  violations.add(field, 'The siblings there have no place between them. Move one of them first.');
  return null;
}
