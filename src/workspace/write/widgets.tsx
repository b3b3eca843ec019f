import type { ComponentChild } from 'preact';
import { blockTypes } from '../../content/blocks/types.js';
import { labelOf, rowName } from '../../portal/labels.js';
import { labelled } from '../parts/form.js';
import { type FieldTools, hiddenRows, problemOf, stepButton } from './field-parts.js';
import type { Entry, FieldSchema, FormModel } from './form-model.js';
import { htmlField } from './html-field.js';
import { pickerField } from './pickers.js';
import { freeList, freeRow, isOneLine, isPlainText } from './read-form.js';
import { tableField } from './table.js';

/** Fields of a block's data, or of a section, in the order of its schema. */
export function blockFields(tools: FieldTools, entry: Entry, schema: FieldSchema): ComponentChild {
  return members(tools, entry, schema, entry.key);
}

/** Fields of an object's members, and of its further members if it may have any. */
function members(tools: FieldTools, entry: Entry, schema: FieldSchema, name: string): ComponentChild[] {
  const { properties = {}, additionalProperties: hasFurther } = schema;
  const declared = Object.entries(properties).map(([member, inner]) => field(tools, entry, inner, `${name}.${member}`));
  if (!hasFurther) return declared;
  const free = freeList(name);
  const isWrong = [...tools.problems.keys()].some((field) => field.startsWith(free));
  return [
    ...declared,
    <details open={isWrong}>
      <summary>Advanced</summary>
      {rowsField(tools, entry, freeRow, free)}
    </details>,
  ];
}

function field(tools: FieldTools, entry: Entry, schema: FieldSchema, name: string): ComponentChild {
  const path = name.slice(entry.key.length + 1);
  if (schema['x-kind'] === 'blocks') return tools.drawSlot(name);
  // A table's head and rows are drawn together.
  if (schema.items?.items !== undefined) return tableField(tools, entry.key);
  const isOneField = schema.items !== undefined && isPlainText(schema.items) && !tools.model.rows.has(name);
  if (schema.items !== undefined && !isOneField)
    return entry.type === 'table' ? null : rowsField(tools, entry, schema.items, name);
  const { name: label, hint } = labelOf(entry.type, path);
  const problem = tools.problems.get(name)?.join(' ');
  return (
    <div key={name}>
      {labelled({ id: `f-${name}`, label, hint, problem }, (props) => input(tools, entry, schema, name, props))}
    </div>
  );
}

type Props = Readonly<Record<string, string>>;

/** Input for a value. None is `required` or has a pattern: with an invalid one in a closed `details`, browsers do not send the form, and say nothing. */
function input(tools: FieldTools, { type }: Entry, schema: FieldSchema, name: string, props: Props): ComponentChild {
  const value = tools.model.texts.get(name) ?? '';
  const id = `f-${name}`;
  const attributes = { id, name: `d.${name}`, ...props };
  const kind = schema['x-kind'];
  if (kind === 'html') return htmlField({ id, name: `d.${name}`, value, props });
  if (kind === 'media' || kind === 'color') {
    const picker = tools.pickers[kind];
    return (
      <>
        {pickerField({ picker, id, name, value, props, searchedField: tools.searchedField })}
        {picker.addHref !== undefined && (
          <a class="btn sm" href={picker.addHref} target="_blank" rel="noopener">
            Upload and release a medium in a new tab
          </a>
        )}
      </>
    );
  }
  if (schema.type === 'boolean') return select(attributes, value, ['yes', 'no']);
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema;
  if (schema.type === 'integer' && maximum - minimum < 10) {
    const choices = Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index));
    return select(attributes, value, choices);
  }
  if (schema.type === 'integer') return <input {...attributes} value={value} inputMode="numeric" autocomplete="off" />;
  if (kind === 'url') return <input {...attributes} value={value} list="pages" autocomplete="off" />;
  if (isOneLine(schema)) {
    const member = name.slice(name.indexOf('.') + 1);
    const list = blockTypes.get(type ?? '')?.look?.includes(member) ? `look-${type}-${member}` : undefined;
    return <input {...attributes} value={value} list={list} autocomplete="off" />;
  }
  return (
    <textarea {...attributes} rows={2}>
      {`\n${value}`}
    </textarea>
  );
}

/** List of choices; a value that is none of them stays as it was sent. */
function select(attributes: Props, value: string, choices: readonly string[]): ComponentChild {
  return (
    <select {...attributes}>
      <option value="">–</option>
      {[...new Set([...choices, ...(value === '' ? [] : [value])])].map((choice) => (
        <option value={choice} selected={choice === value}>
          {choice}
        </option>
      ))}
    </select>
  );
}

/** Rows of a list, with buttons that add, order and remove them. */
function rowsField(tools: FieldTools, entry: Entry, items: FieldSchema, name: string): ComponentChild {
  const path = name.slice(entry.key.length + 1);
  const rows = tools.model.rows.get(name) ?? [];
  const noun = rowName(entry.type, path);
  const { props, text } = problemOf(tools, name);
  const returnTo = `f-${name}`;
  // Members of an object have no order.
  const isOrdered = items !== freeRow;
  return (
    <fieldset class="rows-field" id={returnTo} tabIndex={-1} {...props}>
      <legend>{labelOf(entry.type, path).name}</legend>
      {hiddenRows(tools.model, name)}
      {text}
      {rows.map((row, index) => {
        const subject = `${noun} ${index + 1}`;
        const rowField = `${name}.${row}`;
        const button = (verb: string, text: string): ComponentChild =>
          stepButton({ action: `${verb}:${name}|${row}`, text, subject, returnTo });
        return (
          <fieldset key={row} class="row-field">
            <legend>{subject}</legend>
            {items.properties === undefined
              ? plainRow(tools, entry, items, rowField, subject)
              : members(tools, entry, items, rowField)}
            <div class="actions">
              {isOrdered && index > 0 && button('rowup', 'Up')}
              {isOrdered && index < rows.length - 1 && button('rowdown', 'Down')}
              {hasBlocks(tools.model, rowField) ? (
                <p class="hint">To remove it, move or remove its blocks first.</p>
              ) : (
                button('row-', 'Remove')
              )}
            </div>
          </fieldset>
        );
      })}
      {stepButton({ action: `row+:${name}`, text: `Add a ${noun}`, subject: '', returnTo })}
    </fieldset>
  );
}

/** Whether a row holds blocks, which would be removed with it. */
function hasBlocks({ slots, removed }: FormModel, row: string): boolean {
  return [...slots].some(([slot, list]) => slot.startsWith(`${row}.`) && list.some(({ key }) => !removed.has(key)));
}

/** Field of a row that holds a plain value. */
function plainRow(tools: FieldTools, entry: Entry, schema: FieldSchema, name: string, label: string): ComponentChild {
  const { props, text } = problemOf(tools, name);
  return (
    <>
      {input(tools, entry, schema, name, { 'aria-label': label, ...props })}
      {text}
    </>
  );
}
