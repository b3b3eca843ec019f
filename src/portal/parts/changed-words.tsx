import { changeOf } from '../../content/merge/together.js';

/** A text with the words marked in which it differs from what it was. */
export function ChangedWords({ base, text }: { readonly base: string; readonly text: string }) {
  if (base === 'Nothing' || base === text) return <>{text}</>;
  const { from, text: words } = changeOf(base, text);
  return (
    <>
      {text.slice(0, from)}
      {words !== '' && <ins>{words}</ins>}
      {text.slice(from + words.length)}
    </>
  );
}
