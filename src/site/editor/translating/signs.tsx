import { useLayoutEffect, useRef } from 'preact/hooks';
import type { TextState } from '../../../content/translations/apply.js';
import { fill, words } from '../../../words/words.js';
import { Button } from '../../parts/button.js';
import type { IconName } from '../../parts/icon.js';
import { blockElement, keepCaret } from '../focus.js';
import { useSelected } from '../use.js';
import type { TextsEditor } from './texts-editor.js';

export const signs: Readonly<Record<TextState, IconName>> = {
  missing: 'circle-dashed',
  outdated: 'history',
  current: 'check',
};

/** Signs of the state of each place with texts, next to it; on a phone at its corner. */
export function Signs({ editor }: { readonly editor: TextsEditor }) {
  const texts = words().translating;
  const ref = useRef<HTMLDivElement>(null);
  const blocks = useSelected(({ state }) => state.blocks);
  const states = useSelected(() => editor.places.map((place) => `${place} ${editor.stateOf(place)}`).join('\n'));
  const source = useSelected(() => editor.source);
  useLayoutEffect(() => {
    const place = (): void => {
      const isPhone = matchMedia('(max-width: 860px)').matches;
      for (const sign of ref.current?.children ?? []) {
        if (!(sign instanceof HTMLElement)) continue;
        const id = sign.dataset.of ?? '';
        const box = (id === '' ? document.querySelector('main h1') : blockElement(id))?.getBoundingClientRect();
        sign.hidden = box === undefined || box.height === 0;
        if (box === undefined) continue;
        const left = isPhone ? box.right - 32 : Math.max(0, box.left - 46);
        sign.style.setProperty('left', `${left + scrollX}px`);
        sign.style.setProperty('top', `${box.top + scrollY - (isPhone ? 26 : 0)}px`);
      }
    };
    place();
    const observer = new ResizeObserver(place);
    const main = document.querySelector('main');
    if (main !== null) observer.observe(main);
    return () => observer.disconnect();
  }, [blocks, states, source]);
  return (
    <div ref={ref}>
      {editor.places.map((id) => {
        const state = editor.stateOf(id);
        return (
          <Button
            key={id}
            icon={signs[state]}
            class={`tr-mark is-${state}`}
            data-of={id}
            aria-label={fill(texts.sign, { state: texts.states[state] })}
            aria-expanded={source === id}
            onMouseDown={keepCaret}
            onClick={() => editor.showSource(source === id ? null : id)}
          />
        );
      })}
    </div>
  );
}
