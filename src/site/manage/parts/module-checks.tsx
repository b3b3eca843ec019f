import type { ComponentChild } from 'preact';
import { modules } from '../../../content/brand.js';
import { words } from '../../../words/words.js';
import type { Context } from '../../context.js';
import { sentField } from '../../form-fields.js';
import type { FormInputs } from './form.js';

/**
 * Checkboxes of the modules of a brand.
 *
 * @param chosen names of modules
 */
export function moduleChecks(inputs: FormInputs, chosen: readonly string[]): ComponentChild {
  return modules.map((module) =>
    inputs.checkbox({
      name: `module-${module}`,
      label: words().common.modules[module],
      isChecked: chosen.includes(module),
    }),
  );
}

/** The modules that are ticked in a form. */
export const modulesIn = ({ form }: Pick<Context, 'form'>) =>
  modules.filter((module) => sentField(form, `module-${module}`) === 'yes');
