import type { LanguageCheck } from './language.js';
import type { Open } from './open.js';
import type { Saver } from './saver.js';

export interface PanelsProps {
  readonly open: Open | null;
  readonly saver: Saver;
  readonly language: LanguageCheck;
  close(): void;
}
