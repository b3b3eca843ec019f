import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { plural } from '../../lib/plural.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { showTabOf } from './focus.js';
import { type Finding, isMust, type LanguageCheck, rangesOf, wordsIn } from './language.js';
import { placeInWindow } from './popup.js';
import { useEditor, useSelected } from './use.js';

/** Kinds of rules, in words. */
const kinds: Readonly<Record<Finding['rule'], string>> = {
  preferred: 'Preferred term',
  forbidden: 'Forbidden term',
  never: 'Company name',
  former_names: 'Former name',
  examples: 'Notation',
};

interface LanguageProps {
  readonly check: LanguageCheck;
}

/** Marks of what was found, the card of one finding, and a summary of all. */
export function Language({ check }: LanguageProps) {
  const editor = useEditor();
  const findings = useSelected(() => check.findings);
  const state = useSelected(({ state }) => state);
  const isOpen = useSelected(({ open }) => open?.kind === 'language');
  const index = useSelected(() => check.index);
  const finding = findings?.[index];
  useEffect(() => mark(findings ?? [], isOpen ? finding : undefined), [findings, state, isOpen, finding]);
  useEffect(() => {
    const open = ({ clientX, clientY }: MouseEvent): void => {
      const place = document.caretPositionFromPoint(clientX, clientY);
      const all = [...rangesOf(check.findings ?? [])];
      const hit = place && all.find(([, range]) => range.isPointInRange(place.offsetNode, place.offset));
      if (!hit) return;
      check.index = check.findings?.indexOf(hit[0]) ?? 0;
      editor.show({ kind: 'language' });
    };
    const main = document.querySelector('main');
    main?.addEventListener('click', open);
    return () => main?.removeEventListener('click', open);
  }, []);
  if (!isOpen) return null;
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
  const editor = useEditor();
  const ref = useRef<HTMLDivElement>(null);
  const count = useSelected(() => check.findings?.length ?? 0);
  const index = useSelected(() => check.index);
  useLayoutEffect(() => {
    const element = ref.current;
    const range = rangesOf(check.findings ?? []).get(finding);
    if (element === null) return;
    const words = range?.startContainer.parentElement ?? null;
    showTabOf(words);
    words?.scrollIntoView({ block: 'nearest' });
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
    <div ref={ref} class="pop sugg sheet popup" role="dialog" aria-label={`Finding ${index + 1} of ${count}`}>
      <div class="row between">
        <span class={`tag ${isMust(finding) ? 'bad' : 'warn'}`}>{kinds[finding.rule]}</span>
        <small class="dim grow">
          {index + 1} of {count}
        </small>
        <Button icon="chevron-left" class="btn ic quiet sm" aria-label="Finding before" onClick={() => go(-1)} />
        <Button icon="chevron-right" class="btn ic quiet sm" aria-label="Next finding" onClick={() => go(1)} />
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
      {why !== null && <p>“{why}”</p>}
      <div class="row acts">
        {say !== null && (
          <Button class="btn sm go" onClick={() => void check.use([finding])}>
            Use “{say}”
          </Button>
        )}
        <Button class="btn sm" onClick={() => check.leave(finding)}>
          Leave it
        </Button>
        <a
          class="end"
          href={`${editor.api.place.api.replace(/\/api$/, '')}/language#${section}`}
          target="_blank"
          rel="noopener"
        >
          The rule
        </a>
      </div>
    </div>
  );
}

/** Number of findings, and what can be done with all of them. */
function Summary({ check }: LanguageProps) {
  const findings = useSelected(() => check.findings);
  const problem = useSelected(() => check.problem);
  const isOn = useSelected(() => check.isOn);
  const must = findings?.filter(isMust).length ?? 0;
  const terms = findings?.filter((finding) => !isMust(finding) && finding.say !== null) ?? [];
  const found = [
    ...(terms.length > 0 ? [`${plural(terms.length, 'term')} to look at`] : []),
    ...(must > 0 ? [`${must} that must change`] : []),
  ];
  return (
    <div class={findings?.length ? 'toast summary not-s' : 'toast summary'} role="status">
      <Icon name="spell-check" />
      <span class="grow">{findings === null ? 'Checking …' : problem || found.join(', ') || 'Nothing found'}</span>
      {terms.length > 1 && <Button onClick={() => void check.use(terms)}>Change all {terms.length}</Button>}
      <Button aria-pressed={isOn} onClick={() => check.setOn(!isOn)}>
        Check as I type
      </Button>
    </div>
  );
}

/** Marks words in the page without changing it, where the browser can. */
function mark(findings: readonly Finding[], current: Finding | undefined): () => void {
  if (!('highlights' in CSS)) return () => {};
  const ranges = [...rangesOf(findings)];
  const groups = {
    'language-should': ranges.filter(([finding]) => !isMust(finding)),
    'language-must': ranges.filter(([finding]) => isMust(finding)),
    'language-on': ranges.filter(([one]) => one === current),
  };
  for (const [name, group] of Object.entries(groups))
    CSS.highlights.set(name, new Highlight(...group.map(([, range]) => range)));
  return () => {
    for (const name of Object.keys(groups)) CSS.highlights.delete(name);
  };
}
