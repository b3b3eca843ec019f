import { positionAtEnd } from '../content/catalog/catalog.js';
import { positionBetween, siblingAfter, siblingBefore } from '../content/navigation.js';
import { type PageFile, proposedFields } from '../content/page.js';
import { checkParent } from '../content/page-rules.js';
import { Input, Nullable, type Static, type TObject, Type } from '../validation/schema.js';
import { message, type Violations } from '../validation/violations.js';
import type { BrandDraft } from './engine/draft.js';
import type { Body } from './engine/input.js';
import type { BrandView } from './engine/view.js';

/** Target of a move: the end of a chapter (`null` for the top level), or the position before or after a page. */
export const PageMove = Input({
  parent_id: Type.Optional(Nullable(Type.Integer())),
  before: Type.Optional(Type.Integer()),
  after: Type.Optional(Type.Integer()),
});

export const placeFields = ['parent_id', 'before', 'after'] as const;

/**
 * A body that takes readers and place of a page in a proposal. Live they are ignored, and named in the answer.
 *
 * @param bodyOf what reads a schema
 */
export function withProposedFields<T extends TObject, Sent extends object, Values>(
  schema: T,
  bodyOf: (schema: T) => Body<Sent, Values>,
): Body<Sent, Values> {
  const kept = Object.entries(schema.properties).filter(([name]) => !Object.hasOwn(proposedFields, name));
  const [proposed, live] = [bodyOf(schema), bodyOf({ ...schema, properties: Object.fromEntries(kept) })];
  return {
    ...proposed,
    read: (sent, violations, context) => (context.isProposed ? proposed : live).read(sent, violations, context),
  };
}

/** Readers and place of a page that a write into a proposal asks for; `null` when a part of them was reported. */
export function arrangedIn(
  draft: BrandDraft,
  page: PageFile,
  { visibility, ...sent }: Partial<Pick<PageFile, 'visibility'> & Static<typeof PageMove>>,
  violations: Violations,
): Partial<PageFile> | null {
  if (!draft.isProposed) return {};
  const isMoved = sent.before !== undefined || sent.after !== undefined;
  const { parent_id, before, after } = sent;
  const place = isMoved
    ? placeFor(
        draft,
        page,
        { ...(parent_id !== undefined && { parent_id }), ...(before && { before }), ...(after && { after }) },
        violations,
      )
    : {};
  return place && { ...place, ...(visibility && { visibility }) };
}

/**
 * Place that a move asks for, in the order of all pages but this one.
 *
 * @returns `null` when it is not possible, which is reported
 */
export function placeFor(
  { catalog }: BrandView,
  page: PageFile,
  sent: Partial<Static<typeof PageMove>>,
  violations: Violations,
): Pick<PageFile, 'parent_id' | 'position'> | null {
  const targets = placeFields.filter((name) => sent[name] !== undefined);
  const [field = 'parent_id', other] = targets;
  if (targets.length === 0) violations.add(field, message.required(field));
  if (other !== undefined) violations.add(field, message.prohibitedWith(field, other));
  const navigation = catalog.navigation.clone();
  navigation.delete(page);
  if (field === 'parent_id') {
    const { parent_id = null } = sent;
    checkParent(catalog, parent_id, field, violations, page.id);
    return violations.any ? null : { parent_id, position: positionAtEnd({ navigation }, parent_id) };
  }
  const siblingId = sent[field] ?? null;
  const sibling = catalog.pages.get(siblingId ?? 0);
  const isItself = siblingId === page.id;
  if (isItself) violations.add(field, message.selectedBecause(field, 'it is the page itself'));
  else checkParent(catalog, sibling === undefined ? siblingId : sibling.parent_id, field, violations, page.id);
  if (sibling === undefined || violations.any) return null;
  const position =
    field === 'after'
      ? positionBetween(sibling, siblingAfter(navigation, sibling))
      : positionBetween(siblingBefore(navigation, sibling), sibling);
  if (position !== null) return { parent_id: sibling.parent_id, position };
  violations.add(field, 'The siblings there have no place between them. Move one of them first.');
  return null;
}
