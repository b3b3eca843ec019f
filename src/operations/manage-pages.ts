import { Visibility } from '../content/brand.js';
import { message } from '../content/messages.js';
import { childrenOf, isWithin, type Place, positionBetween } from '../content/navigation.js';
import { Input, Nullable, type Static, Type } from '../content/schema.js';
import { Violations } from '../content/violations.js';
import { readFields } from './body.js';
import type { BrandDraft } from './brand-draft.js';
import type { WriteOperation } from './operation.js';
import { named, pageAnswer } from './pages.js';
import { resources } from './resource.js';

/** A chapter (`null`: the top level) to come to the end of, or a page to stand before or behind, wherever that is. */
export const PageMove = Input({
  parent_id: Type.Optional(Nullable(Type.Integer())),
  before: Type.Optional(Type.Integer()),
  after: Type.Optional(Type.Integer()),
});
type PageMove = Static<typeof PageMove>;

/** Moves a page in the navigation. One file changes: the page's. */
export const movePage: WriteOperation = {
  name: 'pages.move',
  right: 'write',
  async run(draft, { params, body }) {
    const page = await draft.page(params.page as string);
    const violations = new Violations();
    const sent = readFields<PageMove>(PageMove, body, violations);
    violations.throwIfAny();
    const place = placeFor(draft, page.id, sent, violations);
    violations.throwIfAny();
    draft.expect(resources.page(page.id));
    const where = place.parent_id === page.parent_id ? 'among its siblings' : placeName(place.parent_id);
    return pageAnswer(draft.savePage(page, { ...page, ...place }, `Move ${named(page)} ${where}`));
  },
};

export const PageVisibility = Input({ visibility: Visibility });

/** Sets who sees a page. */
export const setVisibility: WriteOperation = {
  name: 'pages.visibility',
  right: 'write',
  async run(draft, { params, body }) {
    const page = await draft.page(params.page as string);
    const violations = new Violations();
    const { visibility } = readFields<Static<typeof PageVisibility>>(PageVisibility, body, violations);
    violations.throwIfAny();
    draft.expect(resources.page(page.id));
    const next = { ...page, visibility: visibility as Visibility };
    return pageAnswer(draft.savePage(page, next, `Make ${named(page)} ${visibility}`));
  },
};

function placeName(parent: number | null): string {
  return parent === null ? 'to the top level' : `under chapter ${parent}`;
}

function placeFor(
  draft: BrandDraft,
  id: number,
  sent: Partial<PageMove>,
  violations: Violations,
): { parent_id: number | null; position: string } {
  const { pages, children } = draft.catalog;
  const named = (['parent_id', 'before', 'after'] as const).filter((field) => sent[field] !== undefined);
  if (named.length !== 1) {
    const [first = 'parent_id', second] = named;
    violations.add(first, second === undefined ? message.required(first) : message.prohibitedWith(first, second));
  }
  const [field = 'parent_id'] = named;
  const neighbour = pages.get((field === 'parent_id' ? undefined : sent[field]) ?? 0);
  if (field !== 'parent_id' && (neighbour === undefined || neighbour.id === id)) {
    violations.add(field, message.selected(field));
  }
  const parent_id = field === 'parent_id' ? (sent.parent_id ?? null) : (neighbour?.parent_id ?? null);
  const isChapter = parent_id === null || pages.get(parent_id)?.type === 'container';
  if (!isChapter || (parent_id !== null && isWithin(parent_id, id, (at) => pages.get(at)?.parent_id))) {
    violations.add(field, message.selected(field));
  }
  if (violations.any) return { parent_id, position: '' };
  const siblings = childrenOf(children, parent_id).filter((sibling) => sibling !== id);
  const at = neighbour === undefined ? siblings.length : siblings.indexOf(neighbour.id) + (field === 'after' ? 1 : 0);
  const placeOf = (index: number): Place | undefined => pages.get(siblings[index] ?? 0);
  const position = positionBetween(placeOf(at - 1), placeOf(at));
  if (position === null)
    violations.add(field, 'The siblings there have no place between them. Move one of them first.');
  return { parent_id, position: position ?? '' };
}
