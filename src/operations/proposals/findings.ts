import { checkInBackground } from '../../content/brand-check/background.js';
import { textsOfPage } from '../../content/brand-check/check.js';
import { invalidField } from '../../lib/errors.js';
import { checkedSections } from '../check-text.js';
import type { BrandDraft } from '../engine/draft.js';
import type { ProposedResult } from '../engine/proposal-content.js';

/** @throws `invalid` for pages with findings of the language check, where the brand does not allow them */
export async function requireNoFindings(draft: BrandDraft, results: readonly ProposedResult[]): Promise<void> {
  if (draft.review.policy.findings_allowed) return;
  const sections = checkedSections(draft.catalog.sections);
  const found: string[] = [];
  for (const { content } of results) {
    if (content?.kind !== 'page') continue;
    const { id, title, blocks } = content.value;
    const breaks = await checkInBackground({ sections, texts: textsOfPage(title, blocks) }, 'page');
    if (breaks.length > 0) found.push(`page ${id} "${title}"`);
  }
  if (found.length === 0) return;
  const problem = 'This brand publishes no findings of the language check';
  throw invalidField('proposal', `${problem}, and there are some in ${found.join(', ')}.`);
}
