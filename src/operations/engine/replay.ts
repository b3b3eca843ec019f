import type { ContentPath, paths } from '../../content/catalog/paths.js';
import type { Answer, CommittedFiles, VersionedAnswer } from './contract.js';
import { type Resource, versionOf } from './resource.js';
import type { BrandView } from './view.js';

type Kind = 'page' | 'section' | 'color' | 'media' | 'collection' | 'entry';
type Id<K extends Kind> = Parameters<(typeof paths)[K]>[0];

/** The id, or the name of a section, that a commit stored. For a medium, it stored the metadata, the file or both. */
export function idStored<K extends Kind>({ stored }: CommittedFiles, kind: K): Id<K> {
  const isStored = (at: ContentPath) => at.kind === kind || (kind === 'media' && at.kind === 'file');
  const at = stored.find(isStored);
  if (at === undefined) throw new Error(`A commit that was made with an idempotency key has no ${kind}`);
  return ('id' in at ? at.id : 'name' in at ? at.name : '') as Id<K>;
}

/** Answers a repeated write by reading the stored resource at the commit of the first write. */
export function replayOf<K extends Kind, Value>(
  kind: K,
  read: (view: Pick<BrandView, 'catalog'>, id: Id<K>) => Answer<Value> & { readonly resource: Resource },
): (commit: CommittedFiles) => Promise<VersionedAnswer<Value>> {
  return async (commit) => {
    const then = await commit.snapshot();
    const answer = read(then, idStored(commit, kind));
    return { ...answer, version: versionOf(then, answer.resource) };
  };
}
