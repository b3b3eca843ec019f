import type { FormModel } from './form-model.js';

/** Upper bounds of one block or section in a form: with a larger one the form could not be sent. */
const maxFields = { bytes: 3_000_000, count: 15_000 };

/** Whether the fields of a block or section are few and small enough for a form. */
export function isFormSized(fields: readonly (readonly [name: string, value: string])[]): boolean {
  const bytes = fields.reduce((sum, [, value]) => sum + value.length, 0);
  return fields.length <= maxFields.count && bytes <= maxFields.bytes;
}

/** Upper bounds of a form that shows all its blocks. */
const maxShown = { blocks: 99, bytes: 300_000 };

/** Whether a page is so large that its form shows an outline, and only the blocks asked for. */
export function isLarge(model: FormModel): boolean {
  let bytes = 0;
  for (const text of model.texts.values()) bytes += text.length + 100;
  return bytes > maxShown.bytes || [...model.slots.values()].flat().length > maxShown.blocks;
}
