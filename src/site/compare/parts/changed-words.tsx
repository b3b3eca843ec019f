import { changeOf } from '../../../content/merge/together.js';

/**
 * A text with the words marked in which it differs from what it was.
 *
 * @param base `null` if there was nothing
 */
export function ChangedWords({ base, text }: { readonly base: string | null; readonly text: string }) {
  if (base === null || base === text) return <>{text}</>;
  const { from, text: changed } = changeOf(base, text);
  const marked = changed.trim();
  const start = from + changed.length - changed.trimStart().length;
  return (
    <>
      {text.slice(0, start)}
      {marked !== '' && <ins>{marked}</ins>}
      {text.slice(start + marked.length)}
    </>
  );
}
