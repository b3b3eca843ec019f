import type { ButtonHTMLAttributes } from 'preact';
import { Icon, type IconName } from './icon.js';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Icon before the words. */
  readonly icon?: IconName;
  readonly iconSize?: 'l';
}

/** Button of a script, which submits no form. */
export function Button({ icon, iconSize, children, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes}>
      {icon !== undefined && <Icon name={icon} {...(iconSize && { size: iconSize })} />}
      {children}
    </button>
  );
}
