import { visibleLines } from '../../lib/display-safety.js';
import { PortalError } from '../../lib/errors.js';
import type { NoteFile } from '../../notes/note.js';
import { Filled } from '../../words/filled.js';
import { words } from '../../words/words.js';
import type { BrandContext } from '../context.js';
import type { PageReply, SentByReader } from '../replies.js';

/** Page of the address that the writer of a note got. The secret is behind `#`, so that it is in no log; the script hands it in. */
export function ownNotePage(context: BrandContext): PageReply {
  return pageOf(context, '', null);
}

/** Shows the note, and withdraws it. */
export async function takeOwnNote(context: BrandContext, { form }: SentByReader): Promise<PageReply> {
  const { service, slug } = context;
  const texts = words().notes.own;
  const own = form.own ?? '';
  const [, number, secret] = /(?:^|#)(\d{1,9})\.([\w-]{20,100})$/.exec(own.trim()) ?? [];
  const notes = service.notes.of(slug);
  const note = await notes.withdrawable(Number(number), secret ?? '').catch((error) => {
    if (error instanceof PortalError && error.code === 'not_found') return null;
    throw error;
  });
  if (note === null) return pageOf(context, texts.unknown, null);
  if (form.action !== 'withdraw') return pageOf(context, '', note, own);
  await notes.remove(note.number);
  return pageOf(context, texts.withdrawn, null);
}

function pageOf(context: BrandContext, said: string, note: NoteFile | null, own = ''): PageReply {
  const texts = words().notes.own;
  const title = context.catalog.pages.get(note?.page ?? 0)?.title ?? '';
  return {
    ...{ title: texts.title, isUnlisted: true, isSecret: true },
    body: (
      <>
        <h1>{texts.title}</h1>
        {said !== '' && <p role="status">{said}</p>}
        <form
          class="ask"
          method="post"
          action={context.href('/-/note')}
          {...(note === null && { 'data-own-note': true })}
        >
          {note === null ? (
            <div class="field">
              <label for="own">{texts.secret}</label>
              <input class="in" id="own" name="own" required autocomplete="off" />
            </div>
          ) : (
            <>
              <p>
                <Filled text={texts.text} values={{ page: <bdi>{title}</bdi> }} />
              </p>
              <blockquote dir="auto" class="words">
                {visibleLines(note.text)}
              </blockquote>
              <input type="hidden" name="own" value={own} />
              <input type="hidden" name="action" value="withdraw" />
            </>
          )}
          <button type="submit" class="btn">
            {note === null ? texts.show : texts.withdraw}
          </button>
        </form>
      </>
    ),
  };
}
