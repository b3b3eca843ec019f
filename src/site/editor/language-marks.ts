import { useEffect } from 'preact/hooks';
import { type Finding, isMust, type LanguageCheck, rangesOf } from './language.js';
import { useEditor, useSelected } from './use.js';

/** Marks of what was found; a click on one opens its card. */
export function LanguageMarks({ check }: { readonly check: LanguageCheck }) {
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
  return null;
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
