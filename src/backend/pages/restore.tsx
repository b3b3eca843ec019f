import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import type { Conflict } from '../../content/reset-plan.js';
import { invalidField, notFound } from '../../lib/errors.js';
import { previewReset, type ResetPreview, resetBrand, resetOf } from '../../operations/reset.js';
import { blockDifferences } from '../content/block-differences.js';
import { ChangedFields } from '../content/field-differences.js';
import { type Names, namesIn } from '../content/reference-names.js';
import { address, addressedPart, type BrandContext, commitId, type PageReply, requiredField } from '../context.js';
import { ChangeList, historyPart } from '../parts/change-list.js';
import { withReadableSubjects } from '../parts/change-subject.js';
import { SeenCommit } from '../parts/form.js';
import { formsPage } from '../parts/forms-page.js';
import { partTitle } from '../parts/part-name.js';
import { LinkLine, Name, Time } from '../parts/text.js';
import { changeNames, kindNames, thingName } from '../words.js';

/** Limits on the later changes, the conflicts, and the things of a whole brand that a preview lists. */
const [maxLost, maxConflicts, maxThings] = [20, 50, 200];

/** Page that restores a part, after a preview; for the whole brand, first a list of the versions to choose from. */
export const restorePage = formsPage(async (context, isSent) => {
  const { slug, form: sent, params, query, href } = context;
  const { scope, base, shownAt } = addressedPart(params);
  if (!isSent && base === '' && commitId(query.to) === null) return chooseVersion(context);
  const to = await context.commitIn(query.to);
  if (to === null) throw notFound('Version');
  const mark = base === '' ? {} : { mark: 'words' };
  const preview = isSent
    ? null
    : await context.read(resetOf(previewReset, scope), { to, ...scope, ...mark, lost: maxLost });
  const restored = restoredPart(context);
  const catalog = await context.catalog();
  const quoted = partTitle(catalog, params);
  const title = `Restore ${restored}${quoted === null ? '' : ` “${quoted}”`}?`;
  return {
    ...{ title, path: address(`${base}/restore`, { to }), commit: preview?.commit ?? null },
    actions: [
      {
        ...{ name: '', button: `Restore ${restored}`, guards: [] },
        inputs: (inputs) => [
          <input type="hidden" name="plan" value={preview?.plan} />,
          <SeenCommit commit={preview?.commit ?? null} />,
          preview !== null && preview.conflicts.length > 0 && (
            <Conflicts conflicts={preview.conflicts} isForced={sent.force === 'yes'} />
          ),
          base === '' &&
            inputs.input({
              ...{ name: 'slug', isRequired: true, autocomplete: 'off' },
              label: (
                <>
                  Type <code>{slug}</code> to confirm
                </>
              ),
            }),
        ],
        text: (
          <p class="hint">
            It becomes a new change by <Name text={context.principal.person.name} />, and can be undone.
          </p>
        ),
        async run() {
          const plan = requiredField(context, 'plan');
          const typed = (sent.slug ?? '').trim().toLowerCase();
          if (base === '' && typed !== slug && typed !== (await context.brandName()).toLowerCase()) {
            throw invalidField('slug', `Type the name of the brand, ${slug}, to confirm.`);
          }
          const body = { to, ...scope, plan, force: sent.force === 'yes' };
          return context.perform(resetOf(resetBrand, scope), { body });
        },
        to: shownAt,
      },
    ],
    sections: async (form) =>
      preview && (
        <>
          <h1>{title}</h1>
          {await targetText(context, preview)}
          {preview.changes.length === 0 && preview.conflicts.length === 0 ? (
            <>
              <p class="notice">It is as in that version already: there is nothing to restore.</p>
              <a href={href(versionsPath(base))}>Back</a>
            </>
          ) : (
            <>
              <h2>What changes, from now to then</h2>
              {plannedChanges(preview.changes, base === '', namesIn(catalog, href))}
              <h2>What is lost</h2>
              {await lostChanges(context, preview)}
              <p class="hint">Ids stay used, and media that were withdrawn or removed since are not released.</p>
              <div class="card">
                {form('')}
                <LinkLine to={href(versionsPath(base))} text="Cancel" />
              </div>
            </>
          )}
        </>
      ),
  };
});

/** Path of the versions of a part, which are there when it is not. @param base empty: the whole brand, shown by its overview */
const versionsPath = (base: string): string => (base === '' ? '' : `${base}/versions`);

/** Words for the part that is restored, in a sentence. */
function restoredPart({ slug, params }: BrandContext): string {
  const [[kind, id] = ['brand', '']] = Object.entries(addressedPart(params).scope);
  if (kind === 'brand') return `the whole brand ${slug}`;
  if (kind === 'section') return `the section ${id.replaceAll('_', ' ')}`;
  return `${kindNames[kind as keyof typeof kindNames].toLowerCase()} ${id}`;
}

/** Sentence on the version that is restored. */
async function targetText(context: BrandContext, { history }: ResetPreview): Promise<ComponentChild> {
  const target = history?.target ?? null;
  if (target === null) return <p>To how it was then.</p>;
  const [{ subject } = target] = await withReadableSubjects(context, [target]);
  return (
    <p>
      To how it was <Time at={target.time} />, after “<Name text={subject} />
      ”.
    </p>
  );
}

/** List of the changes that a restore takes back. */
async function lostChanges(context: BrandContext, { history }: ResetPreview): Promise<ComponentChild> {
  const { entries, next } = history?.lost ?? { entries: [], next: null };
  if (entries.length === 0) return <p>No change was made since.</p>;
  return (
    <>
      <p>These changes since then are taken back. They stay in the history, and can be restored from there.</p>
      <ChangeList context={context} entries={await withReadableSubjects(context, entries)} />
      {next !== null && <p class="hint">… and earlier ones</p>}
    </>
  );
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
        Restore anyway
      </label>
    </>
  );
}

/** List of the brand's changes, of which the last to stay is chosen. */
async function chooseVersion(context: BrandContext): Promise<PageReply> {
  const { entries, pager } = await historyPart(context, '/restore', {});
  const body = (
    <>
      <h1>Restore the whole brand</h1>
      <p>Choose the last change that is to stay. What it would alter is shown before anything is done.</p>
      <ChangeList context={context} entries={entries} hrefOf={(commit) => context.href('/restore', { to: commit })} />
      {pager}
    </>
  );
  return { title: 'Restore the whole brand', body };
}
