import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import type { Conflict } from '../../content/reset-plan.js';
import { invalidField, notFound, type PortalError } from '../../lib/errors.js';
import { previewReset, type ResetPreview, resetBrand, resetOf } from '../../operations/reset.js';
import { blockDifferences } from '../content/block-differences.js';
import { ChangedFields } from '../content/field-differences.js';
import { type Names, namesIn } from '../content/reference-names.js';
import { addressedPart, type BrandContext, commitId, type PageReply, type Reply, requiredField } from '../context.js';
import { ChangeList, historyPart } from '../parts/change-list.js';
import { withReadableSubjects } from '../parts/change-subject.js';
import { FormInputs, SeenCommit } from '../parts/form.js';
import { outcomeQuery } from '../parts/notices.js';
import { partTitle } from '../parts/part-name.js';
import { refusalWithChanges, runForm } from '../parts/refusal.js';
import { Name, Time } from '../parts/text.js';
import { changeNames, kindNames, thingName } from '../words.js';

/** Limits on the later changes, the conflicts, and the things of a whole brand that a preview lists. */
const [maxLost, maxConflicts, maxThings] = [20, 50, 200];

/** Preview of a restore; for the whole brand, first a list of the versions to choose from. */
export function restorePage(context: BrandContext): Promise<Reply> {
  const isChosen = addressedPart(context.params).base !== '' || commitId(context.query.to) !== null;
  return isChosen ? previewPage(context) : chooseVersion(context);
}

/** Restores what the preview showed. When the plan has changed since, nothing is done, and there is a new preview. */
export async function restoreNow(context: BrandContext): Promise<Reply> {
  const { slug, form } = context;
  const { scope, base, shownAt } = addressedPart(context.params);
  const plan = requiredField(context, 'plan');
  const to = await targetCommit(context);
  const submit = async (): Promise<Reply> => {
    const typed = (form.slug ?? '').trim().toLowerCase();
    if (base === '' && typed !== slug && typed !== (await context.brandName()).toLowerCase()) {
      throw invalidField('slug', `Type the name of the brand, ${slug}, to confirm.`);
    }
    const body = { to, ...scope, plan, force: form.force === 'yes' };
    const result = await context.perform(resetOf(resetBrand, scope), { body });
    return { to: context.href(shownAt, outcomeQuery(result)) };
  };
  return runForm(context, submit, (problem) => previewPage(context, problem));
}

/** Commit to go back to: `to` of the address. @throws `not_found` if it is not in the brand's history */
async function targetCommit(context: BrandContext): Promise<string> {
  const to = await context.commitIn(context.query.to);
  if (to === null) throw notFound('Version');
  return to;
}

/** Path of the versions of a part, which are there when it is not. @param base empty: the whole brand, shown by its overview */
const versionsPath = (base: string): string => (base === '' ? '' : `${base}/versions`);

/** Words for the part that is restored, in a sentence. */
function restoredPart({ slug, params }: BrandContext): string {
  const [[kind, id] = ['brand', '']] = Object.entries(addressedPart(params).scope);
  if (kind === 'brand') return `the whole brand ${slug}`;
  if (kind === 'section') return `the section ${id.replaceAll('_', ' ')}`;
  return `${kindNames[kind as keyof typeof kindNames].toLowerCase()} ${id}`;
}

async function previewPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const to = await targetCommit(context);
  const { scope, base } = addressedPart(context.params);
  const mark = base === '' ? {} : { mark: 'words' };
  const preview = await context.read(resetOf(previewReset, scope), { to, ...scope, ...mark, lost: maxLost });
  const isUnchanged = preview.changes.length === 0 && preview.conflicts.length === 0;
  const { target, lost } = preview.history ?? { target: null, lost: { entries: [], next: null } };
  const catalog = await context.catalog();
  const quoted = partTitle(catalog, context.params);
  const title = `Restore ${restoredPart(context)}${quoted === null ? '' : ` “${quoted}”`}?`;
  const body = (
    <>
      {await refusalWithChanges(context, problem)}
      <h1>{title}</h1>
      <p>
        To how it was {target === null ? 'then' : <Time at={target.time} />}
        {target !== null && (
          <>
            , after “<Name text={(await withReadableSubjects(context, [target]))[0]?.subject ?? ''} />”
          </>
        )}
        .
      </p>
      {isUnchanged ? (
        <>
          <p class="notice">It is as in that version already: there is nothing to restore.</p>
          <a href={context.href(versionsPath(base))}>Back</a>
        </>
      ) : (
        <>
          <h2>What changes, from now to then</h2>
          {plannedChanges(preview.changes, base === '', namesIn(catalog, context.href))}
          <h2>What is lost</h2>
          {lost.entries.length === 0 ? (
            <p>No change was made since.</p>
          ) : (
            <>
              <p>
                These changes since then are taken back. They stay in the history, and can be brought back from there.
              </p>
              <ChangeList context={context} entries={await withReadableSubjects(context, lost.entries)} />
              {lost.next !== null && <p class="hint">… and earlier ones</p>}
            </>
          )}
          <p class="hint">Ids stay used, and media that were withdrawn or removed since are not released.</p>
          {confirmationForm(context, preview, problem)}
        </>
      )}
    </>
  );
  return { title, body };
}

/** Differences from now to then: of the whole brand things by name, of one thing in full. */
function plannedChanges(changes: readonly Change[], isBrand: boolean, names: Names): ComponentChild {
  const single = isBrand
    ? undefined
    : changes.find(({ kind }) => ['page', 'section', 'entry', 'media', 'color'].includes(kind));
  if (single !== undefined) {
    return (
      <>
        <ChangedFields
          title={single.kind === 'page' && <h3>About the page</h3>}
          fields={single.fields}
          view="inline"
          names={names}
        />
        {blockDifferences({ blocks: single.blocks, view: 'inline', names })}
      </>
    );
  }
  return (
    <>
      <ul class="rows">
        {changes.slice(0, maxThings).map((change) => (
          <li key={change.path}>
            <Name text={thingName(change)} /> {changeNames[change.change]}
          </li>
        ))}
      </ul>
      {changes.length > maxThings && <p>… and {(changes.length - maxThings).toLocaleString('en')} more changes.</p>}
    </>
  );
}

function confirmationForm(context: BrandContext, preview: ResetPreview, problem: PortalError | null): ComponentChild {
  const { plan, conflicts, commit } = preview;
  const { base } = addressedPart(context.params);
  return (
    <form method="post" class="card">
      <input type="hidden" name="plan" value={plan} />
      <SeenCommit commit={commit} />
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} isForced={context.form.force === 'yes'} />}
      {base === '' &&
        new FormInputs(context, problem).input({
          name: 'slug',
          label: (
            <>
              Type <code>{context.slug}</code> to confirm
            </>
          ),
          isRequired: true,
          autocomplete: 'off',
        })}
      <div class="actions">
        <a class="button quiet" href={context.href(versionsPath(base))}>
          Cancel
        </a>
        <button type="submit">Restore {restoredPart(context)}</button>
      </div>
      <p class="hint">
        It becomes a new change by <Name text={context.principal.person.name} />, and can be undone.
      </p>
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
        {conflicts.slice(0, maxConflicts).map(({ path, problem, forced }) => (
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

/** List of the brand's changes, of which the last to stay is chosen. */
async function chooseVersion(context: BrandContext): Promise<Reply> {
  const { entries, pager } = await historyPart(context, '/restore', {});
  const body = (
    <>
      <h1>Bring the whole brand back</h1>
      <p>Choose the last change that is to stay. What it would alter is shown before anything is done.</p>
      <ChangeList context={context} entries={entries} hrefOf={(commit) => context.href('/restore', { to: commit })} />
      {pager}
    </>
  );
  return { title: 'Bring the whole brand back', body };
}
