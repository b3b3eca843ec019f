import type { ComponentChild } from 'preact';
import { diffFields } from '../../content/diff/fields.js';
import { DiffLimit } from '../../content/diff/limit.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { Conflict } from '../../content/merge/values.js';
import { isObject } from '../../lib/json.js';
import { FieldDifferences } from '../content/field-differences.js';
import type { Names } from '../content/names.js';
import { hiddenFields } from '../parts/form.js';
import { titleOfBlock } from './form.js';
import { formJson, htmlField } from './html-field.js';
import { labelOf } from './labels.js';
import { writeValue } from './read-form.js';
import { blockOf, type FieldSchema, keyOf, placedEntries, type Sheet, schemaOf, tidy } from './slots.js';
import { schemaAt } from './steps.js';

const decisions = ['theirs', 'mine', 'together'] as const;
type Decision = (typeof decisions)[number];

/** A conflict in a form, with its decision. */
interface Choice extends Conflict {
  readonly decision: Decision | null;
  /** Text that puts both together. */
  readonly text: string | null;
}

export const undecided = (conflict: Conflict): Choice => ({ ...conflict, decision: null, text: null });

export function readChoices(sent: Iterable<readonly [string, string]>): Choice[] {
  const fields = new Map([...sent].reverse());
  const found: Choice[] = [];
  for (let at = 0; fields.has(`c.${at}`); at += 1) {
    const decision = decisions.find((one) => one === fields.get(`o.${at}`)) ?? null;
    const text = fields.get(`m.${at}`)?.replaceAll(/\r\n?/g, '\n') ?? null;
    const conflict: unknown = parsed(fields.get(`c.${at}`) ?? '');
    if (isConflict(conflict)) found.push({ ...conflict, decision, text });
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isConflict(value: unknown): value is Conflict {
  return isObject(value) && [value.block, value.field].every((one) => one === null || typeof one === 'string');
}

/** Does in the form what was decided; it holds all that merged, and theirs where both changed something. */
export function applyChoices(sheet: Sheet, choices: readonly Choice[]): void {
  for (const { block, field, kind, mine, decision, text } of choices) {
    // Without an id both versions stay on the page, and one of them is removed there.
    if (block === null && field === null) continue;
    const key = block === null ? '' : keyOf(block);
    if (kind === 'removed_here' || kind === 'removed_there') {
      if (decision === (kind === 'removed_here' ? 'mine' : 'theirs')) sheet.removed.add(key);
    } else if (decision !== 'theirs') {
      const value = decision === 'together' ? text : mine;
      if (block === null) sheet.title = String(value ?? '');
      else setValue(sheet, field === null ? key : `${key}.${field}`, value);
    }
  }
  tidy(sheet);
}

/** @param value `null`: the field becomes empty; it does not keep the value of the version before */
function setValue(sheet: Sheet, name: string, value: unknown): void {
  const schema = schemaAt(sheet, name);
  for (const map of [sheet.texts, sheet.rows, sheet.slots]) {
    for (const old of [...map.keys()]) if (old === name || old.startsWith(`${name}.`)) map.delete(old);
  }
  writeValue(sheet, schema, name, value ?? (schema.items === undefined ? '' : []));
}

interface ConflictsProps {
  readonly choices: readonly Choice[];
  readonly sheet: Sheet;
  readonly names: Names;
  readonly sanitizer: Sanitizer;
}

/** The conflicts, both sides next to one another, each with its choice. */
export function conflictPart({ choices, sheet, names, sanitizer }: ConflictsProps): ComponentChild {
  const all = placedEntries(sheet);
  const where = ({ block, field }: Choice): { title: string; schema: FieldSchema } => {
    if (block === null) return { title: 'Title', schema: { 'x-kind': 'line' } };
    const entry = all.find(({ key }) => key === keyOf(block));
    let schema: FieldSchema = schemaOf(entry?.type ?? null) ?? {};
    for (const part of field?.split('.') ?? []) schema = schema.properties?.[part] ?? schema.items ?? {};
    const label = field === null ? '' : `, ${labelOf(entry?.type ?? null, field).name}`;
    return { title: `${entry === undefined ? 'A block' : titleOfBlock(entry)}${label}`, schema };
  };
  return (
    <>
      {choices.map((choice, at) => {
        const { title, schema } = where(choice);
        const { decision, text, kind, base, mine, theirs, block, field } = choice;
        const side = (value: unknown, isGone: boolean): ComponentChild =>
          isGone ? <p>Removed.</p> : changed({ schema, from: base, to: value, names, sanitizer });
        const radio = (value: Decision, label: string): ComponentChild => (
          <label class="check">
            <input type="radio" name={`o.${at}`} value={value} checked={decision === value} />
            {label}
          </label>
        );
        const isNameless = block === null && field === null;
        const mayJoin = kind === 'both' && typeof mine === 'string';
        const label = `Both put together: ${title}`;
        return (
          <fieldset class="card conflict" id={`c-${at}`} tabIndex={-1}>
            <legend>{title}</legend>
            {hiddenFields([[`c.${at}`, formJson({ block, field, kind, base, mine, theirs })]])}
            <div class="sides">
              <div>
                <span class="kind">before → theirs</span>
                {side(theirs, kind === 'removed_there')}
                {radio('theirs', isNameless ? 'Keep both: remove one of them below' : 'Take theirs')}
              </div>
              <div>
                <span class="kind">before → mine</span>
                {side(mine, kind === 'removed_here')}
                {!isNameless && radio('mine', 'Take mine')}
              </div>
            </div>
            {mayJoin && (
              <>
                {radio('together', 'Put together:')}
                {schema['x-kind'] === 'html' ? (
                  htmlField({ id: `m-${at}`, name: `m.${at}`, value: text ?? mine, props: { 'aria-label': label } })
                ) : (
                  <textarea name={`m.${at}`} rows={4} aria-label={label}>
                    {`\n${text ?? mine}`}
                  </textarea>
                )}
              </>
            )}
          </fieldset>
        );
      })}
    </>
  );
}

interface ChangedProps {
  readonly schema: FieldSchema;
  readonly from: unknown;
  readonly to: unknown;
  readonly names: Names;
  readonly sanitizer: Sanitizer;
}

/** The difference of two values, marked. */
export function changed({ schema, from, to, names, sanitizer }: ChangedProps): ComponentChild {
  // Without a list or an object around it, a value would have no name to be drawn under.
  const [before, after] = [from, to].map((value) => (value === undefined || value === null ? {} : { html: value }));
  const fields = diffFields({ properties: { html: schema } }, before, after, { limit: new DiffLimit(), sanitizer });
  return fields.length === 0 ? <p>As before.</p> : <FieldDifferences fields={fields} view="inline" names={names} />;
}

/** Whether a name belongs to a block that is to be decided on. */
export function isDisputed(choices: readonly Choice[], name: string): boolean {
  return choices.some(({ block }) => block !== null && keyOf(block) === blockOf(name));
}
