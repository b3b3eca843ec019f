import type { StoredBlock } from '../../content/blocks/block-type.js';
import { withoutTags } from '../../content/html/write.js';
import { fill, words } from '../../words/words.js';
import { text } from '../blocks/data.js';
import { blockName } from '../labels.js';
import { Button } from '../parts/button.js';
import { isAllowed } from './kinds.js';
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
  const texts = words().editorBlocks;
  const editor = useEditor();
  const block = editor.block(id);
  const { blocks } = editor.state;
  const inside = new Set(block === undefined ? [] : [...walk([block])].map((found) => found.block.id));
  const types = block === undefined ? [] : [...walk([block])].map((found) => String(found.block.type));
  const choices: Choice[] = [];
  const add = (holder: string | null, field: string, start: string, level: number): void => {
    const around = holdersOf(blocks, holder);
    if (!types.every((type) => isAllowed(type, around))) return;
    const list = listAt(blocks, { holder, field });
    choices.push({ spot: { holder, field, at: 0 }, name: start, level });
    for (const [at, sibling] of list.entries()) {
      if (sibling.id === null || inside.has(sibling.id)) continue;
      choices.push({
        spot: { holder, field, at: at + 1 },
        name: fill(texts.after, { block: wordsOf(sibling) }),
        level,
      });
      for (const [index, [below]] of listsIn(sibling).entries()) {
        const innerStart = fill(texts.toStartOf, { block: blockName(sibling.type), n: index + 1 });
        add(sibling.id, below, innerStart, level + 1);
      }
    }
  };
  add(null, '', texts.toStart, 0);
  const title = fill(texts.moveTitle, { block: block === undefined ? '' : wordsOf(block) });
  return (
    <Dialog name={texts.movePlaces} title={title} close={close}>
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
  const content = [data.text, data.html, data.title, data.caption, data.label, data.alt]
    .map((value) => withoutTags(text(value), ' ').replace(/\s+/g, ' ').trim())
    .find((value) => value !== '');
  const block = blockName(type);
  if (content === undefined) return block;
  const first = content.length > maxWords ? `${content.slice(0, maxWords)}…` : content;
  return fill(words().editorBlocks.named, { block, words: first });
}
