import type { ComponentChild } from 'preact';
import { references } from '../../content/blocks/references.js';
import { dayMs } from '../../lib/clock.js';
import { showPage } from '../../operations/pages.js';
import { showPageReview } from '../../operations/proposals/of-page.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { mediaInUse } from '../../operations/used-by.js';
import { counted, words } from '../../words/words.js';
import type { BrandContext } from '../context.js';

/** Time before a draft, in ms, from which on a file may have been uploaded for it. */
const beforeMs = dayMs;

/** Offers to remove the media that were uploaded for a discarded draft and that nothing else uses; `null` if there are none. */
export async function leftMedia(context: BrandContext, page: number, draft: ProposalDetails): Promise<ComponentChild> {
  const { perform, catalog, service, slug } = context;
  const params = { page: String(page) };
  const review = await perform(showPageReview, { params });
  if (!review.value.mayPublish) return null;
  const { value } = await perform(showPage, { params, query: { proposal: String(draft.number) } });
  const used = mediaInUse(catalog);
  const collected = new Set([...catalog.collections.values()].flatMap(({ media }) => media));
  const files = service.files(slug);
  const since = Date.parse(draft.created_at) - beforeMs;
  const left: number[] = [];
  for (const id of references(value).media) {
    const file = catalog.files.get(id);
    if (file === undefined || used.has(id) || collected.has(id)) continue;
    const uploaded = await files.modified(file.sha256);
    if (uploaded !== null && uploaded.getTime() >= since) left.push(id);
  }
  if (left.length === 0) return null;
  const texts = words().reading.draft;
  return (
    <form method="post" action={context.href('/media/change')}>
      <input type="hidden" name="as" value={context.person?.id} />
      <input type="hidden" name="do" value="remove" />
      {left.map((id) => (
        <input type="hidden" name="medium" value={id} />
      ))}
      <button type="submit" class="btn sm quiet">
        {counted(texts.removeLeft, left.length)}
      </button>
    </form>
  );
}
