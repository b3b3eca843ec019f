import { visible } from '../../display-safety.js';
import { notFound, PortalError } from '../../errors.js';
import { countCommits, listCommits } from '../../operations/history.js';
import { resources, versionOf } from '../../operations/resource.js';
import { commitId } from '../commit-id.js';
import type { BrandVisit, Reply } from '../visit.js';
import { counted } from '../words.js';

/** What came after a commit, in words: how many changes, or of one thing who changed it; empty: nothing. */
export async function newer({ service, slug, query }: BrandVisit): Promise<Reply> {
  const than = commitId(query.than);
  const repository = await service.openBrand(slug);
  if (than === null || versionOf(await repository.read(), resources.commit) === than) return { text: '' };
  if (!(await repository.past.contains(than))) throw notFound('Change');
  const { page, section, entry } = query;
  const isThing = page !== undefined || section !== undefined || entry !== undefined;
  try {
    if (isThing) {
      const scope = { page, section, entry };
      for await (const { author } of listCommits(repository, scope, { not: than, limit: 1 })) {
        return { text: `Changed meanwhile by ${visible(author) || 'unknown'}` };
      }
      return { text: '' };
    }
    const count = await countCommits(repository, {}, { not: than });
    return { text: count === 0 ? '' : counted(count, 'newer change') };
  } catch (error) {
    // Without git on this machine there is no history, yet something is newer.
    if (!(error instanceof PortalError) || error.code !== 'unavailable') throw error;
    return { text: isThing ? '' : 'Newer changes' };
  }
}
