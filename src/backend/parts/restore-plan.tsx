import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import type { Conflict } from '../../content/reset-plan.js';
import type { PortalError } from '../../errors.js';
import type { ResetPreview } from '../../operations/reset.js';
import { blockDifference } from '../content/difference.js';
import { Fields } from '../content/fields.js';
import type { Names } from '../content/names.js';
import type { BrandVisit } from '../visit.js';
import { changeNames, thingName } from '../words.js';
import { Name } from './name.js';
import { Seen, wrong } from './refusal.js';

/** Things that a preview of the whole brand lists. */
const mostThings = 200;

/** A thing to restore: a page, a section, or the whole brand. */
export interface Target {
  readonly scope: { readonly page?: string; readonly section?: string };
  /** Its address below the brand's. */
  readonly base: string;
  readonly name: string;
}

interface PlannedProps {
  readonly changes: readonly Change[];
  /** Whether they are of one page or section, and shown in full. */
  readonly isOne: boolean;
  readonly names: Names;
}

/** Differences from now to then. */
export function Planned({ changes, isOne, names }: PlannedProps): ComponentChild {
  const one = isOne ? changes.find(({ kind }) => kind === 'page' || kind === 'section') : undefined;
  if (one !== undefined) {
    return (
      <>
        {one.fields.length > 0 && (
          <section class="change is-edited">
            {one.kind === 'page' && <h3>About the page</h3>}
            <Fields fields={one.fields} view="inline" names={names} />
          </section>
        )}
        {blockDifference({ blocks: one.blocks, view: 'inline', names })}
      </>
    );
  }
  return (
    <>
      <ul class="rows">
        {changes.slice(0, mostThings).map((change) => (
          <li key={change.path}>
            <Name text={thingName(change)} /> {changeNames[change.change]}
          </li>
        ))}
      </ul>
      {changes.length > mostThings && <p>… and {(changes.length - mostThings).toLocaleString('en')} more things.</p>}
    </>
  );
}

interface ConfirmProps {
  readonly visit: BrandVisit;
  readonly target: Target;
  readonly plan: ResetPreview;
  readonly problem: PortalError | null;
}

/** The form that does what is shown. */
export function Confirm({ visit, target, plan: { plan, conflicts, commit }, problem }: ConfirmProps): ComponentChild {
  const isBrand = target.base === '';
  const slug = wrong(problem, 'slug');
  const back = target.scope.section === undefined ? target.base : '/language';
  return (
    <form method="post" class="card">
      <input type="hidden" name="plan" value={plan} />
      <Seen commit={commit} />
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} isForced={visit.form.force === 'yes'} />}
      {isBrand && (
        <>
          <label for="slug">
            Type <code>{visit.slug}</code> to confirm
          </label>
          <input id="slug" name="slug" required autocomplete="off" value={visit.form.slug} {...slug.props} />
          {slug.text}
        </>
      )}
      <div class="actions">
        <a class="button quiet" href={visit.at(back)}>
          Cancel
        </a>
        <button type="submit">Restore {target.name}</button>
      </div>
      <p class="hint">It becomes a new change by {visit.facts.person.name}, and can be undone.</p>
    </form>
  );
}

function Conflicts({ conflicts, isForced }: { readonly conflicts: readonly Conflict[]; readonly isForced: boolean }) {
  return (
    <>
      <p>
        <strong>Not everything can come back as it was:</strong>
      </p>
      <ul>
        {conflicts.slice(0, 50).map(({ path, problem, forced }) => (
          <li key={path + problem}>
            {problem}. Then {forced}.
          </li>
        ))}
      </ul>
      <label class="check">
        <input type="checkbox" name="force" value="yes" required checked={isForced} />
        Restore it so
      </label>
    </>
  );
}
