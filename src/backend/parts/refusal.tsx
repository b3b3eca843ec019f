import type { ComponentChild } from 'preact';
import type { PortalError } from '../../errors.js';
import { listCommits } from '../../operations/history.js';
import type { HistoryScope } from '../../operations/history-scope.js';
import type { BrandVisit } from '../visit.js';
import { Who } from './feed.js';
import { Time } from './time.js';

/** Why a form was refused, above the form as it was sent: what is wrong, or who has changed the thing meanwhile. */
export async function refused(visit: BrandVisit, problem: PortalError, scope: HistoryScope): Promise<ComponentChild> {
  if (problem.code === 'precondition_failed') return meanwhile(visit, scope);
  const texts = Object.values(problem.fields ?? {}).flat();
  return (
    <div class="notice bad" role="alert">
      <strong>Nothing was changed.</strong>
      <ul>
        {(texts.length === 0 ? [problem.message] : texts).map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </div>
  );
}

async function meanwhile(visit: BrandVisit, scope: HistoryScope): Promise<ComponentChild> {
  const repository = await visit.service.openBrand(visit.slug);
  // Without git on this machine there is no history to name the change from.
  const last = await listCommits(repository, scope, { limit: 1 })
    .next()
    .catch(() => null);
  const entry = last?.done === false ? last.value : null;
  return (
    <div class="notice warn" role="alert">
      <p>
        <strong>It was changed meanwhile. Nothing of yours was stored; what you sent is below.</strong>
      </p>
      {entry !== null && (
        <p>
          Last change: <a href={visit.at(`/changes/${entry.commit}`)}>{entry.subject}</a>, by <Who entry={entry} />,{' '}
          <Time at={entry.time} />.
        </p>
      )}
      <p>Send it again to do it on the newer version.</p>
    </div>
  );
}
