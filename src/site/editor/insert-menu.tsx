import { useEffect, useRef, useState } from 'preact/hooks';
import { embedOf } from '../../content/embeds.js';
import { isSafeUrl } from '../../content/html/url.js';
import { fill, words } from '../../words/words.js';
import { blockKind } from '../blocks/kinds.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { focusNow, focusText } from './focus.js';
import { isAllowed, type Kind, kindName, kinds, kindsByGroup } from './kinds.js';
import type { Open } from './open.js';
import { holdersOf, listsIn } from './page-model.js';
import { ranked } from './ranked.js';
import { useEditor } from './use.js';

interface InsertMenuProps {
  readonly open: Extract<Open, { readonly kind: 'insert' }>;
}

type Addable = Pick<Kind, 'type' | 'data'>;

const hintOf = ({ type }: Kind): string => words().labels.blockHints[type];

/** Menu of the kinds of blocks that may be added at a place. */
export function InsertMenu({ open }: InsertMenuProps) {
  const { spot, replaces, words: sought = '' } = open;
  const texts = words().editorBlocks;
  const editor = useEditor();
  const [chosenIndex, setChosenIndex] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const linked = blockForAddress(sought.trim(), editor.api.place.embedsOff);
  const around = holdersOf(editor.state.blocks, spot.holder);
  const groups = linked === null ? groupsFor(sought, around) : [];
  const found = groups.flatMap((group) => group.kinds);
  const chosen = found[chosenIndex];
  const add = ({ type, data: make }: Addable): void => {
    const data = make();
    editor.show(null);
    open.leave?.();
    const id = editor.add(type, data, spot, replaces);
    editor.select(blockKind(type)?.isChosenFirst ? id : null);
    const inside = listsIn(editor.block(id) ?? { id, type, data })[0]?.[1];
    focusText(inside?.[0]?.id ?? id);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const step = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // Left and right move the caret in the words.
    const isMove = step !== undefined && (sought === '' || Math.abs(step) === 2);
    const entered = event.key === 'Enter' ? (linked ?? chosen) : undefined;
    if (isMove) setChosenIndex(Math.max(0, Math.min(found.length - 1, chosenIndex + step)));
    else if (entered !== undefined) add(entered);
    else return;
    event.preventDefault();
  };
  // After the layout: before it the menu is at the end of the document, and the page would scroll there.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenIndex]);

  return (
    <div class="insert-menu">
      <div class="q">
        <Icon name="search" size="l" />
        <input
          ref={focusNow}
          role="combobox"
          aria-expanded="true"
          aria-controls="kinds"
          aria-activedescendant={chosen && `kind-${chosen.type}`}
          aria-label={texts.find}
          placeholder={texts.find}
          autocomplete="off"
          value={sought}
          onInput={({ currentTarget }) => {
            editor.show({ ...open, words: currentTarget.value });
            setChosenIndex(0);
          }}
          onKeyDown={press}
        />
        <kbd>{words().editorKeys.names.escape}</kbd>
      </div>
      <div class="gr" id="kinds" role="listbox" aria-label={texts.kinds} ref={list}>
        {linked !== null && (
          <Option
            icon={linked.type === 'video' ? 'play' : 'link'}
            name={kindName(linked.type)}
            hint={texts.withAddress}
            isChosen
            add={() => add(linked)}
          />
        )}
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div class="kinds" role="group" aria-label={group.name}>
            <p class="h" aria-hidden="true">
              {group.name}
            </p>
            {group.kinds.map((kind) => (
              <Option
                id={`kind-${kind.type}`}
                icon={kind.icon}
                name={kindName(kind.type)}
                hint={hintOf(kind)}
                isChosen={kind === chosen}
                add={() => add(kind)}
              />
            ))}
          </div>
        ))}
        {found.length === 0 && linked === null && <p class="dim">{fill(texts.noKind, { sought })}</p>}
      </div>
    </div>
  );
}

/** Kinds that may be added at a place and that fit the words, in their groups; the best one is the first. */
function groupsFor(sought: string, around: readonly string[]) {
  const allowed = kinds.filter(({ type }) => isAllowed(type, around));
  const found = ranked(allowed, sought, (kind) => [kindName(kind.type), hintOf(kind)]);
  return [...kindsByGroup]
    .map(([name, group]) => ({
      name: words().labels.blockGroups[name],
      kinds: found.filter((kind) => group.includes(kind)),
    }))
    .filter((group) => group.kinds.length > 0)
    .sort((a, b) => found.indexOf(a.kinds[0] as Kind) - found.indexOf(b.kinds[0] as Kind));
}

/**
 * Block for an address that was pasted: a video, or a button; `null` for other words.
 *
 * @param off as of `embedOf`
 */
function blockForAddress(url: string, off: readonly string[]): Addable | null {
  if (!/^(?:https?:|mailto:)/i.test(url) || !isSafeUrl(url)) return null;
  if (/\.(?:mp4|webm|mov)$|youtu|vimeo/i.test(url)) return { type: 'video', data: () => ({ url }) };
  const style = embedOf(url, off) === null ? 'primary' : 'embed';
  return { type: 'button', data: () => ({ label: url.replace(/^https?:\/\//, ''), url, style }) };
}

interface OptionProps {
  readonly id?: string;
  readonly icon: IconName;
  readonly name: string;
  readonly hint: string;
  readonly isChosen: boolean;
  add(): void;
}

function Option({ id, icon, name, hint, isChosen, add }: OptionProps) {
  return (
    <Button
      class={isChosen ? 'opt on' : 'opt'}
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={add}
    >
      <span class="sq">
        <Icon name={icon} />
      </span>
      <span>
        <b>{name}</b>
        <small>{hint}</small>
      </span>
    </Button>
  );
}
