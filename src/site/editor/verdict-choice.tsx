import { prefixes, readCaption, withPrefix } from '../../content/blocks/example-caption.js';
import { words } from '../../words/words.js';
import { text } from '../blocks/data.js';
import { valueAt } from './page-model.js';
import { useEditor, useSelected } from './use.js';

interface VerdictChoiceProps {
  /** Id of the block. */
  readonly id: string;
  /** Path of the caption. */
  readonly field: string;
  /** Id of the choice with its name above it, in the settings. */
  readonly inputId?: string;
}

const looks = { do: 'ok', dont: 'bad', none: '' } as const;

/** Choice whether a picture shows something to do, or not to do: the prefix of its caption. */
export function VerdictChoice({ id, field, inputId }: VerdictChoiceProps) {
  const { blocks, editorBlocks } = words();
  const { verdict: name, noVerdict } = editorBlocks;
  const editor = useEditor();
  const caption = useSelected(() => text(valueAt(editor.block(id)?.data, field)));
  const { verdict, text: rest } = readCaption(caption);
  const choose = (chosen: string): void => {
    const prefix = chosen === 'do' || chosen === 'dont' ? prefixes[chosen] : '';
    editor.setField(id, field, withPrefix(prefix, rest));
  };
  const choice = (
    <select
      id={inputId}
      class={inputId === undefined ? `verdict ${looks[verdict ?? 'none']}` : 'in'}
      aria-label={inputId === undefined ? name : undefined}
      value={verdict ?? ''}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{noVerdict}</option>
      <option value="do">{blocks.do}</option>
      <option value="dont">{blocks.dont}</option>
    </select>
  );
  if (inputId === undefined) return choice;
  return (
    <div class="field">
      <label for={inputId}>{name}</label>
      {choice}
    </div>
  );
}
