import { paths } from '../content/catalog/paths.js';
import { fileTypeOf } from '../content/files/types.js';
import { mediaProblem, pictureProblem } from '../content/media.js';
import { maxTemplates, mediaOfPortal, PortalFile, reportPortal, withTemplate } from '../content/portal.js';
import { type ErrorText, noted, say } from '../lib/say.js';
import { Exact, Input, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { fields, pageId, partialUpdate } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

/** `served_on_web`: the person who assigns a font confirms that its licence allows this. */
const { templates: _, ...set } = PortalFile.properties;
const PortalFields = Exact({ ...set, served_on_web: Type.Boolean() });

export const setPortal = write({
  name: 'portal.set',
  summary: 'Set what the portal shows around the pages',
  body: partialUpdate(PortalFields),
  answers: PortalFile,
  check(draft, { sent }, violations) {
    const before = draft.catalog.portal;
    const { served_on_web: isServed = false, ...changes } = sent;
    const next: PortalFile = { ...before, ...changes };
    const known = new Set(mediaOfPortal(before));
    const problem = (id: number, field: keyof PortalFile): ErrorText | null =>
      known.has(id) ? null : problemOf(draft, id, field);
    reportPortal(next, problem, violations);
    const isAssigned = next.fonts.some(({ media_id }) => !known.has(media_id));
    if (isAssigned && !isServed) violations.add('served_on_web', message.unlicensedFonts);
    return next;
  },
  expects: () => resources.portal,
  apply(draft, { checked: next }) {
    draft.replace(paths.portal, draft.catalog.portal, next, noted`Change the portal`);
    return { value: next, resource: resources.portal };
  },
});

/** Why the portal cannot newly show a medium; `null` if it can. */
function problemOf({ available }: Pick<BrandView, 'available'>, id: number, field: keyof PortalFile): ErrorText | null {
  if (field !== 'fonts') return pictureProblem(available, id);
  const isFont = fileTypeOf(available.files.get(id)?.name ?? '')?.font !== undefined;
  return mediaProblem(available, id) ?? (isFont ? null : say`medium ${id} has no font file`);
}

/** Marks a page that new ones can be made from, or takes the mark away. */
export const setTemplate = write({
  name: 'pages.set_template',
  summary: 'Offer a page as a template for new ones, or no longer',
  params: { page: pageId },
  body: fields(Input({ template: Type.Boolean() })),
  answers: null,
  replay: async () => ({ value: undefined, resource: null, version: null }),
  async check(draft, { params, sent }, violations) {
    const { id, type } = await draft.page(params.page);
    if (type === 'container') violations.add('template', 'A chapter is no template.');
    // Pages that a push removed leave no room taken.
    const { portal, pages } = draft.catalog;
    const templates = portal.templates.filter((page) => pages.has(page));
    const next = withTemplate({ ...portal, templates }, id, sent.template ?? false);
    if (next.templates.length > maxTemplates) violations.add('template', message.templatesOfBrand(maxTemplates));
    return next;
  },
  apply(draft, { checked: next }) {
    draft.replace(paths.portal, draft.catalog.portal, next, noted`Change the templates`);
    return { value: undefined, resource: null };
  },
});
