import { Visibility } from '../content/brand.js';
import { endOf, type Place, positionBetween, siblingBefore, siblingBehind } from '../content/navigation.js';
import { maxSlugLength, Page } from '../content/page.js';
import { parentProblem, reportLineBreaks, slugOf } from '../content/page-rules.js';
import { message } from '../validation/messages.js';
import { Input, Nullable, type Static, Type } from '../validation/schema.js';
import type { Violations } from '../validation/violations.js';
import { fields } from './body.js';
import { write } from './operation.js';
import { named, pageAnswer, placeNamed } from './pages.js';
import { pageId } from './params.js';
import { resources } from './resource.js';
import type { BrandView } from './view.js';

/** A chapter (`null`: the top level) to come to the end of, or a page to stand before or behind, wherever that is. */
const PageMove = Input({
  parent_id: Type.Optional(Nullable(Type.Integer())),
  before: Type.Optional(Type.Integer()),
  after: Type.Optional(Type.Integer()),
});

/** One file changes: the page's. */
export const movePage = write({
  name: 'pages.move',
  summary: 'Move a page in the navigation',
  params: { page: pageId },
  body: fields(PageMove),
  answers: Page,
  async check(draft, { params, sent }, violations) {
    const page = await draft.page(params.page);
    const place = placeFor(draft, page.id, sent, violations);
    return place && { page, place };
  },
  expects: (_draft, { page }) => resources.page(page.id),
  apply(draft, { checked: { page, place } }) {
    const parent = place.parent_id;
    const how = parent === page.parent_id ? 'within' : parent === null ? 'to' : 'under';
    const subject = `Move ${named(page)} ${how} ${placeNamed(draft, parent)}`;
    return pageAnswer(draft.savePage(page, { ...page, ...place }, subject));
  },
});

export const setVisibility = write({
  name: 'pages.visibility',
  summary: 'Set who sees a page',
  params: { page: pageId },
  body: fields(Input({ visibility: Visibility })),
  answers: Page,
  check: (draft, { params }) => draft.page(params.page),
  expects: (_draft, { id }) => resources.page(id),
  apply(draft, { body: { visibility }, checked: page }) {
    return pageAnswer(draft.savePage(page, { ...page, visibility }, `Make ${named(page)} ${visibility}`));
  },
});

/** The title does not tell it any more: addresses that were made of the old slug lead nowhere. */
export const setSlug = write({
  name: 'pages.slug',
  summary: "Set a page's slug",
  params: { page: pageId },
  body: fields(Input({ slug: Type.String({ maxLength: maxSlugLength }) })),
  answers: Page,
  async check(draft, { params, sent }, violations) {
    const page = await draft.page(params.page);
    if (sent.slug === undefined) return null;
    reportLineBreaks('slug', sent.slug, violations);
    const slug = slugOf(draft.catalog, sent, draft.now, violations, page.id);
    return slug === null ? null : { page, slug };
  },
  expects: (_draft, { page }) => resources.page(page.id),
  apply(draft, { checked: { page, slug } }) {
    return pageAnswer(draft.savePage(page, { ...page, slug }, `Change the slug of ${named(page)} to ${slug}`));
  },
});

function placeFor(
  { catalog }: BrandView,
  id: number,
  sent: Partial<Static<typeof PageMove>>,
  violations: Violations,
): { readonly parent_id: number | null; readonly position: string } | null {
  const { pages, navigation } = catalog;
  const given = (['parent_id', 'before', 'after'] as const).filter((field) => sent[field] !== undefined);
  const [field = 'parent_id', other] = given;
  if (given.length === 0) violations.add(field, message.required(field));
  if (other !== undefined) violations.add(field, message.prohibitedWith(field, other));
  const neighbour = field === 'parent_id' ? undefined : pages.get(sent[field] ?? 0);
  const parent_id = field === 'parent_id' ? (sent.parent_id ?? null) : (neighbour?.parent_id ?? null);
  const isMissing = field !== 'parent_id' && (neighbour === undefined || neighbour.id === id);
  if (isMissing || parentProblem(catalog, parent_id, id) !== null) violations.add(field, message.selected(field));
  if (violations.any) return null;
  const past = (next: typeof siblingBefore, from: Place): Place | undefined => {
    const found = next(navigation, from);
    return found?.id === id ? next(navigation, found) : found;
  };
  const at = neighbour ?? endOf(parent_id);
  const position =
    field === 'after'
      ? positionBetween(neighbour, past(siblingBehind, at))
      : positionBetween(past(siblingBefore, at), neighbour);
  if (position === null) {
    violations.add(field, 'The siblings there have no place between them. Move one of them first.');
  }
  return position === null ? null : { parent_id, position };
}
