import { PortalError } from '../lib/errors.js';
import { say } from '../lib/say.js';
import type { Acting } from '../registry/rights.js';
import type { Fields } from './addresses.js';
import type { Context, SignedInContext } from './context.js';

/** Required field of a form: the `version` of what it changes, or its one-time name, `once`. */
export type Guard = 'version' | 'once';

/**
 * Actor and precondition of a registry change by a form.
 *
 * @throws `bad_request` without one of the guards
 */
export function actingIn(context: SignedInContext, brand: string, ...guards: Guard[]): Acting {
  const { person, session } = context.principal;
  for (const guard of guards) requiredField(context, guard);
  return {
    id: person.id,
    name: person.name,
    session: session.sha256,
    brand,
    version: guards.includes('version') ? context.form.version : undefined,
    form: guards.includes('once') ? JSON.stringify([context.params, context.formEntries]) : undefined,
  };
}

/**
 * Value of a field that the form must have, blank or not. Otherwise a form that was cut off, or that was made before an
 * update, would empty the field.
 *
 * @throws `bad_request` without the field
 */
export function sentField(form: Fields, field: string): string {
  const value = form[field];
  if (value !== undefined) return value;
  throw lacksField(field);
}

/**
 * Value of a hidden field that the form must have.
 *
 * @throws `bad_request` if the field is missing or blank
 */
export function requiredField({ form }: Pick<Context, 'form'>, field: string): string {
  const value = sentField(form, field);
  if (value.trim() !== '') return value;
  throw lacksField(field);
}

const lacksField = (field: string): PortalError =>
  new PortalError('bad_request', say`The form lacks its field “${field}”. Open the page again.`);

/** Error for a form with an `action` that its page does not have. */
export const unknownAction = (): PortalError => new PortalError('bad_request', 'The form does not say what to do.');
