import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../../content/diff/fields.js';
import { isUnmarked } from '../../../content/diff/marked.js';
import { type BlockDiff, isChanged, unchangedRuns, wholeBlock } from '../../../content/diff/page-diff.js';
import { counted, fill, words } from '../../../words/words.js';
import { Block } from '../../blocks/block.js';
import { Html } from '../../blocks/html.js';
import type { BlockView } from '../../blocks/view.js';
import { render } from '../../frame/render.js';
import { Marked } from '../../parts/marks.js';
import { BothVersions, FieldChange } from './field-differences.js';
import type { Names } from './reference-names.js';

/** Number of unchanged blocks in a row from which they are one line. */
const minFolded = 3;

/** Additions of a page to the blocks that it compares. */
export interface Around {
  /** Beginning of the ids of the blocks, where a document has several pages. */
  readonly prefix?: string;
  /** Class of the element around a block of the page. */
  readonly box?: string;
  /** Content below a changed block of the page. */
  readonly tools?: (block: BlockDiff) => ComponentChild;
}

/** Blocks of two versions of a page as readers see them, with what differs marked. */
export function comparedBlocks(blocks: readonly BlockDiff[], names: Names, around: Around = {}): ComponentChild[] {
  return unchangedRuns(blocks).map((group) => {
    const [first] = group;
    if (first === undefined) return null;
    if (isChanged(first)) return <Changed block={first} names={names} {...around} />;
    const shown = group.map((block) => whole(block, names));
    if (group.length < minFolded) return boxed(shown, around);
    return boxed(
      <details class="unchanged">
        <summary>{counted(words().differences.unchanged, group.length)}</summary>
        {shown}
      </details>,
      around,
    );
  });
}

const boxed = (content: ComponentChild, { box }: Around): ComponentChild =>
  box === undefined ? content : <div class={box}>{content}</div>;

/** Id of the block's element, such as `block-3-1`. That of a removed block is `block-was-3-1`. */
export function anchor({ at, from_at }: BlockDiff, prefix = ''): string {
  return `${prefix}block-${at ?? `was-${from_at}`}`.replaceAll('.', '-');
}

const whole = (block: BlockDiff, { view }: Names) => <Block block={wholeBlock(block)} view={view} />;

interface ChangedProps extends Around {
  readonly block: BlockDiff;
  readonly names: Names;
}

function Changed({ tools, ...props }: ChangedProps): ComponentChild {
  const { block, prefix } = props;
  return (
    <div class={`diff ${block.change}`} id={anchor(block, prefix)} tabIndex={-1}>
      {boxed(<Difference {...props} />, props)}
      {tools?.(block)}
    </div>
  );
}

function Difference({ block, names, prefix = '' }: ChangedProps): ComponentChild {
  const texts = words().differences;
  const { change, moved, at, from_at, fields, lists } = block;
  if (change === 'added' || change === 'removed') {
    return (
      <>
        <span class={change === 'added' ? 'tag ok' : 'tag bad'}>
          {change === 'added' ? texts.added : texts.removed}
        </span>
        {whole(block, names)}
      </>
    );
  }
  const drawn = new Set<unknown>();
  const body = <Block block={wholeBlock(block)} view={comparingView(names, block, drawn, prefix)} />;
  // The component is drawn once to find out which fields it shows. All other fields follow below it.
  render(body);
  return (
    <>
      {moved && <span class="tag">{movedText(from_at, at)}</span>}
      {fields.some(({ html }) => html && isUnmarked(html)) && <span class="tag">{texts.onlySpacesTag}</span>}
      {body}
      {fields
        .filter((field) => !drawn.has(field))
        .map((field) => (
          <div class="cap">
            <FieldChange field={field} names={names} />
          </div>
        ))}
      {lists.filter((list) => !drawn.has(list)).map((list) => comparedBlocks(list.blocks, names, { prefix }))}
    </>
  );
}

/**
 * View of a block in which the fields that differ have both versions.
 *
 * @param drawn gets the fields and lists that were drawn
 */
function comparingView(names: Names, { fields, lists }: BlockDiff, drawn: Set<unknown>, prefix: string): BlockView {
  const { view } = names;
  const differing = (path: string): FieldDiff | undefined => {
    const isOf = ({ field, from, to }: FieldDiff): boolean =>
      to !== undefined && (field === path || (from === undefined && path.startsWith(`${field}.`)));
    const found = fields.find(isOf);
    if (found !== undefined) drawn.add(found);
    return found;
  };
  const comparing: BlockView = {
    ...view,
    isAnchored: false,
    of: () => comparing,
    plain(value, path) {
      const plain = view.plain(value, path);
      const field = differing(path);
      if (field === undefined) return plain;
      return field.field === path ? (
        <BothVersions field={field} names={names} />
      ) : (
        <Marked mark="added">{plain}</Marked>
      );
    },
    html(value, path, box) {
      const field = differing(path);
      if (field === undefined) return view.html(value, path, box);
      const { tag: Tag = 'div', ...attributes } = box ?? {};
      const isPart = field.field !== path;
      return (
        <Tag {...attributes}>
          {isPart ? (
            <Marked mark="added">
              <Html text={String(value)} style={view} />
            </Marked>
          ) : (
            <BothVersions field={field} names={names} />
          )}
        </Tag>
      );
    },
    blocks(value, path) {
      const list = lists.find((candidate) => candidate.list === path);
      if (list === undefined) return view.blocks(value, path);
      drawn.add(list);
      return <>{comparedBlocks(list.blocks, names, { prefix })}</>;
    },
  };
  return comparing;
}

function movedText(from: string | null, at: string | null): string {
  const by = Number(from) - Number(at);
  const texts = words().differences;
  if (!Number.isInteger(by) || by === 0) return fill(texts.movedFromPlace, { place: from ?? '' });
  return by > 0 ? fill(texts.movedUp, { n: by }) : fill(texts.movedDown, { n: -by });
}
