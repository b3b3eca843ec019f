import type { ComponentChild } from 'preact';
import type { Change } from '../../content/diff/changes.js';
import type { Conflict } from '../../content/reset-plan.js';
import { invalidField, notFound } from '../../lib/errors.js';
import { say } from '../../lib/say.js';
import { previewReset, type ResetPreview, resetBrand, resetOf } from '../../operations/reset.js';
import { told } from '../../words/errors.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import { address, addressedPart, commitId } from '../addresses.js';
import type { WorkContext } from '../context.js';
import { requiredField } from '../form-fields.js';
import { thingName } from '../labels.js';
import { type FormInputs, SeenCommit } from '../manage/parts/form.js';
import { formsPage, type SentForm } from '../manage/parts/forms-page.js';
import { LinkLine, Name } from '../manage/parts/text.js';
import { Note } from '../parts/note.js';
import { Time } from '../parts/time.js';
import type { PageReply } from '../replies.js';
import { ChangeList, historyPart } from './parts/change-list.js';
import { changeWords } from './parts/change-words.js';
import { ChangedFields } from './parts/field-differences.js';
import { pageDifferences } from './parts/page-differences.js';
import { partTitle } from './parts/part-name.js';
import { type Names, namesIn } from './parts/reference-names.js';
import { toldChanges } from './parts/told-change.js';

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
  const texts = words().restoring;
  const name = partTitle((await context.newest()).catalog, params);
  const title = fill(texts.title, { part: restoredPart(context, name) });
  return {
    title,
    path: address(`${base}/restore`, { to }),
    commit: preview?.commit ?? null,
    actions: [
      {
        name: '',
        button: fill(texts.restore, { part: restoredPart(context) }),
        guards: [],
        inputs: (inputs) => formInputs(context, preview, inputs),
        text: (
          <p class="hint">
            <Filled text={texts.hint} values={{ name: <Name text={context.principal.person.name} /> }} />
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

function formInputs(context: WorkContext, preview: ResetPreview | null, inputs: FormInputs): ComponentChild {
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
async function restore(context: WorkContext, to: string, guard: SentForm['guard']) {
  const { slug, params } = context;
  const { scope, base } = addressedPart(params);
  const plan = requiredField(context, 'plan');
  const typed = (context.form.slug ?? '').trim().toLowerCase();
  if (base === '' && typed !== slug && typed !== context.name.toLowerCase()) {
    throw invalidField('slug', say`Type the name of the brand, ${slug}, to confirm.`);
  }
  const body = { to, ...scope, plan, force: context.form.force === 'yes' };
  return context.perform(resetOf(resetBrand, scope), { ...guard, body });
}

/** Content of the page: what the restore changes and undoes, and its form. */
async function previewOf(context: WorkContext, preview: ResetPreview, form: ComponentChild): Promise<ComponentChild> {
  const texts = words().restoring;
  const { params, href } = context;
  const { base } = addressedPart(params);
  const { changes, conflicts } = preview;
  const back = href(versionsPath(base));
  return (
    <>
      {targetText(preview)}
      {changes.length === 0 && conflicts.length === 0 ? (
        <>
          <Note>{texts.same}</Note>
          <a href={back}>{texts.back}</a>
        </>
      ) : (
        <>
          <h2>{texts.whatChanges}</h2>
          {plannedChanges(changes, base === '', namesIn(context, Number(params.page)))}
          <h2>{texts.whatIsLost}</h2>
          {await lostChanges(context, preview)}
          <p class="hint">{texts.idsHint}</p>
          <div class="card pad">
            {form}
            <LinkLine to={back} text={words().common.cancel} />
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

/**
 * Name of the restored part within a sentence.
 *
 * @param title what people call it; `null` or left out if only its id is named
 */
function restoredPart({ slug, params }: WorkContext, title: string | null = null): string {
  const parts: Readonly<Record<string, string>> = words().restoring.parts;
  const [[kind, id] = ['brand', slug]] = Object.entries(addressedPart(params).scope);
  const name = title === null ? id : `${id} ${fill(words().common.quoted, { text: title })}`;
  return fill(parts[kind === 'section' ? id : kind] ?? '{name}', { name });
}

/** Sentence about the restored version. */
function targetText({ history }: ResetPreview): ComponentChild {
  const target = history?.target ?? null;
  const texts = words().restoring;
  if (target === null) return <p>{texts.toThen}</p>;
  const deed = changeWords(target)?.done ?? target.subject;
  return (
    <p>
      <Filled text={texts.toVersion} values={{ time: <Time at={target.time} />, deed: <Name text={deed} /> }} />
    </p>
  );
}

/** List of the changes that a restore undoes. */
async function lostChanges(context: WorkContext, { history }: ResetPreview): Promise<ComponentChild> {
  const { entries, next } = history?.lost ?? { entries: [], next: null };
  const texts = words().restoring;
  if (entries.length === 0) return <p>{texts.nothingLost}</p>;
  return (
    <>
      <p>{texts.lost}</p>
      <ChangeList context={context} heading="h3" entries={await toldChanges(context, entries)} />
      {next !== null && <p class="hint">{texts.andEarlier}</p>}
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
          title={single.kind === 'page' && <h3>{words().proposedChanges.aboutPage}</h3>}
          fields={single.fields}
          names={names}
        />
        {pageDifferences(single.blocks, names)}
      </>
    );
  }
  return (
    <>
      <ul class="list">
        {changes.slice(0, maxListedChanges).map((change) => (
          <li key={change.path}>
            <Name text={thingName(change)} /> {words().labels.changes[change.change]}
          </li>
        ))}
      </ul>
      {changes.length > maxListedChanges && (
        <p>{counted(words().restoring.moreChanges, changes.length - maxListedChanges)}</p>
      )}
    </>
  );
}

function Conflicts({ conflicts, isForced }: { readonly conflicts: readonly Conflict[]; readonly isForced: boolean }) {
  const texts = words().restoring;
  return (
    <>
      <p>
        <strong>{texts.conflicts}</strong>
      </p>
      <ul>
        {conflicts.slice(0, maxConflicts).map(({ path, problem, forced }) => (
          <li key={path + problem}>{fill(texts.conflict, { problem: told(problem), forced: told(forced) })}</li>
        ))}
        {conflicts.length > maxConflicts && <li>{counted(texts.moreProblems, conflicts.length - maxConflicts)}</li>}
      </ul>
      <label class="check">
        <input type="checkbox" name="force" value="yes" required checked={isForced} />
        {texts.anyway}
      </label>
    </>
  );
}

/** Lists the brand's changes, to choose the last one to keep. */
async function chooseVersion(context: WorkContext): Promise<PageReply> {
  const texts = words().restoring;
  const { entries, pager } = await historyPart(context, '/restore', {});
  const body = (
    <>
      <h1>{texts.wholeBrand}</h1>
      <p>{texts.choose}</p>
      <ChangeList context={context} entries={entries} hrefOf={(commit) => context.href('/restore', { to: commit })} />
      {pager}
    </>
  );
  return { title: texts.wholeBrand, body };
}
