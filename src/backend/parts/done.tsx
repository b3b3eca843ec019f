import type { ComponentChild } from 'preact';
import { commitId } from '../commit-id.js';
import type { BrandVisit } from '../visit.js';

interface Props {
  readonly visit: BrandVisit;
  /** Where what was done can be taken back; left out: nowhere. */
  readonly undo?: string | undefined;
}

/** After a form: what was done, as its commit is known by the address. */
export function Done({ visit, undo }: Props): ComponentChild {
  const commit = commitId(visit.query.done);
  if (commit === null) return null;
  return (
    <div class="notice" role="status">
      Done, as a new version. <a href={visit.at(`/changes/${commit}`)}>See the change</a>
      {undo !== undefined && (
        <>
          {' · '}
          <a href={undo}>Undo</a>
        </>
      )}
    </div>
  );
}
