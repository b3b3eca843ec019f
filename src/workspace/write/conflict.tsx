import type { ComponentChild } from 'preact';
import { diffFields } from '../../content/diff/fields.js';
import { DiffLimit } from '../../content/diff/time-limit.js';
import type { Sanitizer } from '../../content/html/sanitizer.js';
import type { Conflict } from '../../content/merge/values.js';
import { isObject } from '../../lib/json.js';
import { labelOf } from '../../portal/labels.js';
import { FieldDifferences } from '../content/field-differences.js';
import type { Names } from '../content/reference-names.js';
import { formJson, parsedJson, withLineFeeds } from '../form-text.js';
import { hiddenFields } from '../parts/form.js';
import { titleOfBlock } from './field-parts.js';
import { blockOf, type FieldSchema, type FormModel, keyOf, placedEntries, tidy } from './form-model.js';
import { htmlField } from './html-field.js';
import { writeValue } from './read-form.js';
import { schemaAt } from './steps.js';

const decisions = ['theirs', 'mine', 'together'] as const;
type Decision = (typeof decisions)[number];

/** Conflict in a form, with the decision of who saves. */
interface Choice extends Conflict {
  /** `null`: not chosen yet. */
  readonly decision: Decision | null;
  /** Text that puts both together; `null`: none was written. */
  readonly text: string | null;
}

export const undecidedChoice = (conflict: Conflict): Choice => ({ ...conflict, decision: null, text: null });

/** Choices of a sent form: `c.<number>` is a conflict, `o.<number>` its decision, `m.<number>` the text of both. */
export function readChoices(sent: Iterable<readonly [string, string]>): Choice[] {
  const fields = new Map([...sent].reverse());
  const choices: Choice[] = [];
  for (let number = 0; fields.has(`c.${number}`); number += 1) {
    const decision = decisions.find((candidate) => candidate === fields.get(`o.${number}`)) ?? null;
    const typed = fields.get(`m.${number}`);
    const text = typed === undefined ? null : withLineFeeds(typed);
    const conflict: unknown = parsedJson(fields.get(`c.${number}`) ?? '');
    if (isConflict(conflict)) choices.push({ ...conflict, decision, text });
  }
  return choices;
}

function isConflict(value: unknown): value is Conflict {
  return isObject(value) && [value.block, value.field].every((name) => name === null || typeof name === 'string');
}

/** Whether it is a limit that only both sides together break. */
const isLimit = ({ base, mine, theirs }: Conflict): boolean => [base, mine, theirs].every((value) => value === null);

/** Whether there is no side to take: what both made stays on the page, where some of it can be removed. */
const keepsBoth = (conflict: Conflict): boolean =>
  isLimit(conflict) || (conflict.block === null && conflict.field === null);

/** Puts what was decided into the form, which holds all that merged, and theirs where both changed the same. */
export function applyChoices(model: FormModel, choices: readonly Choice[]): void {
  for (const { block, field, kind, mine, decision, text } of choices.filter((choice) => !keepsBoth(choice))) {
    const key = block === null ? '' : keyOf(block);
    if (kind === 'removed_here' || kind === 'removed_there') {
      if (decision === (kind === 'removed_here' ? 'mine' : 'theirs')) model.removed.add(key);
    } else if (decision !== 'theirs') {
      const value = decision === 'together' ? text : mine;
      if (block === null) model.title = String(value ?? '');
      else setValue(model, field === null ? key : `${key}.${field}`, value);
    }
  }
  tidy(model);
}

/** Sets a field of the form. @param value `null`: the field becomes empty, and does not keep its stored value */
function setValue(model: FormModel, name: string, value: unknown): void {
  const schema = schemaAt(model, name);
  for (const map of [model.texts, model.rows, model.slots]) {
    for (const key of [...map.keys()]) if (key === name || key.startsWith(`${name}.`)) map.delete(key);
  }
  writeValue(model, schema, name, value ?? (schema.items === undefined ? '' : []));
}

interface ConflictsProps {
  readonly choices: readonly Choice[];
  readonly model: FormModel;
  readonly names: Names;
  readonly sanitizer: Sanitizer;
}

/** Fields to decide on conflicts: both sides next to each other, each with its choice. */
export function conflictFields({ choices, model, names, sanitizer }: ConflictsProps): ComponentChild {
  const entries = placedEntries(model);
  const fieldOf = ({ block, field }: Choice): { title: string; schema: FieldSchema } => {
    if (block === null) {
      const title = field === 'title' ? 'Title' : field === null ? 'A block' : 'Blocks';
      return { title, schema: { 'x-kind': 'line' } };
    }
    const entry = entries.find(({ key }) => key === keyOf(block));
    const schema = schemaAt(model, field === null ? keyOf(block) : `${keyOf(block)}.${field}`);
    const label = field === null ? '' : `, ${labelOf(entry?.type ?? null, field).name}`;
    return { title: `${entry === undefined ? 'A block' : titleOfBlock(entry)}${label}`, schema };
  };
  return (
    <>
      {choices.map((choice, number) => {
        const { title, schema } = fieldOf(choice);
        const { decision, text, kind, base, mine, theirs, block, field } = choice;
        const side = (value: unknown, isGone: boolean): ComponentChild =>
          isGone ? <p>Removed.</p> : markedDifference({ schema, from: base, to: value, names, sanitizer });
        const radio = (value: Decision, label: string): ComponentChild => (
          <label class="check">
            <input type="radio" name={`o.${number}`} value={value} checked={decision === value} />
            {label}
          </label>
        );
        const canJoin = kind === 'both' && typeof mine === 'string';
        const label = `Both put together: ${title}`;
        return (
          <fieldset class="card pad conflict" id={`c-${number}`} tabIndex={-1}>
            <legend>{title}</legend>
            {hiddenFields([[`c.${number}`, formJson({ block, field, kind, base, mine, theirs })]])}
            {isLimit(choice) ? (
              <>
                <p>What both of you added is too much for one place, or too deep.</p>
                {radio('theirs', 'Keep all: remove or move some below')}
              </>
            ) : (
              <div class="sides">
                <div>
                  <span class="kind">before → theirs</span>
                  {side(theirs, kind === 'removed_there')}
                  {radio('theirs', keepsBoth(choice) ? 'Keep both: remove one of them below' : 'Take theirs')}
                </div>
                <div>
                  <span class="kind">before → mine</span>
                  {side(mine, kind === 'removed_here')}
                  {!keepsBoth(choice) && radio('mine', 'Take mine')}
                </div>
              </div>
            )}
            {canJoin && (
              <>
                {radio('together', 'Put together:')}
                {schema['x-kind'] === 'html' ? (
                  htmlField({
                    id: `m-${number}`,
                    name: `m.${number}`,
                    value: text ?? mine,
                    props: { 'aria-label': label },
                  })
                ) : (
                  <textarea class="in" name={`m.${number}`} rows={4} aria-label={label}>
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

interface ValueDifference {
  readonly schema: FieldSchema;
  readonly from: unknown;
  readonly to: unknown;
  readonly names: Names;
  readonly sanitizer: Sanitizer;
}

/** Difference of two values of a field, marked. */
export function markedDifference({ schema, from, to, names, sanitizer }: ValueDifference): ComponentChild {
  // Differences are of objects: the value becomes a member of one, under the name that is drawn without a label.
  const [before, after] = [from, to].map((value) => (value === undefined || value === null ? {} : { html: value }));
  const fields = diffFields({ properties: { html: schema } }, before, after, { limit: new DiffLimit(), sanitizer });
  return fields.length === 0 ? <p>As before.</p> : <FieldDifferences fields={fields} view="inline" names={names} />;
}

/** Whether a name of the form belongs to a block with a conflict. */
export function hasConflict(choices: readonly Choice[], name: string): boolean {
  return choices.some(({ block }) => block !== null && keyOf(block) === blockOf(name));
}
