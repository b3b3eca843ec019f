import type { ComponentChild } from 'preact';
import type { FieldDiff } from '../../content/diff/fields.js';
import type { Mark } from '../../content/diff/marked.js';
import { stringifyJson } from '../../json.js';
import { fieldName } from '../words.js';
import { Html } from './html.js';
import { drawNode, isOn, Marked, type Side } from './marks.js';
import { isMovedWhole, isOnlyMoved, OnlyMoved } from './moved.js';
import type { Names } from './names.js';
import { Value } from './value.js';

export const views = ['inline', 'sides', 'source'] as const;
export type View = (typeof views)[number];

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
  if (Object.keys(Object(value)).length > 0 && typeof value === 'object') {
    return (
      <Marked mark={mark}>
        <Value value={value} />
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

/** Fields that differ, each under its name; those that only stand elsewhere come last, folded. */
export function Fields({ fields, view, names }: FieldsProps): ComponentChild {
  return (
    <>
      {fields
        .filter((field) => !isOnlyMoved(field))
        .map((field) => (
          <div key={`${field.field} ${field.from_field ?? ''}`}>
            {field.field !== 'html' && <span class="kind">{label(field)}</span>}
            {field.field === 'position' ? (
              <p>moved among its siblings</p>
            ) : isMovedWhole(field) ? (
              <p>Moved. What changed in it follows.</p>
            ) : (
              <Versions field={field} view={view} names={names} />
            )}
          </div>
        ))}
      <OnlyMoved fields={fields.filter(isOnlyMoved)} />
    </>
  );
}

function Versions({ field, view, names }: Omit<FieldsProps, 'fields'> & { readonly field: FieldDiff }): ComponentChild {
  if (view === 'source') return <Source before={field.from} after={field.to} />;
  if (view === 'inline') return <Field field={field} side="both" names={names} />;
  return (
    <div class="sides">
      {(['before', 'after'] as const).map((side) => (
        <div key={side}>
          <span class="kind">{side}</span>
          <Field field={field} side={side} names={names} />
        </div>
      ))}
    </div>
  );
}

/** `Dos 4 · added`. */
function label(field: FieldDiff): string {
  const name = fieldName(field.field);
  if (field.from === undefined) return `${name} · added`;
  if (field.to === undefined) return `${name} · removed`;
  return field.moved && field.from_field !== undefined ? `${name} · moved from ${fieldName(field.from_field)}` : name;
}

/** Both versions as JSON. */
export function Source({ before, after }: { readonly before: unknown; readonly after: unknown }): ComponentChild {
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
