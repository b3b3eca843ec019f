import type { ComponentChild } from 'preact';
import type { BlockDiff } from '../../content/diff/page-diff.js';
import { comparePage } from '../../operations/compare.js';
import { anchor, blockDifference, blockTitle, isChanged } from '../content/difference.js';
import { Fields } from '../content/fields.js';
import { namesIn } from '../content/names.js';
import { rangeOf, restoreLinks, sidesOf, viewOf } from '../parts/compared.js';
import type { BrandVisit, Reply } from '../visit.js';
import { blockCounts, counted } from '../words.js';

/** Two versions of a page: of a change, the one before and its own; or one and what is now. */
export async function comparePages(visit: BrandVisit): Promise<Reply> {
  const { page: id = '' } = visit.params;
  const query = rangeOf(visit);
  const found = await visit.read(comparePage, { params: { page: id }, query });
  const title = found.to.value?.title ?? found.from.value?.title ?? `Page ${id}`;
  const { catalog } = await (await visit.service.openBrand(visit.slug)).read();
  const names = namesIn(catalog);
  const view = viewOf(visit);
  const changed = found.blocks.filter(isChanged);
  const counts = [
    ...(found.fields.length > 0 ? [counted(found.fields.length, 'setting')] : []),
    ...blockCounts(found.counts),
  ];
  const isNow = query.to === undefined;
  const [before, after] = [found.from, found.to].map(({ state, commit }) => (state === 'active' ? commit : null));
  const base = `/pages/${id}`;
  const sides = await sidesOf({
    visit,
    base,
    scope: { page: id },
    from: found.from.commit,
    to: found.to.commit,
    isNow,
    view,
  });
  const body = (
    <>
      <div class="head">
        <h1>{title}</h1>
        {await restoreLinks({ visit, base, scope: { page: id }, before, after: isNow ? null : after })}
      </div>
      {sides}
      <p>
        <strong>{changeText[found.change]}</strong>
        {counts.length > 0 && ` ${counts.join(', ')}.`}
      </p>
      {changed.length > 1 && <ChangeList blocks={changed} />}
      {found.fields.length > 0 && (
        <section class="change is-edited">
          <h2>About the page</h2>
          <Fields fields={found.fields} view={view} names={names} />
        </section>
      )}
      <h2>Content</h2>
      {found.blocks.length === 0 && <p>No blocks in either version.</p>}
      {blockDifference({ blocks: found.blocks, view, names })}
    </>
  );
  return { title: `${title}: what changed`, body };
}

const changeText = {
  same: 'Both versions are the same.',
  added: 'The page is new.',
  removed: 'The page is gone.',
  edited: 'Changed:',
  trashed: 'The page was moved to the trash.',
  restored: 'The page came back from the trash.',
} as const;

function ChangeList({ blocks }: { readonly blocks: readonly BlockDiff[] }): ComponentChild {
  return (
    <nav aria-label="Changed blocks">
      <ol>
        {blocks.slice(0, 50).map((block) => (
          <li key={anchor(block)}>
            <a href={`#${anchor(block)}`}>{blockTitle(block)}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
