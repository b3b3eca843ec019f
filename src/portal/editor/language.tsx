import { useEffect } from 'preact/hooks';
import type { BrandCheck } from '../../operations/check-text.js';
import { Icon } from '../parts/icon.js';
import type { Editor } from './editor.js';
import { elementOf } from './focus.js';
import { walk } from './page-model.js';
import { useEditor, useSelected } from './use.js';

interface Finding {
  readonly block: string;
  readonly finding: BrandCheck['findings'][number];
}

/** Check of the page as it is written against the corporate language. */
export class LanguageCheck {
  findings: readonly Finding[] | null = null;
  problem = '';

  constructor(private readonly editor: Editor) {}

  async run(): Promise<void> {
    const { editor } = this;
    editor.flush();
    editor.show({ kind: 'language' });
    // All texts in one, each at a place that its findings lead back to.
    const texts = [...walk(editor.kept())].flatMap(({ block }) =>
      Object.values(block.data)
        .flatMap(textsIn)
        .map((text) => ({ block: String(block.id), text })),
    );
    const starts: number[] = [];
    let html = '';
    for (const { text } of texts) {
      starts.push(html.length);
      html += `${text}<hr>`;
    }
    try {
      const { findings } = html === '' ? { findings: [] } : await editor.api.check(html);
      this.problem = '';
      this.findings = findings.map((finding) => {
        const at = starts.findLastIndex((start) => start <= finding.offset);
        return { finding, block: texts[at]?.block ?? '' };
      });
    } catch (error) {
      this.findings = [];
      this.problem = error instanceof Error ? error.message : '';
    }
    editor.notify();
  }

  leave(finding: Finding): void {
    this.findings = (this.findings ?? []).filter((one) => one !== finding);
    this.editor.notify();
  }
}

/** Texts of a field; blocks in it have their own. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (!Array.isArray(value)) return [];
  return value.flatMap((row: unknown) => {
    if (Array.isArray(row) || typeof row === 'string') return textsIn(row);
    if (typeof row !== 'object' || row === null || 'type' in row) return [];
    return Object.entries(row).flatMap(([name, inner]) => (name === 'blocks' ? [] : textsIn(inner)));
  });
}

interface LanguagePanelProps {
  readonly check: LanguageCheck;
  close(): void;
}

export function LanguagePanel({ check, close }: LanguagePanelProps) {
  const editor = useEditor();
  const findings = useSelected(() => check.findings);
  const problem = useSelected(() => check.problem);
  useEffect(() => mark(findings ?? []), [findings]);
  return (
    <aside class="pan" aria-label="Language">
      <header>
        <Icon name="spell-check" />
        <h2 class="grow">Language</h2>
        <button type="button" class="btn ic quiet" aria-label="Close" onClick={close}>
          <Icon name="x" />
        </button>
      </header>
      <div class="sec" role="status">
        {findings === null && <p>Checking …</p>}
        {problem !== '' && <p>{problem}</p>}
        {findings !== null && problem === '' && (
          <p>{findings.length === 0 ? 'Nothing found.' : `${findings.length} found.`}</p>
        )}
        {findings?.map((one) => {
          const { found, say, why } = one.finding;
          return (
            <section class="finding">
              <p class="was">
                <del>{found.replace(/<[^>]*>/g, '')}</del>
                {say !== null && (
                  <>
                    <Icon name="arrow-right" />
                    <ins>{say}</ins>
                  </>
                )}
              </p>
              {why !== null && <p>{why}</p>}
              <div class="row">
                {say !== null && (
                  <button
                    type="button"
                    class="btn sm go"
                    onClick={() => {
                      takeWord(editor, one.block, found, say);
                      check.leave(one);
                    }}
                  >
                    Use “{say}”
                  </button>
                )}
                <button type="button" class="btn sm" onClick={() => check.leave(one)}>
                  Leave it
                </button>
                <button
                  type="button"
                  class="btn sm quiet"
                  onClick={() => elementOf(one.block)?.scrollIntoView({ block: 'center' })}
                >
                  Show
                </button>
              </div>
            </section>
          );
        })}
      </div>
    </aside>
  );
}

/** Puts a word in place of another, where a block has it first. */
function takeWord(editor: Editor, id: string, found: string, say: string): void {
  const block = editor.block(id);
  if (block === undefined) return;
  let isDone = false;
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string' && !isDone && value.includes(found)) {
      isDone = true;
      return value.replace(found, () => say);
    }
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === 'blocks' ? inner : replaced(inner)]),
    );
  };
  for (const [field, value] of Object.entries(block.data)) {
    const next = replaced(value);
    if (isDone && typeof value === 'string' && typeof next === 'string') void setHtml(editor, id, field, next);
    else if (isDone) editor.setField(id, field, next);
    if (isDone) return;
  }
}

/** Sets a text that was not typed: as HTML it is read by the server first. */
async function setHtml(editor: Editor, id: string, field: string, html: string): Promise<void> {
  const cleaned = html.includes('<') ? await editor.api.clean(html, 'source') : null;
  if (cleaned?.document) editor.written.set(html, cleaned.document);
  editor.setField(id, field, html);
}

/** Marks words in the page without changing it, where the browser can. */
function mark(findings: readonly Finding[]): () => void {
  if (!('highlights' in CSS)) return () => {};
  const ranges = findings.flatMap(({ block, finding }) => {
    const element = elementOf(block);
    if (element === null) return [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(finding.found);
      if (at < 0) continue;
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + finding.found.length);
      return [range];
    }
    return [];
  });
  CSS.highlights.set('language', new Highlight(...ranges));
  return () => void CSS.highlights.delete('language');
}
