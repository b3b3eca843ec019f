import type { ComponentChild } from 'preact';
import type { BlockDiff } from '../../content/diff/page-diff.js';
import { plural } from '../../lib/plural.js';
import { blockName, fieldName } from '../words.js';
import { Block } from './block.js';
import { FieldDifferences, SourceDifference, type View } from './field-differences.js';
import type { Names } from './names.js';

/** Whether a block, or one inside of it, differs. */
export function isChanged({ change, moved, lists }: BlockDiff): boolean {
  return change !== 'same' || moved || lists.some(({ blocks }) => blocks.some(isChanged));
}

const signs = { same: '=', added: '+', removed: '−', edited: '~' } as const;

interface DifferenceProps {
  readonly blocks: readonly BlockDiff[];
  readonly view: View;
  readonly names: Names;
}

/** Blocks in page order; unchanged ones are folded. */
export function blockDifferences({ blocks, view, names }: DifferenceProps): ComponentChild[] {
  const groups: BlockDiff[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.[0];
    if (last !== undefined && !isChanged(last) && !isChanged(block)) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups.map((group) => {
    const [first] = group;
    if (first === undefined) return null;
    if (isChanged(first)) return <ChangedBlock key={anchor(first)} block={first} view={view} names={names} />;
    return (
      <details key={anchor(first)}>
        <summary>{plural(group.length, 'block')} unchanged</summary>
        {group.map((block) => (
          <WholeBlock block={block} names={names} />
        ))}
      </details>
    );
  });
}

export function anchor({ at, from_at }: BlockDiff): string {
  return `block-${at ?? `was-${from_at}`}`.replaceAll('.', '-');
}

/** `Block 3 · rich text · edited`. */
export function blockTitle({ at, from_at, type, change, moved, lists }: BlockDiff): string {
  const inside = change === 'same' && lists.some(({ blocks }) => blocks.some(isChanged)) ? ['changed inside'] : [];
  const said = change === 'same' ? inside : [change];
  if (moved) said.push(`moved from ${from_at}`);
  return [`Block ${at ?? from_at ?? ''}`, blockName(type), said.join(', ')].join(' · ');
}

function ChangedBlock({ block, view, names }: Omit<DifferenceProps, 'blocks'> & { readonly block: BlockDiff }) {
  const { change, fields, lists, before, after } = block;
  const isWhole = change === 'added' || change === 'removed';
  return (
    <section class={`change is-${change}`} id={anchor(block)} tabIndex={-1}>
      <h3>
        <span aria-hidden="true">{signs[change]} </span>
        {blockTitle(block)}
      </h3>
      {isWhole && view === 'source' && <SourceDifference before={before} after={after} />}
      {isWhole && view !== 'source' && <WholeBlock block={block} names={names} />}
      <FieldDifferences fields={fields} view={view} names={names} />
      {!isWhole &&
        lists.map(({ list, blocks }) => (
          <div key={list}>
            {blocks.length > 0 && lists.length > 1 && <span class="kind">{fieldName(list)}</span>}
            {blockDifferences({ blocks, view, names })}
          </div>
        ))}
    </section>
  );
}

/** A block of one version with all that is inside of it. */
function WholeBlock({ block, names }: { readonly block: BlockDiff; readonly names: Names }): ComponentChild {
  const { type, id, before, after, lists } = block;
  const data = after ?? before ?? {};
  return (
    <>
      <Block block={{ id, type, data }} names={names} />
      {lists.flatMap(({ blocks }) => blocks.map((inner) => <WholeBlock block={inner} names={names} />))}
    </>
  );
}
