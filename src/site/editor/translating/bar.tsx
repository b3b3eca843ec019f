import { fill, words } from '../../../words/words.js';
import { ownLanguageName } from '../../frame/language.js';
import { Button } from '../../parts/button.js';
import { Icon, type IconName } from '../../parts/icon.js';
import { PortalLogo, SaveState } from '../bar.js';
import { keepCaret } from '../focus.js';
import { SaveMenu } from '../save-menu.js';
import type { Saver } from '../saver.js';
import { useSelected } from '../use.js';
import type { TextsEditor } from './texts-editor.js';

interface BarProps {
  readonly editor: TextsEditor;
  readonly saver: Saver;
  checkLanguage(): void;
  leave(isDiscarded: boolean): void;
}

/** Number of places by state, and of all. */
function useProgress(editor: TextsEditor) {
  const counts = useSelected(() => {
    const states = editor.places.map((place) => editor.stateOf(place));
    const of = (state: string): number => states.filter((one) => one === state).length;
    return [of('current'), of('outdated'), states.length].join();
  });
  const [done = 0, old = 0, all = 0] = counts.split(',').map(Number);
  return { done, old, all };
}

/** The bar above a page that is being translated. */
export function TranslatingBar({ editor, saver, checkLanguage, leave }: BarProps) {
  const { common, editor: names, translating: texts } = words();
  const { done, old, all } = useProgress(editor);
  const isDirty = useSelected(({ changes }) => changes > 0);
  const open = useSelected(({ open }) => open?.kind);
  const isSaving = useSelected(() => saver.status === 'saving');
  const target = useSelected(() => saver.mainTarget);
  const { language, all: languages } = editor.api.into;
  const share = (count: number): number => (all === 0 ? 0 : (count / all) * 100);
  const actions = [
    { icon: 'arrow-down', name: texts.next, run: () => void editor.next(1), key: 'Alt ↓' },
    { icon: 'spell-check', name: names.checkLanguage, run: checkLanguage, key: '' },
    { icon: 'x', name: isDirty ? common.discard : names.stop, run: () => leave(isDirty), key: '' },
  ] as const;
  return (
    <>
      <PortalLogo />
      <Button icon="x" iconSize="l" class="btn ic quiet only-s" aria-label={names.stop} onClick={() => leave(false)} />
      <select
        class="in sm tr-lang"
        aria-label={texts.language}
        onChange={({ currentTarget }) => {
          saver.keeper.keepNow();
          location.assign(editor.hrefOf(editor.api.place.pageId, currentTarget.value));
        }}
      >
        {languages.map((tag) => (
          <option key={tag} value={tag} selected={tag === language} lang={tag}>
            {ownLanguageName(tag)}
          </option>
        ))}
      </select>
      <span class="tr-state">
        <svg class="tr-prog not-s" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect class="done" width={share(done)} height="4" />
          <rect class="old" x={share(done)} width={share(old)} height="4" />
        </svg>
        <span class="not-s">{fill(texts.progress, { done, all })}</span>
        <span class="only-s">
          {done}/{all}
        </span>
      </span>
      <SaveState saver={saver} />
      <div class="top-end">
        {actions.map(({ icon, name, run, key }) => (
          <Button class="btn quiet not-s" onMouseDown={keepCaret} onClick={run}>
            {icon !== 'x' && <Icon name={icon} />}
            {name}
            {key !== '' && <kbd>{key}</kbd>}
          </Button>
        ))}
        <span class="split">
          <Button class="btn go" aria-busy={isSaving} onClick={() => void saver.save(target)}>
            {isSaving ? names.saving : names.targets[target]}
          </Button>
          <Button
            icon="chevron-down"
            class="btn go"
            aria-label={names.moreWaysToSave}
            aria-expanded={open === 'save'}
            onClick={() => editor.show(open === 'save' ? null : { kind: 'save' })}
          />
        </span>
      </div>
      {open === 'save' && <SaveMenu saver={saver} />}
    </>
  );
}

/** Bar of a phone. */
export function TranslatingPhoneBar({ editor, checkLanguage }: Pick<BarProps, 'editor' | 'checkLanguage'>) {
  const { editor: names, translating: texts } = words();
  const place = useSelected(({ focused }) => editor.source ?? focused ?? '');
  const state = useSelected(() => editor.stateOf(place));
  const button = (icon: IconName, name: string, run: () => void, isDisabled = false) => (
    <Button icon={icon} iconSize="l" onClick={run} disabled={isDisabled}>
      {name}
    </Button>
  );
  return (
    <div class="mobar" role="toolbar" aria-label={texts.tools} onMouseDown={keepCaret}>
      {button('eye', texts.sourceShort, () => editor.showSource(editor.source === place ? null : place))}
      {button('check', texts.stillCorrect, () => editor.confirm(place), state !== 'outdated')}
      {button('spell-check', texts.check, checkLanguage)}
      {button('arrow-up', texts.back, () => void editor.next(-1))}
      {button('arrow-down', texts.nextShort, () => void editor.next(1))}
      <span class="vh">{names.editing}</span>
    </div>
  );
}
