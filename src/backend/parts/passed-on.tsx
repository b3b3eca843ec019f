/** A text that is shown once, to be passed on: the script adds a button that copies it. */
export function PassedOn({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <>
      <label for="made">{label}</label>
      <div class="copied">
        <input id="made" readOnly value={text} spellcheck={false} />
        <button type="button" class="quiet" data-copy="made" hidden>
          Copy
        </button>
      </div>
      <p role="status" />
    </>
  );
}
