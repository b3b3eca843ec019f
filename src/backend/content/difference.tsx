import type { ComponentChild, ComponentChildren } from 'preact';
import type { BlockDiff } from '../../content/diff/align.js';
import type { FieldDiff } from '../../content/diff/fields.js';
import { isOn, type Mark, type MarkedNode, type Side } from '../../content/diff/marked.js';
import { stringifyJson } from '../../json.js';
import { blockNames, fieldName } from '../words.js';
import { Block } from './block.js';
import { contentElement, Html } from './html.js';
import type { Names } from './names.js';

export const views = ['inline', 'sides', 'source'] as const;
export type View = (typeof views)[number];

/** Text that was added or removed: by element, sign and words, not by colour alone. */
export function Marked({ mark, children }: { readonly mark: Mark; readonly children: ComponentChildren }) {
  if (mark === 'same') return <>{children}</>;
  const Tag = mark === 'added' ? 'ins' : 'del';
  return (
    <Tag>
      <span class="hidden">{mark}: </span>
      {children}
      <span class="hidden"> end of {mark} </span>
    </Tag>
  );
}

/** Elements that cannot stand in `ins` and `del`: the mark comes inside of them. */
const structural = new Set('li dt dd tr td th thead tbody tfoot caption figcaption'.split(' '));
const holdsParts = new Set('tr thead tbody tfoot'.split(' '));

/** A line break between two elements shows nowhere: a mark on it would be a stain. */
const isBetweenBlocks = (text: string): boolean => /^\s*\n\s*$/.test(text);

function drawNode(node: MarkedNode, side: Side): ComponentChildren {
  if (!isOn(side, node.mark)) return null;
  if ('text' in node) return isBetweenBlocks(node.text) ? node.text : <Marked mark={node.mark}>{node.text}</Marked>;
  const { tag, attributes, mark, children } = node;
  const isStructural = structural.has(tag);
  // What is in an element that is marked has the same mark, which is drawn once, around it.
  const inside = children.map((child) =>
    mark === 'same' || holdsParts.has(tag) ? drawNode(child, side) : plain(child),
  );
  if (mark === 'same') return contentElement(tag, attributes, inside);
  if (!isStructural) return <Marked mark={mark}>{contentElement(tag, attributes, inside)}</Marked>;
  return contentElement(tag, attributes, holdsParts.has(tag) ? inside : <Marked mark={mark}>{inside}</Marked>, {
    class: mark,
  });
}

function plain(node: MarkedNode): ComponentChildren {
  return 'text' in node ? node.text : contentElement(node.tag, node.attributes, node.children.map(plain));
}

interface FieldProps {
  readonly field: FieldDiff;
  readonly side: Side;
  readonly names: Names;
}

function Field({ field, side, names }: FieldProps): ComponentChild {
  const { from, to, text, html, too_different } = field;
  if (html !== undefined) return <div class="text">{html.map((node) => drawNode(node, side))}</div>;
  if (text !== undefined) {
    const shown = text.filter(({ mark }) => isOn(side, mark));
    return (
      <p>
        {shown.map((part) => (
          <Marked mark={part.mark}>{part.text}</Marked>
        ))}
      </p>
    );
  }
  return (
    <>
      {too_different && side !== 'after' && (
        <p class="hint">Too different to mark word by word: both are shown whole.</p>
      )}
      {from !== undefined && isOn(side, 'removed') && <Whole value={from} field={field} mark="removed" names={names} />}
      {to !== undefined && isOn(side, 'added') && <Whole value={to} field={field} mark="added" names={names} />}
    </>
  );
}

interface WholeProps {
  readonly value: unknown;
  readonly field: FieldDiff;
  readonly mark: Mark;
  readonly names: Names;
}

function Whole({ value, field, mark, names }: WholeProps): ComponentChild {
  if (field.kind === 'html' && typeof value === 'string') {
    return (
      <Marked mark={mark}>
        <div class="text">
          <Html text={value} />
        </div>
      </Marked>
    );
  }
  return (
    <p>
      <Marked mark={mark}>{valueText(field, value, names)}</Marked>
    </p>
  );
}

function valueText({ kind, field }: FieldDiff, value: unknown, names: Names): string {
  if (kind === 'media') return names.medium(value);
  if (kind === 'color') return names.color(value).name;
  if (field === 'parent_id') return names.page(typeof value === 'number' ? value : null);
  if (typeof value === 'string') return value;
  if (value === null) return 'nothing';
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

interface FieldsProps {
  readonly fields: readonly FieldDiff[];
  readonly view: View;
  readonly names: Names;
}

/** Fields that differ, each under its name. */
export function Fields({ fields, view, names }: FieldsProps): ComponentChild {
  const both: readonly Side[] = view === 'sides' ? ['before', 'after'] : ['both'];
  return (
    <>
      {fields.map((field) => (
        <div key={`${field.field} ${field.from_field ?? ''}`}>
          {field.field !== 'html' && <span class="kind">{fieldName(field.field)}</span>}
          {field.field === 'position' ? (
            <p>moved among its siblings</p>
          ) : view === 'source' ? (
            <Source before={field.from} after={field.to} />
          ) : (
            <div class={view === 'sides' ? 'sides' : undefined}>
              {both.map((side) => (
                <div key={side}>
                  {view === 'sides' && <span class="kind">{side}</span>}
                  <Field field={field} side={side} names={names} />
                </div>
              ))}
            </div>
          )}
        </div>
      ))}
    </>
  );
}

function Source({ before, after }: { readonly before: unknown; readonly after: unknown }): ComponentChild {
  return (
    <>
      {before !== undefined && (
        <pre class="removed">
          <span class="hidden">before: </span>− {stringifyJson(before)}
        </pre>
      )}
      {after !== undefined && (
        <pre class="added">
          <span class="hidden">after: </span>+ {stringifyJson(after)}
        </pre>
      )}
    </>
  );
}

/** Whether anything in a block, or in those inside of it, is not as it was. */
export function isChanged({ change, moved, lists }: BlockDiff): boolean {
  return change !== 'same' || moved || lists.some(({ blocks }) => blocks.some(isChanged));
}

const signs = { same: '=', added: '+', removed: '−', edited: '~' } as const;

interface DifferenceProps {
  readonly blocks: readonly BlockDiff[];
  readonly view: View;
  readonly names: Names;
}

/** Blocks in page order; those that are the same are folded, with their number. */
export function BlockDifference({ blocks, view, names }: DifferenceProps): ComponentChild {
  const groups: BlockDiff[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.[0];
    if (last !== undefined && !isChanged(last) && !isChanged(block)) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return (
    <>
      {groups.map((group) => {
        const [first] = group;
        if (first === undefined) return null;
        if (isChanged(first)) return <ChangedBlock key={anchor(first)} block={first} view={view} names={names} />;
        return (
          <details key={anchor(first)}>
            <summary>{group.length === 1 ? '1 block' : `${group.length} blocks`} unchanged</summary>
            {group.map((block) => (
              <WholeBlock block={block} names={names} />
            ))}
          </details>
        );
      })}
    </>
  );
}

/** Of a block in the list of changes at the top. */
export function anchor({ at, from_at }: BlockDiff): string {
  return `block-${at ?? `was-${from_at}`}`.replaceAll('.', '-');
}

/** How a block and what happened to it are called: `Block 3 · rich text · edited`. */
export function blockTitle({ at, from_at, type, change, moved, lists }: BlockDiff): string {
  const place = at ?? from_at ?? '';
  const inside = change === 'same' && lists.some(({ blocks }) => blocks.some(isChanged)) ? ['changed inside'] : [];
  const said = change === 'same' ? inside : [change];
  if (moved) said.push(`moved from ${from_at}`);
  return [`Block ${place}`, blockNames[type ?? ''] ?? type ?? 'untyped', said.join(', ')].join(' · ');
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
      {isWhole && view === 'source' && <Source before={before} after={after} />}
      {isWhole && view !== 'source' && <WholeBlock block={block} names={names} />}
      <Fields fields={fields} view={view} names={names} />
      {!isWhole &&
        lists.map(({ list, blocks }) => (
          <div key={list}>
            {blocks.length > 0 && lists.length > 1 && <span class="kind">{fieldName(list)}</span>}
            <BlockDifference blocks={blocks} view={view} names={names} />
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
