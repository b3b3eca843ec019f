import type { ComponentChild } from 'preact';
import type { Catalog } from '../../../content/catalog/catalog.js';
import { type DetailedMedium, licenceKinds } from '../../../content/media.js';
import { setMedia } from '../../../operations/media.js';
import { counted, fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { sentField } from '../../form-fields.js';
import { Icon } from '../../parts/icon.js';
import type { FormInputs } from './form.js';
import { namesIn } from './names.js';
import { changesIn, fieldInputs, fieldsOf, type RecordField } from './record-form.js';
import { Name } from './text.js';
import { daysLeft, isEnding } from './validity.js';

/** Fields of one value each, with their options. */
function mediumFields({ media_categories: categories }: Catalog): readonly RecordField[] {
  const options = [
    ['', words().mediaList.noCategory] as const,
    ...categories.items.map(({ id, name }) => [String(id), name] as const),
  ];
  return fieldsOf(setMedia, 'medium').map((field) =>
    field.name === 'media_category_id' ? { ...field, options } : field,
  );
}

interface MediumInputsProps {
  readonly context: WorkContext;
  readonly medium: DetailedMedium;
  readonly inputs: FormInputs;
  readonly today: string;
}

/** Inputs for all that people write about a medium. */
export function mediumInputs({ context, medium, inputs, today }: MediumInputsProps): ComponentChild {
  const fields = mediumFields(context.catalog);
  const texts = words().medium;
  const only = (...names: string[]) =>
    fieldInputs(
      inputs,
      fields.filter(({ name }) => names.includes(name)),
      medium,
    );
  const left = daysLeft(medium.valid_until, today);
  const isSoon = isEnding(medium.valid_until, today);
  const { kind = '', text = '' } = medium.licence ?? {};
  return [
    only('title', 'caption', 'description'),
    <div class={isSoon ? 'rights soon' : 'rights'}>
      {isSoon && left !== null && (
        <p>
          <Icon name="clock" />
          <span>{left < 0 ? texts.ended : left === 0 ? texts.endsToday : counted(texts.endsIn, left)}</span>
        </p>
      )}
      {inputs.select({
        name: 'licence',
        label: texts.licence,
        value: kind,
        options: [['', texts.noLicence], ...licenceKinds.map((one) => [one, texts.licences[one]] as const)],
      })}
      {inputs.input({ name: 'licence_text', label: texts.licenceText, value: text, maxLength: 300 })}
      {only('valid_from', 'valid_until')}
      <p class="hint">{fill(texts.validityHint, { zone: context.zone })}</p>
      {only('credit', 'owner')}
    </div>,
    <TagInputs context={context} medium={medium} inputs={inputs} />,
    only('media_category_id'),
  ];
}

function TagInputs({ context, medium, inputs }: Omit<MediumInputsProps, 'today'>) {
  const texts = words().mediaList;
  const sent = context.formEntries.flatMap(([name, value]) => (name === 'tag' ? [value] : []));
  const isRefused = inputs.sent.new_tags !== undefined;
  return (
    <fieldset class="tag-boxes">
      <legend>{texts.tags}</legend>
      {medium.tags.map((name) => (
        <label key={name} class="tag">
          <input type="checkbox" name="tag" value={name} checked={!isRefused || sent.includes(name)} />
          <Name text={name} />
        </label>
      ))}
      {inputs.input({ name: 'new_tags', label: texts.newTags, hint: texts.tagsHint, list: 'medium-tags' })}
      <datalist id="medium-tags">
        {context.catalog.tags.items.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </fieldset>
  );
}

/** Body of the write: what the form changes. */
export function mediumChanges({ catalog, form, formEntries }: WorkContext, medium: DetailedMedium): object {
  const kind = sentField(form, 'licence');
  const text = sentField(form, 'licence_text').trim();
  const licence = kind === '' ? null : { kind, text };
  const kept = formEntries.flatMap(([name, value]) => (name === 'tag' ? [value] : []));
  const tags = [...medium.tags.filter((tag) => kept.includes(tag)), ...namesIn(sentField(form, 'new_tags'))];
  const isSameLicence = kind === (medium.licence?.kind ?? '') && text === (medium.licence?.text ?? '');
  return {
    ...changesIn(mediumFields(catalog), form, medium),
    ...(!isSameLicence && { licence }),
    ...(tags.join('\n') !== medium.tags.join('\n') && { tags }),
  };
}
