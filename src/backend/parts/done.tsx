import type { ComponentChild } from 'preact';
import { PortalError } from '../../errors.js';
import { showCommit } from '../../operations/history.js';
import { commitId } from '../commit-id.js';
import type { BrandVisit } from '../visit.js';
import { Name } from './name.js';
import { undoAddress } from './undo.js';

/** After a form: what was done, as its commit is known by the address; with ways to look at it and to take it back. */
export async function done(visit: BrandVisit): Promise<ComponentChild> {
  const commit = commitId(visit.query.done);
  const repository = await visit.service.openBrand(visit.slug);
  if (commit === null || !(await repository.past.contains(commit))) return null;
  const [what, undo] = await Promise.all([
    showCommit(repository, commit).then(({ subject }) => subject, unnamed),
    undoAddress(visit, commit),
  ]);
  return (
    <div class="notice" role="status">
      Done: <Name text={what} />. <a href={visit.at(`/changes/${commit}`)}>See the change</a>
      {undo !== null && (
        <>
          {' · '}
          <a href={undo}>Undo</a>
        </>
      )}
    </div>
  );
}

/** Without git on this machine there is no history to name the change from. */
function unnamed(error: unknown): string {
  if (error instanceof PortalError && error.code === 'unavailable') return 'it is a new version';
  throw error;
}
