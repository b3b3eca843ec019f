import { notFound, PortalError } from '../../lib/errors.js';
import type { Result } from '../../operations/engine/call.js';
import { showCommit } from '../../operations/history.js';
import { type Updated, undoUpdate, updateMedia } from '../../operations/update-media.js';
import { words } from '../../words/words.js';
import type { Fields } from '../addresses.js';
import { changeWords } from '../compare/parts/change-words.js';
import type { WorkContext } from '../context.js';
import { sentField, unknownAction } from '../form-fields.js';
import { zipOf } from '../read/zip.js';
import type { WorkReply } from '../replies.js';
import { leftText } from './parts/bulk-bar.js';
import { proposalOf, sendForReview } from './parts/for-review.js';
import { formsPage } from './parts/forms-page.js';
import { digestOf, libraryOf } from './parts/library-filter.js';
import { mediaList } from './parts/media-list.js';
import { namesIn } from './parts/names.js';
import { outcomeQuery } from './parts/notices.js';
import { refusalNotice, runForm } from './parts/refusal.js';
import { Name } from './parts/text.js';

/** Body of the write that a button of the bar asks for, without its media. */
function changeIn(form: Fields): object {
  const field = (name: string): string => sentField(form, name).trim();
  const { do: deed } = form;
  if (deed === 'tag') return { add_tags: namesIn(field('tag')) };
  if (deed === 'untag') return { remove_tags: namesIn(field('tag')) };
  if (deed === 'category')
    return { media_category_id: field('category') === 'none' ? null : Number(field('category')) };
  if (deed === 'collect') return { collection: Number(field('collection')) };
  if (deed === 'release' || deed === 'withdraw') return { released: deed === 'release' };
  if (deed === 'remove') return { remove: true };
  if (deed !== 'validity') throw unknownAction();
  return { valid_from: field('valid_from') || null, valid_until: field('valid_until') || null };
}

/**
 * Media that a form of the bar is about.
 *
 * @throws `invalid` if it selects all that fit, and others fit by now
 */
function selectedIn(context: WorkContext): number[] {
  const { form, formEntries } = context;
  if (form.all !== undefined) {
    const { matching } = libraryOf(context);
    if (form.all !== digestOf(matching))
      throw new PortalError(
        'invalid',
        'Other media fit than the page has shown. Nothing was changed: select them again.',
      );
    return matching.map(({ medium }) => medium.id);
  }
  return formEntries.flatMap(([name, value]) => (name === 'medium' ? [Number(value)] : []));
}

/** Changes the selected media by one commit, or sends their files. */
export function changeSeveral(context: WorkContext): Promise<WorkReply> {
  const { form } = context;
  const change = async (): Promise<WorkReply> => {
    const media = selectedIn(context);
    if (media.length === 0) throw new PortalError('invalid', 'Select media first.');
    if (form.do === 'zip') return zipOf(context, media, 'media');
    const body = { ...changeIn(form), media };
    return backToList(context, await context.perform(updateMedia, { body, proposal: proposalOf(form) }), media);
  };
  return runForm(context, change, async (problem) => {
    const page = await mediaList(context);
    return { ...page, body: [refusalNotice(context, problem), page.body] };
  });
}

/** Page that takes back what a commit did to several media. A notice sends its form, too. */
export const undoSeveralPage = formsPage(async (context) => {
  const base = await context.commitIn(context.query.of);
  const repository = await context.repository();
  const to = base && (await repository.versions.parentOf(base));
  if (base === null || to === null) throw notFound('Version');
  const commit = await showCommit(repository, base);
  if (commit.operation !== updateMedia.name) throw notFound('Version');
  const texts = words().mediaList;
  const deed = changeWords(commit)?.done ?? '';
  return {
    title: texts.undoTitle,
    up: ['/media', words().common.areas.media],
    path: '/media/undo',
    query: { of: base },
    part: { scope: { kinds: ['media'] }, base: '' },
    isNarrow: true,
    actions: [
      {
        name: '',
        button: words().common.undo,
        guards: [],
        writes: undoUpdate,
        run: async ({ guard }) =>
          backToList(context, await context.perform(undoUpdate, { ...guard, body: { base, to } })),
      },
    ],
    sections: (form) => (
      <>
        <p>
          <Name text={deed} />
        </p>
        <p class="hint">{texts.undoHint}</p>
        {form('')}
      </>
    ),
  };
});

/** Leads back to the list, which names the media that a write has left as they are. */
async function backToList(
  context: WorkContext,
  done: Result<Updated>,
  selected: readonly number[] = [],
): Promise<WorkReply> {
  await sendForReview(context, done);
  const { q, kind, tags, category, show, until, sort, start } = context.query;
  const { changed, left } = done.value;
  const query = {
    ...{ q, kind, tags, category, show, until, sort, start, ...outcomeQuery(done), left: leftText(left) },
    unchanged: String(Math.max(selected.length - changed.length - left.length, 0)),
    selected: context.form.all !== undefined ? 'all' : selected.join('.'),
  };
  return { to: context.href('/media', query) };
}
