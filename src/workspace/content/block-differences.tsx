import type { ComponentChild } from 'preact';
import type { StoredBlock } from '../../content/blocks/block-type.js';
import { type BlockDiff, isChanged, unchangedRuns, wholeBlock } from '../../content/diff/page-diff.js';
import { plural } from '../../lib/plural.js';
import { Block } from '../../portal/blocks/block.js';
import type { BlockView } from '../../portal/blocks/view.js';
import { blockName, fieldName } from '../../portal/labels.js';
import { FieldDifferences, SourceDifference, type View } from './field-differences.js';
import type { Names } from './reference-names.js';

const signs = { same: '=', added: '+', removed: '−', edited: '~' } as const;

interface DifferencesProps {
  readonly blocks: readonly BlockDiff[];
  readonly view: View;
  readonly names: Names;
  /** Beginning of the ids of the blocks, where a document has several pages. */
  readonly prefix?: string;
  /** Content below a changed block of the page. */
  readonly tools?: (block: BlockDiff) => ComponentChild;
}

/** Blocks in the order of the page; a run of unchanged ones is folded into one line. */
export function blockDifferences({ blocks, tools, ...shared }: DifferencesProps): ComponentChild[] {
  return unchangedRuns(blocks).map((group) => {
    const [first] = group;
    if (first === undefined) return null;
    if (isChanged(first)) return <ChangedBlock key={anchor(first)} {...shared} block={first} tools={tools} />;
    return (
      <details key={anchor(first)}>
        <summary>{plural(group.length, 'block')} unchanged</summary>
        {shownBlocks(group.map(wholeBlock), shared.names.view)}
      </details>
    );
  });
}

/** Id of the block's element, such as `block-3-1`. That of a removed block is `block-was-3-1`. */
export function anchor({ at, from_at }: BlockDiff, prefix = ''): string {
  return `${prefix}block-${at ?? `was-${from_at}`}`.replaceAll('.', '-');
}

/** `Block 3 · rich text · edited`. */
export function blockTitle({ at, from_at, type, change, moved, lists }: BlockDiff): string {
  const changes: string[] = [];
  if (change !== 'same') changes.push(change);
  else if (lists.some(({ blocks }) => blocks.some(isChanged))) changes.push('changed inside');
  if (moved) changes.push(`moved from ${from_at}`);
  return [`Block ${at ?? from_at ?? ''}`, blockName(type), changes.join(', ')].join(' · ');
}

type ChangedBlockProps = Pick<DifferencesProps, 'view' | 'names' | 'prefix'> & {
  readonly block: BlockDiff;
  readonly tools: DifferencesProps['tools'] | undefined;
};

function ChangedBlock({ block, tools, ...shared }: ChangedBlockProps) {
  const { view, names, prefix } = shared;
  const { change, fields, lists, before, after } = block;
  const isWhole = change === 'added' || change === 'removed';
  return (
    <section class={`change is-${change}`} id={anchor(block, prefix)} tabIndex={-1}>
      <h3>
        <span aria-hidden="true">{signs[change]} </span>
        {blockTitle(block)}
      </h3>
      {isWhole && view === 'source' && <SourceDifference before={before} after={after} />}
      {isWhole && view !== 'source' && shownBlocks([wholeBlock(block)], names.view)}
      <FieldDifferences fields={fields} view={view} names={names} />
      {!isWhole &&
        lists.map(({ list, blocks }) => (
          <div key={list}>
            {blocks.length > 0 && lists.length > 1 && <span class="kind">{fieldName(list)}</span>}
            {blockDifferences({ blocks, ...shared })}
          </div>
        ))}
      {tools?.(block)}
    </section>
  );
}

/** Blocks as the portal shows them. */
export function shownBlocks(blocks: readonly StoredBlock[], view: BlockView): ComponentChild {
  return (
    <div class="page shown">
      {blocks.map((block) => (
        <Block block={block} view={view} />
      ))}
    </div>
  );
}
