import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fill, words } from '../../words/words.js';
import { useEditor } from './use.js';

interface SourceTextProps {
  readonly html: string;
  readonly label: string;
  /** Why no editor can write the text back as it is. */
  readonly reason: string;
  /** Whether it was opened to be written. */
  readonly isFocused: boolean;
  change(html: string): void;
  /**
   * Ends the writing of the source.
   *
   * @param isFocused whether the text that follows gets the caret
   */
  close(isFocused: boolean): void;
}

/** HTML as its source. What was typed is read by the server when the field is left, and before it is saved. */
export function SourceText(props: SourceTextProps) {
  const texts = words().editorText;
  const { html, label, reason, isFocused } = props;
  const editor = useEditor();
  const ref = useRef<HTMLTextAreaElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const read = async (): Promise<string | null> => {
    const { html: typed, change, close } = latest.current;
    if (editor.texts.isRead(typed)) return null;
    const result = await editor.texts.readSource(typed);
    if (latest.current.html !== typed) return read();
    if ('problem' in result) {
      setProblem(result.problem);
      return result.problem;
    }
    close(document.activeElement === ref.current);
    change(result.html);
    return null;
  };
  useLayoutEffect(() => {
    if (isFocused) ref.current?.focus();
  }, []);
  useEffect(() => {
    const open = { flush: () => {}, read };
    editor.texts.open.add(open);
    return () => void editor.texts.open.delete(open);
  }, []);
  return (
    <span class="source-text">
      <span class="hint" id={id} role={problem === null ? undefined : 'alert'}>
        {problem ?? fill(texts.shownAsSource, { reason })}
      </span>
      <textarea
        ref={ref}
        class="in"
        rows={Math.min(12, html.split('\n').length + 2)}
        aria-label={fill(texts.source, { text: label })}
        aria-describedby={id}
        aria-invalid={problem !== null}
        spellcheck={false}
        value={html}
        onInput={({ currentTarget }) => {
          setProblem(null);
          latest.current.change(currentTarget.value);
        }}
        onBlur={() => (editor.texts.isRead(html) ? props.close(false) : void read())}
      />
    </span>
  );
}
