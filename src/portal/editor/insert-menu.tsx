import { useEffect, useRef, useState } from 'preact/hooks';
import { isSafeUrl } from '../../content/html/url.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import type { Open } from './editor.js';
import { focusNow, focusText } from './focus.js';
import { isAllowed, type Kind, kindGroups, kindName } from './kinds.js';
import { holdersOf } from './page-model.js';
import { useEditor } from './use.js';

interface InsertMenuProps {
  readonly open: Extract<Open, { readonly kind: 'insert' }>;
}

const isVideo = (address: string): boolean => /\.(?:mp4|webm|mov)$|youtu|vimeo/i.test(address);

/** Menu of the kinds of blocks that may be added at a place. */
export function InsertMenu({ open: { spot, replaces } }: InsertMenuProps) {
  const editor = useEditor();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const around = holdersOf(editor.state.blocks, spot.holder);
  const isAddress = /^(?:https?:|mailto:)/i.test(words.trim()) && isSafeUrl(words.trim());
  const matches = ({ type, hint }: Kind): boolean =>
    isAllowed(type, around) && `${kindName(type)} ${hint}`.toLowerCase().includes(words.trim().toLowerCase());
  const groups = Object.entries(kindGroups)
    .map(([name, kinds]) => ({ name, kinds: isAddress ? [] : kinds.filter(matches) }))
    .filter(({ kinds }) => kinds.length > 0);
  const shown = groups.flatMap(({ kinds }) => kinds);
  const add = (type: string, data: Kind['data']): void => {
    editor.show(null);
    const id = editor.add(type, data, spot, replaces);
    if (type === 'image' || type === 'video' || type === 'color_palette' || type === 'asset_download')
      editor.select(id);
    focusText(id);
  };
  const addAddress = (): void => {
    const url = words.trim();
    if (isVideo(url)) add('video', { url });
    else add('button', { label: url.replace(/^https?:\/\//, ''), url, style: 'primary' });
  };
  // After the layout: before it the menu is at the end of the document, and the page would scroll there.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div class="insert-menu">
      <div class="q">
        <Icon name="search" size="l" />
        <input
          ref={focusNow}
          role="combobox"
          aria-expanded="true"
          aria-controls="kinds"
          aria-activedescendant={shown[chosen] && `kind-${shown[chosen].type}`}
          aria-label="Find a block, or paste an address"
          placeholder="Find a block, or paste an address"
          autocomplete="off"
          value={words}
          onInput={({ currentTarget }) => {
            setWords(currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            const step = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
            const isMove = step !== undefined && (words === '' || Math.abs(step) === 2);
            const kind = shown[chosen];
            if (isMove) setChosen(Math.max(0, Math.min(shown.length - 1, chosen + step)));
            else if (event.key === 'Enter' && isAddress) addAddress();
            else if (event.key === 'Enter' && kind !== undefined) add(kind.type, kind.data);
            else return;
            event.preventDefault();
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div class="gr" id="kinds" role="listbox" aria-label="Kinds of blocks" ref={list}>
        {isAddress && (
          <Button class="opt on" role="option" aria-selected="true" onClick={addAddress}>
            <span class="sq">
              <Icon name={isVideo(words) ? 'play' : 'link'} />
            </span>
            <span>
              <b>{isVideo(words) ? 'Video' : 'Button'}</b>
              <small>With this address</small>
            </span>
          </Button>
        )}
        {groups.map(({ name, kinds }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options has no element of its own
          <div class="kinds" role="group" aria-label={name}>
            <p class="h" aria-hidden="true">
              {name}
            </p>
            {kinds.map((kind) => {
              const isChosen = shown[chosen] === kind;
              return (
                <Button
                  class={isChosen ? 'opt on' : 'opt'}
                  id={`kind-${kind.type}`}
                  role="option"
                  aria-selected={isChosen}
                  tabIndex={-1}
                  onClick={() => add(kind.type, kind.data)}
                >
                  <span class="sq">
                    <Icon name={kind.icon} />
                  </span>
                  <span>
                    <b>{kindName(kind.type)}</b>
                    <small>{kind.hint}</small>
                  </span>
                </Button>
              );
            })}
          </div>
        ))}
        {shown.length === 0 && !isAddress && <p class="dim">No kind of block is called “{words}”.</p>}
      </div>
    </div>
  );
}
