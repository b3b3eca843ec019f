import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import { isUnmarked, type Mark } from '../../content/diff/marked.js';
import { isObject, stringifyJson } from '../../lib/json.js';
import { plural } from '../../lib/plural.js';
import { Html } from '../../portal/blocks/html.js';
import { fieldName } from '../../portal/labels.js';
import { drawMarked, isShownOn, Marked, MarkedText, type Side } from '../../portal/parts/marks.js';
import { DescriptionList } from '../parts/text.js';
import type { Names } from './reference-names.js';
import { Thumbnail } from './thumbnail.js';

/** Ways to show a difference: marked in one text, old and new side by side, or as JSON. */
export const views = ['inline', 'sides', 'source'] as const;
export type View = (typeof views)[number];

/** Field with its changes marked, or one side of it. */
function markedField(field: FieldDiff, side: Side, names: Names): ComponentChild {
  const { from, to, text, html, too_different } = field;
  if (html !== undefined) {
    if (isUnmarked(html)) return <p class="hint">Only spaces changed.</p>;
    return <div class="page shown text">{html.map((node) => drawMarked(node, side, names.view))}</div>;
  }
  if (text !== undefined) {
    const pieces = text.filter(({ mark }) => isShownOn(side, mark));
    return (
      <p>
        {pieces.map((piece) => (
          <MarkedText mark={piece.mark} text={piece.text} />
        ))}
      </p>
    );
  }
  return (
    <>
      {too_different && side !== 'after' && (
        <p class="hint">Too different to mark word by word: both are shown whole.</p>
      )}
      {from !== undefined && isShownOn(side, 'removed') && markedValue(field, from, 'removed', names)}
      {to !== undefined && isShownOn(side, 'added') && markedValue(field, to, 'added', names)}
    </>
  );
}

/** Whole value under one mark. */
function markedValue(field: FieldDiff, value: unknown, mark: Mark, names: Names): ComponentChild {
  if (field.kind === 'html' && typeof value === 'string') {
    return (
      <Marked mark={mark}>
        <div class="page shown text">
          <Html text={value} style={names.view} />
        </div>
      </Marked>
    );
  }
  if (typeof value === 'object' && Object.keys(Object(value)).length > 0) {
    return (
      <Marked mark={mark}>
        <JsonValue value={value} />
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
  if (kind === 'color') return names.color(value);
  if (field === 'parent_id') return names.page(typeof value === 'number' ? value : null);
  if (typeof value === 'string') return value;
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'nothing';
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

interface FieldsProps {
  readonly fields: readonly FieldDiff[];
  readonly view: View;
  readonly names: Names;
}

/** Differing fields in a frame under a title; `null` when there are none. */
export function ChangedFields({ title, ...props }: FieldsProps & { readonly title?: ComponentChild }): ComponentChild {
  return props.fields.length === 0 ? null : (
    <section class="change">
      {title}
      <FieldDifferences {...props} />
    </section>
  );
}

/** Differing fields, each under its name. Fields that only moved come last and are folded. */
export function FieldDifferences({ fields, view, names }: FieldsProps): ComponentChild {
  return (
    <>
      {fields
        .filter((field) => !isOnlyMoved(field))
        .map((field) => (
          <div key={`${field.field} ${field.from_field ?? ''}`}>
            {field.field !== 'html' && <span class="kind">{fieldTitle(field)}</span>}
            {fieldDifference(field, view, names)}
          </div>
        ))}
      <OnlyMoved fields={fields.filter(isOnlyMoved)} />
    </>
  );
}

function fieldDifference(field: FieldDiff, view: View, names: Names): ComponentChild {
  if (field.field === 'position') return <p>moved among its siblings</p>;
  if (isMovedWhole(field)) return <p>Moved. What changed in it follows.</p>;
  if (view === 'source') return <SourceDifference before={field.from} after={field.to} />;
  if (field.kind === 'media') return <MediaSideBySide field={field} names={names} />;
  if (view === 'inline') return markedField(field, 'both', names);
  return (
    <div class="sides">
      {(['before', 'after'] as const).map((side) => (
        <div key={side}>
          <span class="kind">{side}</span>
          {markedField(field, side, names)}
        </div>
      ))}
    </div>
  );
}

function MediaSideBySide({ field: { from, to }, names }: { readonly field: FieldDiff; readonly names: Names }) {
  const sides = [
    { side: 'old', id: from, mark: 'removed' },
    { side: 'new', id: to, mark: 'added' },
  ] as const;
  return (
    <div class="sides">
      {sides.map(({ side, id, mark }) =>
        id === undefined ? null : (
          <div key={side}>
            <span class="kind">{side}</span>
            <Thumbnail shown={names.view.medium(id)} />
            <p>
              <Marked mark={mark}>{names.medium(id)}</Marked>
            </p>
          </div>
        ),
      )}
    </div>
  );
}

/** `Dos 4 · added`. */
function fieldTitle(field: FieldDiff): string {
  const name = fieldName(field.field);
  if (field.from === undefined) return `${name} · added`;
  if (field.to === undefined) return `${name} · removed`;
  return field.moved && field.from_field !== undefined ? `${name} · moved from ${fieldName(field.from_field)}` : name;
}

/** Old and new value as JSON. A value that does not exist is left out. */
export function SourceDifference({ before, after }: Readonly<Record<'before' | 'after', unknown>>): ComponentChild {
  return (
    <>
      {before !== undefined && (
        <pre class="removed">
          <span class="vh">before: </span>− {stringifyJson(before)}
        </pre>
      )}
      {after !== undefined && (
        <pre class="added">
          <span class="vh">after: </span>+ {stringifyJson(after)}
        </pre>
      )}
    </>
  );
}

/** Whether a value moved unchanged. */
export function isOnlyMoved({ moved, from, to }: FieldDiff): boolean {
  return moved === true && isDeepStrictEqual(from, to);
}

/** Whether an object or a list moved. Changes inside it are fields of their own. */
export function isMovedWhole({ moved, to }: FieldDiff): boolean {
  return moved === true && typeof to === 'object';
}

/** Values that only moved, grouped by their old and new list. */
function OnlyMoved({ fields }: { readonly fields: readonly FieldDiff[] }): ComponentChild {
  const groups = new Map<string, FieldDiff[]>();
  for (const field of fields) {
    const text = moveText(field);
    groups.set(text, [...(groups.get(text) ?? []), field]);
  }
  return (
    <>
      {[...groups].map(([text, moved]) => (
        <details key={text}>
          <summary>
            {plural(moved.length, 'value')} only moved: {text}
          </summary>
          <DescriptionList
            rows={moved.map(({ field, from_field = field, to }) => [
              `${fieldName(from_field)} → ${fieldName(field)}`,
              <JsonValue value={to} />,
            ])}
          />
        </details>
      ))}
    </>
  );
}

function moveText({ field, from_field = field }: FieldDiff): string {
  const [oldParent, newParent] = [from_field, field].map(parentName);
  return oldParent === newParent ? `to another place in ${newParent}` : `from ${oldParent} to ${newParent}`;
}

function parentName(path: string): string {
  const end = path.lastIndexOf('.');
  return end === -1 ? 'the top level' : `“${fieldName(path.slice(0, end))}”`;
}

/** JSON value, drawn as nested lists: arrays as items, objects as terms. */
export function JsonValue({ value }: { readonly value: unknown }): ComponentChild {
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((item) => (
          <li>
            <JsonValue value={item} />
          </li>
        ))}
      </ul>
    );
  }
  if (!isObject(value)) return <span>{value === null ? '–' : String(value)}</span>;
  return (
    <DescriptionList
      rows={Object.entries(value).map(([name, member]) => [fieldName(name), <JsonValue value={member} />])}
    />
  );
}
