import type { StoredBlock } from '../../content/blocks/block-type.js';
import { withoutTags } from '../../content/html/write.js';
import { text } from '../blocks/data.js';
import { Button } from '../parts/button.js';
import { isAllowed, kindName } from './kinds.js';
import { holdersOf, listAt, listsIn, type Spot, walk } from './page-model.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

interface MoveChoiceProps {
  readonly id: string;
  close(): void;
}

interface Choice {
  readonly spot: Spot;
  readonly name: string;
  readonly level: number;
}

/** Places to which a block can be moved, as one reads the page. */
export function MoveChoice({ id, close }: MoveChoiceProps) {
  const editor = useEditor();
  const block = editor.block(id);
  const { blocks } = editor.state;
  const inside = new Set(block === undefined ? [] : [...walk([block])].map((found) => found.block.id));
  const types = block === undefined ? [] : [...walk([block])].map((found) => String(found.block.type));
  const choices: Choice[] = [];
  const add = (holder: string | null, field: string, name: string, level: number): void => {
    const around = holdersOf(blocks, holder);
    if (!types.every((type) => isAllowed(type, around))) return;
    const list = listAt(blocks, { holder, field });
    choices.push({ spot: { holder, field, at: 0 }, name: `At the beginning${name}`, level });
    for (const [at, sibling] of list.entries()) {
      if (sibling.id === null || inside.has(sibling.id)) continue;
      choices.push({ spot: { holder, field, at: at + 1 }, name: `After ${wordsOf(sibling)}`, level });
      for (const [index, [below]] of listsIn(sibling).entries()) {
        add(sibling.id, below, ` of ${kindName(sibling.type).toLowerCase()}, part ${index + 1}`, level + 1);
      }
    }
  };
  add(null, '', ' of the page', 0);
  return (
    <Dialog name="Move to" title={`Move ${block === undefined ? '' : wordsOf(block)}`} close={close}>
      <div class="body move-list">
        {choices.map(({ spot, name, level }) => (
          <Button
            class={`it in-${Math.min(level, 3)}`}
            onClick={() => {
              editor.moveTo(id, spot);
              close();
            }}
          >
            {name}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

const maxWords = 50;

/** A block by its kind and its first words. */
export function wordsOf({ type, data }: StoredBlock): string {
  const words = [data.text, data.html, data.title, data.caption, data.label, data.alt]
    .map((value) => withoutTags(text(value), ' ').replace(/\s+/g, ' ').trim())
    .find((value) => value !== '');
  const name = kindName(type).toLowerCase();
  if (words === undefined) return name;
  return `${name} “${words.length > maxWords ? `${words.slice(0, maxWords)}…` : words}”`;
}
