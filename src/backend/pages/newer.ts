import { PortalError } from '../../errors.js';
import { countCommits } from '../../operations/history.js';
import { resources, versionOf } from '../../operations/resource.js';
import { commitId } from '../commit-id.js';
import type { BrandVisit, Reply } from '../visit.js';
import { counted } from '../words.js';

/** How many changes came after a commit, in words; empty: none. */
export async function newer({ service, slug, query }: BrandVisit): Promise<Reply> {
  const than = commitId(query.than);
  const repository = await service.openBrand(slug);
  if (than === null || versionOf(await repository.read(), resources.commit) === than) return { text: '' };
  try {
    const count = await countCommits(repository, {}, { not: than });
    return { text: count === 0 ? '' : counted(count, 'newer change') };
  } catch (error) {
    if (error instanceof PortalError) return { text: 'newer changes' };
    throw error;
  }
}
