import type { ComponentChild } from 'preact';
import { visible } from '../../display-safety.js';

/** A name or a subject as others chose it: it does not turn the order of what stands around it. */
export function Name({ text }: { readonly text: string }): ComponentChild {
  return <bdi>{visible(text)}</bdi>;
}
