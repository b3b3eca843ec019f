import { isDeepStrictEqual } from 'node:util';
import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../../content/diff/fields.js';
import { isUnmarked } from '../../../content/diff/marked.js';
import { capitalised } from '../../../lib/capitalised.js';
import { isObject } from '../../../lib/json.js';
import { fieldName } from '../../../words/field-names.js';
import { counted, fill, words } from '../../../words/words.js';
import { Html } from '../../blocks/html.js';
import { optionName } from '../../labels.js';
import { Swatch } from '../../manage/parts/swatch.js';
import { DescriptionList } from '../../manage/parts/text.js';
import { Thumbnail } from '../../manage/parts/thumbnail.js';
import { drawMarked, Marked, MarkedText } from '../../parts/marks.js';
import type { Names } from './reference-names.js';

interface FieldProps {
  readonly field: FieldDiff;
  readonly names: Names;
}

/** Both versions of a value in one. */
export function BothVersions({ field, names }: FieldProps): ComponentChild {
  const { from, to, text, html } = field;
  if (html !== undefined) return <>{html.map((node) => drawMarked(node, 'both', names.view))}</>;
  if (text === undefined) {
    return (
      <>
        {from !== undefined && <Marked mark="removed">{wholeValue(field, from, names)}</Marked>}{' '}
        {to !== undefined && <Marked mark="added">{wholeValue(field, to, names)}</Marked>}
      </>
    );
  }
  const isOption = optionName(field.field, to) !== to;
  return (
    <>
      {text.map(({ mark, text }, index) => [
        isOption && index > 0 && ' → ',
        <Swatch hex={text} />,
        <MarkedText mark={mark} text={String(optionName(field.field, text))} />,
      ])}
    </>
  );
}

function wholeValue({ kind, field }: FieldDiff, value: unknown, names: Names): ComponentChild {
  if (kind === 'html' && typeof value === 'string') return <Html text={value} style={names.view} />;
  if (kind === 'media') return names.medium(value);
  if (kind === 'color') return names.color(value);
  if (kind === 'collection') return names.collection(value);
  if (field === 'parent_id') return names.page(typeof value === 'number' ? value : null);
  if (value === null || (Array.isArray(value) && value.length === 0)) return words().differences.nothing;
  return typeof value === 'object' ? <JsonValue value={value} /> : String(optionName(field, value));
}

/** A field by its name, with both versions of its value, in one line. */
export function FieldChange({ field, names }: FieldProps): ComponentChild {
  if (field.field === 'position') return words().differences.movedInNavigation;
  const title = capitalised(fieldName(field.field));
  if (field.moved) return fill(words().differences.fieldOnlyMoved, { field: title });
  return (
    <>
      {title}: <BothVersions field={field} names={names} />
    </>
  );
}

interface ChangedFieldsProps {
  readonly title?: ComponentChild;
  readonly fields: readonly FieldDiff[];
  readonly names: Names;
}

/** Differing fields in a frame, each under its name; `null` when there are none. Those that only moved are folded. */
export function ChangedFields({ title, fields, names }: ChangedFieldsProps): ComponentChild {
  if (fields.length === 0) return null;
  const moved = fields.filter(isOnlyMoved);
  return (
    <section class="change">
      {title}
      {fields
        .filter((field) => !isOnlyMoved(field))
        .map((field) => (
          <div key={`${field.field} ${field.from_field ?? ''}`}>
            {field.field !== 'html' && <span class="kind">{fieldTitle(field)}</span>}
            <Difference field={field} names={names} />
          </div>
        ))}
      {moved.length > 0 && (
        <details>
          <summary>{counted(words().versions.movedValues, moved.length)}</summary>
          <DescriptionList
            rows={moved.map(({ field, from_field = field, to }) => [
              `${fieldName(from_field)} → ${fieldName(field)}`,
              <JsonValue value={to} />,
            ])}
          />
        </details>
      )}
    </section>
  );
}

function Difference({ field, names }: FieldProps): ComponentChild {
  const texts = words().differences;
  const { kind, html, from, to, too_different } = field;
  if (field.field === 'position') return <p>{texts.movedInNavigation}</p>;
  if (isMovedWhole(field)) return <p>{texts.movedWhole}</p>;
  if (html !== undefined && isUnmarked(html)) return <p class="hint">{texts.onlySpaces}</p>;
  return (
    <>
      {too_different && <p class="hint">{texts.tooDifferent}</p>}
      {kind === 'media' && (
        <div class="sides">
          {[from, to].map((id) => id !== undefined && <Thumbnail shown={names.view.medium(id)} />)}
        </div>
      )}
      <div class={kind === 'html' ? 'page shown text' : undefined}>
        <BothVersions field={field} names={names} />
      </div>
    </>
  );
}

/** `Dos 4 · added`. */
function fieldTitle(field: FieldDiff): string {
  const name = fieldName(field.field);
  const texts = words().differences;
  if (field.from === undefined) return fill(texts.fieldAdded, { field: name });
  if (field.to === undefined) return fill(texts.fieldRemoved, { field: name });
  return field.moved && field.from_field !== undefined
    ? fill(texts.fieldMoved, { field: name, from: fieldName(field.from_field) })
    : name;
}

/** Whether a value moved unchanged. */
export function isOnlyMoved({ moved, from, to }: FieldDiff): boolean {
  return moved === true && isDeepStrictEqual(from, to);
}

/** Whether an object or a list moved. Changes inside it are fields of their own. */
export function isMovedWhole({ moved, to }: FieldDiff): boolean {
  return moved === true && typeof to === 'object';
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
