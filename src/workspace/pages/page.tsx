import { resources, versionOf } from '../../operations/engine/resource.js';
import { showPage } from '../../operations/pages.js';
import { Block } from '../content/block.js';
import { namesIn } from '../content/reference-names.js';
import type { BrandContext, Reply } from '../context.js';
import { SeenCommit } from '../parts/form.js';
import { trashedOrDamagedPage } from '../parts/in-trash.js';
import { doneNotice } from '../parts/notices.js';
import { Head, Name, Time } from '../parts/text.js';

/** Page of the brand as it is now, as readers see it. */
export async function pagePage(context: BrandContext): Promise<Reply> {
  const snapshot = await context.snapshot();
  const { catalog } = snapshot;
  const unavailable = trashedOrDamagedPage(context, catalog);
  if (unavailable !== null) return unavailable;
  const page = await context.read(showPage);
  const names = { ...namesIn(catalog, context.href), isAnchored: true } as const;
  const isEditor = context.isAtLeast('editor');
  const base = `/pages/${page.id}`;
  const isChapter = page.type === 'container';
  const body = (
    <>
      {await doneNotice(context)}
      <Head
        title={<Name text={page.title} />}
        main={isEditor && [context.href(`${base}/write`), 'Edit page']}
        others={[
          isEditor && [context.href(`${base}/versions`), 'Versions'],
          isEditor && [context.href(`${base}/edit`), 'Rename, move, hide, delete'],
        ]}
      />
      <p class="hint">
        {isChapter ? 'Chapter' : 'Page'} {page.id} · <code>{page.slug}</code> ·{' '}
        <span class="tag">{page.visibility}</span> · {page.parent_id === null ? 'at' : 'in'}{' '}
        {names.page(page.parent_id)}
        {page.updated_at !== null && (
          <>
            {' '}
            · changed <Time at={page.updated_at} />
          </>
        )}
      </p>
      {page.visibility === 'hidden' && isEditor && (
        <form method="post" action={context.href(`${base}/edit`)} class="card pad">
          <input type="hidden" name="version" value={versionOf(snapshot, resources.page(page.id))} />
          <SeenCommit commit={snapshot.commit} />
          <input type="hidden" name="action" value="visibility" />
          <input type="hidden" name="as" value={context.principal.person.id} />
          <p>Websites do not show this {isChapter ? 'chapter' : 'page'}. A program with a key can read it.</p>
          <div class="actions">
            <button type="submit" name="visibility" value="public" class="btn go">
              Show it to everyone
            </button>
            <button type="submit" name="visibility" value="internal" class="btn">
              Show it to people of the brand
            </button>
          </div>
        </form>
      )}
      <h2 class="vh">Content</h2>
      {page.blocks.length === 0 && <p>{isChapter ? 'A chapter contains pages.' : 'This page has no content yet.'}</p>}
      <div class="sheet">
        {page.blocks.map((block) => (
          <Block block={block} names={names} />
        ))}
      </div>
    </>
  );
  return { title: page.title, body };
}
