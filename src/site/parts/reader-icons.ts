import type { Visibility } from '../../content/brand.js';
import type { IconName } from './icon.js';

/** Icons for readers who are not everyone. */
export const readerIcons: Readonly<Record<Exclude<Visibility, 'public'>, IconName>> = {
  internal: 'lock',
  hidden: 'eye-off',
};
