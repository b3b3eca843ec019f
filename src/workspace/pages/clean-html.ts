import { PortalError } from '../../lib/errors.js';
import type { BrandContext, Reply } from '../context.js';

/** Answer to the editor: pasted HTML, or HTML written as source, as it would be stored, and as a document of the editor. */
export async function cleanHtml({ service, form }: BrandContext): Promise<Reply> {
  const { html, from } = form;
  if (html === undefined || (from !== 'clipboard' && from !== 'source')) {
    throw new PortalError('bad_request', 'The form lacks html, or whether it is from the clipboard or from source.');
  }
  return { json: await service.sanitizer.open(html, from) };
}
