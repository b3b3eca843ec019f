import type { ComponentChild } from 'preact';
import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import type { BlockView, ShownMedium } from './view.js';

interface SelectProps {
  readonly shown: ShownMedium | null;
  readonly name: string;
  readonly view: BlockView;
  /** Whether it is an icon on a picture. */
  readonly isOnPicture?: true;
}

/** Button that puts a file into the visitor's selection, or takes it out. The script of every page shows it. */
export function Select({ shown, name, view, isOnPicture }: SelectProps): ComponentChild {
  if (!shown?.file || view.isWriting) return null;
  const { add, addNamed } = words().scripts.selection;
  return (
    <Button
      icon="folder-plus"
      class={isOnPicture ? 'btn sm pick' : 'btn sm quiet pick'}
      hidden
      data-select={shown.medium.id}
      aria-pressed="false"
      aria-label={fill(addNamed, { name })}
      {...view.langs.frame}
    >
      {isOnPicture ? '' : add}
    </Button>
  );
}
