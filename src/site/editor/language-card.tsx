import { useLayoutEffect, useRef } from 'preact/hooks';
import { counted, fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { showTabOf } from './focus.js';
import { type Finding, isMust, type LanguageCheck, rangesOf, wordsIn } from './language.js';
import { placeInWindow } from './popup.js';
import { useEditor, useSelected } from './use.js';

interface LanguageProps {
  readonly check: LanguageCheck;
}

/** Card of one finding, and a summary of all. */
export function LanguageCard({ check }: LanguageProps) {
  const finding = useSelected(() => check.findings?.[check.index]);
  return (
    <>
      {finding !== undefined && (
        <Card key={`${finding.block} ${finding.path} ${finding.offset}`} check={check} finding={finding} />
      )}
      <Summary check={check} />
    </>
  );
}

function Card({ check, finding }: LanguageProps & { readonly finding: Finding }) {
  const { common, editorLanguage: texts } = words();
  const editor = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const count = useSelected(() => check.findings?.length ?? 0);
  const index = useSelected(() => check.index);
  useLayoutEffect(() => {
    const element = ref.current;
    const range = rangesOf(check.findings ?? []).get(finding);
    if (element === null) return;
    const marked = range?.startContainer.parentElement ?? null;
    showTabOf(marked);
    marked?.scrollIntoView({ block: 'nearest' });
    const box = range?.getBoundingClientRect();
    placeInWindow(element, (box?.left ?? 0) - 24, (box?.bottom ?? 80) + 8);
    element.scrollIntoView({ block: 'nearest' });
    // A click on a word leaves the caret there.
    if (!document.activeElement?.closest('main')) element.querySelector<HTMLElement>('.acts .btn')?.focus();
  }, []);
  const go = (step: number): void => {
    check.index = (index + step + count) % count;
    editor.notify();
  };
  const { say, why, section } = finding;
  return (
    <div ref={ref} class="pop sugg sheet popup" role="dialog" aria-label={fill(texts.finding, { n: index + 1, count })}>
      <div class="row between">
        <span class={`tag ${isMust(finding) ? 'bad' : 'warn'}`}>{texts.rules[finding.rule]}</span>
        <small class="dim grow">{fill(texts.place, { n: index + 1, count })}</small>
        <Button icon="chevron-left" class="btn ic quiet sm" aria-label={texts.previous} onClick={() => go(-1)} />
        <Button icon="chevron-right" class="btn ic quiet sm" aria-label={texts.next} onClick={() => go(1)} />
      </div>
      <p class="was">
        <del>{wordsIn(finding)}</del>
        {say !== null && (
          <>
            <Icon name="arrow-right" />
            <ins>{say}</ins>
          </>
        )}
      </p>
      {why !== null && <p>{fill(common.quoted, { text: why })}</p>}
      <div class="row acts">
        {say !== null && (
          <Button class="btn sm go" onClick={() => void check.use([finding])}>
            {fill(texts.use, { words: say })}
          </Button>
        )}
        <Button class="btn sm" onClick={() => check.leave(finding)}>
          {texts.leave}
        </Button>
        <a
          class="end"
          href={`${editor.api.place.api.replace(/\/api$/, '')}/language#${section}`}
          target="_blank"
          rel="noopener"
        >
          {texts.rule}
        </a>
      </div>
    </div>
  );
}

/** Number of findings, and what can be done with all of them. */
function Summary({ check }: LanguageProps) {
  const texts = words().editorLanguage;
  const findings = useSelected(() => check.findings);
  const problem = useSelected(() => check.problem);
  const isOn = useSelected(() => check.isOn);
  const must = findings?.filter(isMust).length ?? 0;
  const terms = findings?.filter((finding) => !isMust(finding) && finding.say !== null) ?? [];
  const found = [
    ...(terms.length > 0 ? [counted(texts.termsToLookAt, terms.length)] : []),
    ...(must > 0 ? [fill(texts.mustChange, { n: must })] : []),
  ];
  return (
    <div class={findings?.length ? 'toast summary not-s' : 'toast summary'} role="status">
      <Icon name="spell-check" />
      <span class="grow">{findings === null ? texts.checking : problem || found.join(', ') || texts.nothing}</span>
      {terms.length > 1 && (
        <Button onClick={() => void check.use(terms)}>{fill(texts.changeAll, { n: terms.length })}</Button>
      )}
      <Button aria-pressed={isOn} onClick={() => check.setOn(!isOn)}>
        {texts.checkAsIType}
      </Button>
    </div>
  );
}
