import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import type { Conflict } from '../../content/reset-plan.js';
import { invalidField, notFound } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { previewReset, type ResetPreview, resetBrand, resetOf } from '../../operations/reset.js';
import { changeNames, thingName } from '../../portal/labels.js';
import { blockDifferences } from '../content/block-differences.js';
import { ChangedFields } from '../content/field-differences.js';
import { type Names, namesIn } from '../content/reference-names.js';
import { address, addressedPart, type BrandContext, commitId, type PageReply, requiredField } from '../context.js';
import { ChangeList, historyPart } from '../parts/change-list.js';
import { withReadableSubjects } from '../parts/change-subject.js';
import { type FormInputs, SeenCommit } from '../parts/form.js';
import { formsPage, type SentForm } from '../parts/forms-page.js';
import { Note } from '../parts/note.js';
import { kindName, partTitle } from '../parts/part-name.js';
import { LinkLine, Name, Time } from '../parts/text.js';

/** Limit on the changes that a preview lists as undone. */
const maxLost = 20;
const maxConflicts = 50;
/** Limit on the changes of a whole brand that a preview lists. */
const maxListedChanges = 200;

/** Page that restores a part after a preview. For the whole brand it first lists the versions to choose from. */
export const restorePage = formsPage(async (context, isSent) => {
  const { params, query } = context;
  const { scope, base, shownAt } = addressedPart(params);
  if (!isSent && base === '' && commitId(query.to) === null) return chooseVersion(context);
  const to = await context.commitIn(query.to);
  if (to === null) throw notFound('Version');
  const mark = base === '' ? {} : { mark: 'words' };
  const preview = isSent
    ? null
    : await context.read(resetOf(previewReset, scope), { to, ...scope, ...mark, lost: maxLost });
  const restored = restoredPart(context);
  const quoted = partTitle(await context.catalog(), params);
  const title = `Restore ${restored}${quoted === null ? '' : ` “${quoted}”`}?`;
  return {
    title,
    path: address(`${base}/restore`, { to }),
    commit: preview?.commit ?? null,
    actions: [
      {
        name: '',
        button: `Restore ${restored}`,
        guards: [],
        inputs: (inputs) => formInputs(context, preview, inputs),
        text: (
          <p class="hint">
            The restore is a new change by <Name text={context.principal.person.name} />, and can be undone.
          </p>
        ),
        writes: resetOf(resetBrand, scope),
        run: ({ guard }) => restore(context, to, guard),
        to: shownAt,
      },
    ],
    sections: async (form) => preview && previewOf(context, preview, form('')),
  };
});

function formInputs(context: BrandContext, preview: ResetPreview | null, inputs: FormInputs): ComponentChild {
  const { slug, params } = context;
  const isBrand = addressedPart(params).base === '';
  return [
    <input type="hidden" name="plan" value={preview?.plan} />,
    <SeenCommit commit={preview?.commit ?? null} />,
    preview !== null && preview.conflicts.length > 0 && (
      <Conflicts conflicts={preview.conflicts} isForced={context.form.force === 'yes'} />
    ),
    isBrand && inputs.typedSlug(slug),
  ];
}

/**
 * Restores the addressed part as the preview has shown.
 *
 * @throws `invalid` when a restore of the whole brand is not confirmed
 */
async function restore(context: BrandContext, to: string, guard: SentForm['guard']) {
  const { slug, params } = context;
  const { scope, base } = addressedPart(params);
  const plan = requiredField(context, 'plan');
  const typed = (context.form.slug ?? '').trim().toLowerCase();
  if (base === '' && typed !== slug && typed !== (await context.brandName()).toLowerCase()) {
    throw invalidField('slug', `Type the name of the brand, ${slug}, to confirm.`);
  }
  const body = { to, ...scope, plan, force: context.form.force === 'yes' };
  return context.perform(resetOf(resetBrand, scope), { ...guard, body });
}

/** Content of the page: what the restore changes and undoes, and its form. */
async function previewOf(context: BrandContext, preview: ResetPreview, form: ComponentChild): Promise<ComponentChild> {
  const { params, href } = context;
  const { base } = addressedPart(params);
  const { changes, conflicts } = preview;
  const back = href(versionsPath(base));
  return (
    <>
      {await targetText(context, preview)}
      {changes.length === 0 && conflicts.length === 0 ? (
        <>
          <Note>The content is the same as in that version. There is nothing to restore.</Note>
          <a href={back}>Back</a>
        </>
      ) : (
        <>
          <h2>What changes, from now to then</h2>
          {plannedChanges(changes, base === '', namesIn(await context.portal(), Number(params.page)))}
          <h2>What is lost</h2>
          {await lostChanges(context, preview)}
          <p class="hint">Ids are not reused. Media withdrawn or removed since then stay unavailable.</p>
          <div class="card pad">
            {form}
            <LinkLine to={back} text="Cancel" />
          </div>
        </>
      )}
    </>
  );
}

/**
 * Path of the versions of a part. They exist even if the part was removed.
 *
 * @param base path of the part. It is empty for the whole brand, which has its overview instead.
 */
const versionsPath = (base: string): string => (base === '' ? '' : `${base}/versions`);

/** Name of the restored part within a sentence. */
function restoredPart({ slug, params }: BrandContext): string {
  const [[kind, id] = ['brand', '']] = Object.entries(addressedPart(params).scope);
  if (kind === 'brand') return `the whole brand ${slug}`;
  if (kind === 'section') return `the section ${id.replaceAll('_', ' ')}`;
  return `${kindName(kind).toLowerCase()} ${id}`;
}

/** Sentence about the restored version. */
async function targetText(context: BrandContext, { history }: ResetPreview): Promise<ComponentChild> {
  const target = history?.target ?? null;
  if (target === null) return <p>To the version of then.</p>;
  const [{ subject } = target] = await withReadableSubjects(context, [target]);
  return (
    <p>
      To the version of <Time at={target.time} />, after “<Name text={subject} />
      ”.
    </p>
  );
}

/** List of the changes that a restore undoes. */
async function lostChanges(context: BrandContext, { history }: ResetPreview): Promise<ComponentChild> {
  const { entries, next } = history?.lost ?? { entries: [], next: null };
  if (entries.length === 0) return <p>No change was made since then.</p>;
  return (
    <>
      <p>These changes since then are undone. They stay in the history, and can be restored from there.</p>
      <ChangeList context={context} heading="h3" entries={await withReadableSubjects(context, entries)} />
      {next !== null && <p class="hint">… and earlier ones</p>}
    </>
  );
}

/** Lists what the restore changes. A whole brand has only names, and one item its full differences. */
function plannedChanges(changes: readonly Change[], isBrand: boolean, names: Names): ComponentChild {
  const single = changes.find(({ kind }) => ['page', 'section', 'entry', 'media', 'color'].includes(kind));
  if (!isBrand && single !== undefined) {
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
      <ul class="list">
        {changes.slice(0, maxListedChanges).map((change) => (
          <li key={change.path}>
            <Name text={thingName(change)} /> {changeNames[change.change]}
          </li>
        ))}
      </ul>
      {changes.length > maxListedChanges && <p>… and {plural(changes.length - maxListedChanges, 'more change')}.</p>}
    </>
  );
}

function Conflicts({ conflicts, isForced }: { readonly conflicts: readonly Conflict[]; readonly isForced: boolean }) {
  return (
    <>
      <p>
        <strong>Some content cannot be restored as it was:</strong>
      </p>
      <ul>
        {conflicts.slice(0, maxConflicts).map(({ path, problem, forced }) => (
          <li key={path + problem}>
            {problem}. Then {forced}.
          </li>
        ))}
        {conflicts.length > maxConflicts && <li>… and {plural(conflicts.length - maxConflicts, 'more problem')}.</li>}
      </ul>
      <label class="check">
        <input type="checkbox" name="force" value="yes" required checked={isForced} />
        Restore anyway
      </label>
    </>
  );
}

/** Lists the brand's changes, to choose the last one to keep. */
async function chooseVersion(context: BrandContext): Promise<PageReply> {
  const { entries, pager } = await historyPart(context, '/restore', {});
  const body = (
    <>
      <h1>Restore the whole brand</h1>
      <p>Choose the last change to keep. A preview follows, before anything is changed.</p>
      <ChangeList context={context} entries={entries} hrefOf={(commit) => context.href('/restore', { to: commit })} />
      {pager}
    </>
  );
  return { title: 'Restore the whole brand', body };
}
