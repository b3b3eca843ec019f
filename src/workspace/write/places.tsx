import type { ComponentChild } from 'preact';
import { hiddenFields } from '../parts/form.js';
import { stepButton, titleOfBlock } from './field-parts.js';
import { type FormModel, type PlacedEntry, slotsIn, withDescendants } from './form-model.js';
import { placesFor } from './steps.js';

interface PlacesProps {
  readonly model: FormModel;
  /** Every block of the form, in reading order. */
  readonly entries: readonly PlacedEntry[];
  readonly moving: PlacedEntry;
  excerptOf(entry: PlacedEntry): string;
}

/** Outline of a page, with a button at every place that can take the block that moves. */
export function placesToPut({ model, entries, moving, excerptOf }: PlacesProps): ComponentChild {
  const places = placesFor(model, moving.key);
  const movingKeys = new Set(withDescendants(entries, moving).map(({ key }) => key));
  const returnTo = `b-${moving.key}`;
  const putButton = (slot: string, before: PlacedEntry | undefined, subject: string): ComponentChild => {
    const action = `to:${slot}|${before?.key ?? ''}`;
    return places.has(slot) && <li>{stepButton({ action, text: 'Put here', subject, returnTo })}</li>;
  };
  const list = (slot: string, label: string): ComponentChild => {
    const staying = entries.filter((entry) => entry.slot === slot && !entry.isRemoved);
    return (
      <ul class="places" aria-label={label}>
        {staying.map((entry) => (
          <>
            {putButton(slot, entry, `before ${titleOfBlock(entry)}`)}
            <li>
              {titleOfBlock(entry)} <span class="words">{excerptOf(entry)}</span>
              {movingKeys.has(entry.key)
                ? ' – this one'
                : slotsIn(model, entry).map((inner, index) => list(inner, `${titleOfBlock(entry)}, part ${index + 1}`))}
            </li>
          </>
        ))}
        {putButton(slot, undefined, staying.length === 0 ? `in ${label}` : `at the end of ${label}`)}
      </ul>
    );
  };
  return (
    <>
      <h2>Where does {titleOfBlock(moving)} go?</h2>
      <div class="actions">
        <button type="submit" name="do" value="stay" class="btn" formaction={`#${returnTo}`}>
          Leave it where it is
        </button>
      </div>
      {hiddenFields(Object.entries({ moving: moving.key, title: model.title, note: model.note }))}
      {list('', 'the page')}
    </>
  );
}
