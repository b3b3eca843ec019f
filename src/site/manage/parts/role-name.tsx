import type { ComponentChild } from 'preact';
import { words } from '../../../words/words.js';
import { Name } from './text.js';

/** Roles that the portal sets texts in. */
export const portalRoles = ['headline', 'body', 'code'] as const;

/** Use of a font: in the words of the product if the portal has it, else as it is written. */
export function RoleName({ role }: { readonly role: string }): ComponentChild {
  const own = portalRoles.find((name) => name === role);
  return own === undefined ? <Name text={role} /> : words().newFont.roleNames[own];
}
