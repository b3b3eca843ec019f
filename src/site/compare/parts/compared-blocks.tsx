import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import { isUnmarked } from '../../content/diff/marked.js';
import { type BlockDiff, isChanged, unchangedRuns, wholeBlock } from '../../content/diff/page-diff.js';
import { capitalised } from '../../lib/capitalised.js';
import { stringifyJson } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { Block } from '../blocks/block.js';
import { Html } from '../blocks/html.js';
import type { BlockView } from '../blocks/view.js';
import { fieldName } from '../labels.js';
import { render } from '../render.js';
import { drawMarked, Marked } from './marks.js';

/** Number of unchanged blocks in a row from which they are one line. */
const minFolded = 3;

/** Blocks of two versions of a page as readers see them, with what differs marked. */
export function comparedBlocks(blocks: readonly BlockDiff[], view: BlockView): ComponentChild[] {
  return unchangedRuns(blocks).map((group) => {
    const shown = group.map((block) => (isChanged(block) ? <Changed block={block} view={view} /> : whole(block, view)));
    if (group.length < minFolded) return shown;
    return (
      <details class="unchanged">
        <summary>{plural(group.length, 'block')} unchanged</summary>
        {shown}
      </details>
    );
  });
}

const whole = (block: BlockDiff, view: BlockView) => <Block block={wholeBlock(block)} view={view} />;

function Changed({ block, view }: { readonly block: BlockDiff; readonly view: BlockView }): ComponentChild {
  const { change, moved, at, from_at, fields, lists } = block;
  if (change === 'added' || change === 'removed') {
    return (
      <div class={`diff ${change}`}>
        <span class={change === 'added' ? 'tag ok' : 'tag bad'}>{change === 'added' ? 'Added' : 'Removed'}</span>
        {whole(block, view)}
      </div>
    );
  }
  const drawn = new Set<unknown>();
  const body = <Block block={wholeBlock(block)} view={comparingView(view, block, drawn)} />;
  // The component is drawn once to find out which fields it shows. All other fields follow below it.
  render(body);
  return (
    <div class="diff">
      {moved && <span class="tag">{movedText(from_at, at)}</span>}
      {fields.some(({ html }) => html && isUnmarked(html)) && <span class="tag">Only spaces changed</span>}
      {body}
      {fields
        .filter((field) => !drawn.has(field))
        .map((field) => (
          <p class="cap">
            <FieldChange field={field} view={view} />
          </p>
        ))}
      {lists.filter((list) => !drawn.has(list)).map((list) => comparedBlocks(list.blocks, view))}
    </div>
  );
}

/**
 * View of a block in which the fields that differ have both versions.
 *
 * @param drawn gets the fields and lists that were drawn
 */
function comparingView(view: BlockView, { fields, lists }: BlockDiff, drawn: Set<unknown>): BlockView {
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
      const words = view.plain(value, path);
      const field = differing(path);
      if (field === undefined) return words;
      return field.field === path ? <BothTexts field={field} view={view} /> : <Marked mark="added">{words}</Marked>;
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
            <BothTexts field={field} view={view} />
          )}
        </Tag>
      );
    },
    blocks(value, path) {
      const list = lists.find((candidate) => candidate.list === path);
      if (list === undefined) return view.blocks(value, path);
      drawn.add(list);
      return <>{comparedBlocks(list.blocks, view)}</>;
    },
  };
  return comparing;
}

interface FieldProps {
  readonly field: FieldDiff;
  readonly view: BlockView;
}

/** Both versions of a text in one. */
export function BothTexts({ field, view }: FieldProps): ComponentChild {
  const { html, text, from, to, kind } = field;
  if (html !== undefined) return <>{html.map((node) => drawMarked(node, 'both', view))}</>;
  if (text !== undefined)
    return (
      <>
        {text.map((piece) => (
          <Marked mark={piece.mark}>{piece.text}</Marked>
        ))}
      </>
    );
  const side = (value: unknown, mark: 'removed' | 'added') =>
    value !== undefined && (
      <Marked mark={mark}>
        {kind === 'html' ? <Html text={String(value)} style={view} /> : valueText(field, value, view)}
      </Marked>
    );
  return (
    <>
      {side(from, 'removed')} {side(to, 'added')}
    </>
  );
}

/** A field by its name, with both versions of its value. */
export function FieldChange({ field, view }: FieldProps): ComponentChild {
  const title = capitalised(fieldName(field.field));
  if (field.moved) return `${title}: moved`;
  return (
    <>
      {title}: <BothTexts field={field} view={view} />
    </>
  );
}

function valueText({ kind }: FieldDiff, value: unknown, view: BlockView): string {
  if (kind === 'media') return view.medium(value)?.medium.title ?? `medium ${String(value)}`;
  if (kind === 'color') return view.color(value)?.name ?? `colour ${String(value)}`;
  if (Array.isArray(value)) return value.map((item) => valueText({ field: '', kind: 'value' }, item, view)).join(' · ');
  return typeof value === 'object' && value !== null ? stringifyJson(value) : String(value ?? 'nothing');
}

function movedText(from: string | null, at: string | null): string {
  const by = Number(from) - Number(at);
  if (!Number.isInteger(by) || by === 0) return `Moved from ${from}`;
  return by > 0 ? `Moved up ${by}` : `Moved down ${-by}`;
}
