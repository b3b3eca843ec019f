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
import { type Body, fields } from './engine/input.js';
import type { BrandView } from './engine/view.js';
import { changePage, pageName, parentName } from './pages.js';

/** Target of a move: the end of a chapter (`null`: of the top level), or the place before or behind a page. */
const PageMove = Input({
  parent_id: Type.Optional(Nullable(Type.Integer())),
  before: Type.Optional(Type.Integer()),
  after: Type.Optional(Type.Integer()),
});

const slugField = Type.String({ maxLength: maxSlugLength });

const PageArrangement = Input({
  ...PageMove.properties,
  slug: Type.Optional(slugField),
  visibility: Type.Optional(Visibility),
});
type PageArrangement = Static<typeof PageArrangement>;

const placeFields = ['parent_id', 'before', 'after'] as const;

/** A write of where a page is, its slug and who sees it. A slug no longer follows the title; addresses with the old one are not redirected. */
const arrangement = <Sent extends PageArrangement>(name: string, summary: string, body: Body<Sent>) =>
  changePage({
    name,
    summary,
    body,
    check(draft, { page, sent }, violations) {
      const isMoved = name === 'pages.move' || placeFields.some((field) => sent[field] !== undefined);
      const place = isMoved ? positionFor(draft, page.id, sent, violations) : null;
      const { slug, visibility } = sent;
      reportLineBreaks('slug', slug, violations);
      const next = slug === undefined ? null : slugOf(draft.catalog, { slug }, draft.now, violations, page.id);
      return { place, ...(next !== null && { slug: next }), ...(visibility && { visibility }) };
    },
    change(draft, { page, checked: { place, ...changes } }) {
      const [named, done] = [pageName(page), [] as [whole: string, part: string][]];
      if (place !== null) {
        const [parent, isWithin] = [parentName(draft, place.parent_id), place.parent_id === page.parent_id];
        const to = `${place.parent_id === null ? 'to' : 'under'} ${parent}`;
        done.push([
          `Move ${named} ${isWithin ? `within ${parent}` : to}`,
          isWithin ? 'change the place' : `move ${to}`,
        ]);
      }
      const { slug, visibility } = changes;
      if (slug !== undefined) done.push([`Change the slug of ${named} to ${slug}`, 'change the slug']);
      if (visibility !== undefined) done.push([`Make ${named} ${visibility}`, `make it ${visibility}`]);
      const [first] = done;
      const parts = done.map(([, part]) => part).join(', ');
      return [{ ...place, ...changes }, done.length === 1 && first ? first[0] : `Change ${named}: ${parts}`];
    },
  });

export const movePage = arrangement('pages.move', 'Move a page in the navigation', fields(PageMove));

export const setVisibility = arrangement(
  'pages.visibility',
  'Set who sees a page',
  fields(Input({ visibility: Visibility })),
);

export const setSlug = arrangement('pages.slug', "Set a page's slug", fields(Input({ slug: slugField })));

/** All of it, in one commit. */
export const arrangePage = arrangement(
  'pages.arrange',
  "Set a page's place, slug and readers",
  fields(PageArrangement),
);

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
