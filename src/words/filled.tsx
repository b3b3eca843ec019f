import type { ComponentChild } from 'preact';
import { filledParts } from './words.js';

interface FilledProps {
  readonly text: string;
  readonly values: Readonly<Record<string, ComponentChild>>;
}

/** Text whose values are elements, such as a link in a sentence. */
export const Filled = ({ text, values }: FilledProps): ComponentChild => (
  <>{filledParts<ComponentChild>(text, values)}</>
);
