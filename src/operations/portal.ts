import { paths } from '../content/catalog/paths.js';
import { mediaProblem, pictureProblem } from '../content/media.js';
import { mediaOfPortal, PortalFile, reportPortal } from '../content/portal.js';
import { type ErrorText, noted, say } from '../lib/say.js';
import { Exact, Type } from '../validation/schema.js';
import { message } from '../validation/violations.js';
import { partialUpdate } from './engine/input.js';
import { write } from './engine/operation.js';
import { resources } from './engine/resource.js';
import type { BrandView } from './engine/view.js';

/** `served_on_web`: the person who assigns a font confirms that its licence allows this. */
const PortalFields = Exact({ ...PortalFile.properties, served_on_web: Type.Boolean() });

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
  const isFont = available.files.get(id)?.name.endsWith('.woff2') === true;
  return mediaProblem(available, id) ?? (isFont ? null : say`medium ${id} has no WOFF2 file`);
}
