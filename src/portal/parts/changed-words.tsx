import { changeOf } from '../../content/merge/together.js';

/** A text with the words marked in which it differs from what it was. */
export function ChangedWords({ base, text }: { readonly base: string; readonly text: string }) {
  if (base === 'Nothing' || base === text) return <>{text}</>;
  const { from, text: changed } = changeOf(base, text);
  const words = changed.trim();
  const start = from + changed.length - changed.trimStart().length;
  return (
    <>
      {text.slice(0, start)}
      {words !== '' && <ins>{words}</ins>}
      {text.slice(start + words.length)}
    </>
  );
}
