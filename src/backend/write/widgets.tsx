import type { ComponentChild } from 'preact';
import { blockTypes } from '../../content/blocks/types.js';
import { type FieldTools, hiddenRows, problemOf, stepButton } from './field-parts.js';
import { htmlField } from './html-field.js';
import { labelOf, rowName } from './labels.js';
import { pickerField } from './pickers.js';
import { areLines, freeList, freeRow, isOneLine } from './read-form.js';
import type { Entry, FieldSchema, Sheet } from './slots.js';
import { tableField } from './table.js';

/** Fields of a block's own data, or of a section, in the order of its schema. */
export function blockFields(tools: FieldTools, entry: Entry, schema: FieldSchema): ComponentChild {
  return members(tools, entry, schema, entry.key);
}

function members(tools: FieldTools, entry: Entry, schema: FieldSchema, name: string): ComponentChild[] {
  const { properties = {}, additionalProperties: isOpen } = schema;
  const declared = Object.entries(properties).map(([member, one]) => field(tools, entry, one, `${name}.${member}`));
  return isOpen ? [...declared, rowsField(tools, entry, freeRow, freeList(name))] : declared;
}

function field(tools: FieldTools, entry: Entry, schema: FieldSchema, name: string): ComponentChild {
  const path = name.slice(entry.key.length + 1);
  if (schema['x-kind'] === 'blocks') return tools.slot(name);
  // A table's head and rows are drawn together.
  if (schema.items?.items !== undefined) return tableField(tools, entry.key);
  const isOneField = schema.items !== undefined && areLines(schema.items) && !tools.sheet.rows.has(name);
  if (schema.items !== undefined && !isOneField)
    return entry.type === 'table' ? null : rowsField(tools, entry, schema.items, name);
  const { name: label, hint } = labelOf(entry.type, path);
  const { props, text } = problemOf(tools, name, hint !== null);
  return (
    <div class="field" key={name}>
      <label for={`f-${name}`}>{label}</label>
      {input(tools, entry, schema, name, props)}
      {hint !== null && (
        <p class="hint" id={`f-${name}-hint`}>
          {hint}
        </p>
      )}
      {text}
    </div>
  );
}

type Props = Readonly<Record<string, string>>;

/** Nothing here is `required` or has a pattern: browsers do not send a form with such a field in a closed part, without a word. */
function input(tools: FieldTools, { type }: Entry, schema: FieldSchema, name: string, props: Props): ComponentChild {
  const value = tools.sheet.texts.get(name) ?? '';
  const id = `f-${name}`;
  const own = { id, name: `d.${name}`, ...props };
  const kind = schema['x-kind'];
  if (kind === 'html') return htmlField({ id, name: `d.${name}`, value, props });
  if (kind === 'media' || kind === 'color') {
    const picker = tools.pickers[kind];
    return (
      <>
        {pickerField({ picker, id, name, value, props, found: tools.found })}
        {picker.addHref !== undefined && (
          <a class="button quiet small" href={picker.addHref} target="_blank" rel="noopener">
            Upload and release a medium in a new tab
          </a>
        )}
      </>
    );
  }
  if (schema.type === 'boolean') return select(own, value, ['yes', 'no']);
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema;
  if (schema.type === 'integer' && maximum - minimum < 10) {
    return select(
      own,
      value,
      Array.from({ length: maximum - minimum + 1 }, (_, at) => String(minimum + at)),
    );
  }
  if (schema.type === 'integer') return <input {...own} value={value} inputMode="numeric" autocomplete="off" />;
  if (kind === 'url') return <input {...own} value={value} list="pages" autocomplete="off" />;
  if (isOneLine(schema)) {
    const member = name.slice(name.indexOf('.') + 1);
    const list = blockTypes.get(type ?? '')?.look?.includes(member) ? `look-${type}-${member}` : undefined;
    return <input {...own} value={value} list={list} autocomplete="off" />;
  }
  return (
    <textarea {...own} rows={2}>
      {`\n${value}`}
    </textarea>
  );
}

/** A list to choose from; what is not in it stays as it was sent. */
function select(own: Props, value: string, choices: readonly string[]): ComponentChild {
  return (
    <select {...own}>
      <option value="">–</option>
      {[...new Set([...choices, ...(value === '' ? [] : [value])])].map((choice) => (
        <option value={choice} selected={choice === value}>
          {choice}
        </option>
      ))}
    </select>
  );
}

function rowsField(tools: FieldTools, entry: Entry, items: FieldSchema, name: string): ComponentChild {
  const path = name.slice(entry.key.length + 1);
  const rows = tools.sheet.rows.get(name) ?? [];
  const one = rowName(entry.type, path);
  const { props, text } = problemOf(tools, name);
  const to = `f-${name}`;
  // Members of an object have no order.
  const isOrdered = items !== freeRow;
  return (
    <fieldset class="rows-field" id={to} tabIndex={-1} {...props}>
      <legend>{labelOf(entry.type, path).name}</legend>
      {hiddenRows(tools.sheet, name)}
      {text}
      {rows.map((row, at) => {
        const of = `${one} ${at + 1}`;
        const inner = `${name}.${row}`;
        return (
          <fieldset key={row} class="row-field">
            <legend>{of}</legend>
            {items.properties === undefined
              ? single(tools, entry, items, inner, of)
              : members(tools, entry, items, inner)}
            <div class="actions">
              {isOrdered && at > 0 && stepButton({ action: `rowup:${name}|${row}`, text: 'Up', of, to })}
              {isOrdered &&
                at < rows.length - 1 &&
                stepButton({ action: `rowdown:${name}|${row}`, text: 'Down', of, to })}
              {isHolding(tools.sheet, inner) ? (
                <p class="hint">To remove it, move or remove its blocks first.</p>
              ) : (
                stepButton({ action: `row-:${name}|${row}`, text: 'Remove', of, to })
              )}
            </div>
          </fieldset>
        );
      })}
      {stepButton({ action: `row+:${name}`, text: `Add a ${one}`, of: '', to })}
    </fieldset>
  );
}

/** Whether a row has blocks that would go with it. */
function isHolding({ slots, removed }: Sheet, row: string): boolean {
  return [...slots].some(([slot, list]) => slot.startsWith(`${row}.`) && list.some(({ key }) => !removed.has(key)));
}

/** The value of a row that is no object. */
function single(tools: FieldTools, entry: Entry, schema: FieldSchema, name: string, label: string): ComponentChild {
  const { props, text } = problemOf(tools, name);
  return (
    <>
      {input(tools, entry, schema, name, { 'aria-label': label, ...props })}
      {text}
    </>
  );
}
