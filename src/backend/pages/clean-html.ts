import { PortalError } from '../../lib/errors.js';
import type { BrandContext, Reply } from '../context.js';

/** HTML that was pasted, or written as source, as it would be stored, and for the editor. */
export async function cleanHtml({ service, form }: BrandContext): Promise<Reply> {
  const { html, from } = form;
  if (html === undefined || (from !== 'clipboard' && from !== 'source')) {
    throw new PortalError('bad_request', 'The form lacks html, or whether it is from the clipboard or from source.');
  }
  return { json: await service.sanitizer.open(html, from) };
}
