import type { ComponentChild } from 'preact';
import { modules } from '../../content/brand.js';
import { type Context, fieldIn } from '../context.js';
import { moduleNames } from '../words.js';
import type { FormInputs } from './form.js';

export function moduleChecks(inputs: FormInputs, chosen: readonly string[]): ComponentChild {
  return modules.map((one) =>
    inputs.check({ name: `module-${one}`, label: moduleNames[one], isChecked: chosen.includes(one) }),
  );
}

export const modulesIn = ({ form }: Pick<Context, 'form'>) =>
  modules.filter((one) => fieldIn(form, `module-${one}`) === 'yes');
