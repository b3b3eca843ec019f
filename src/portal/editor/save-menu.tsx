import { useLayoutEffect, useRef } from 'preact/hooks';
import { proposalStates } from '../labels.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { draftEnd, draftTime, isOwnDraft } from './draft-time.js';
import type { Aim, Saver } from './saver.js';
import { useEditor, useSelected } from './use.js';

export const aimNames: Readonly<Record<Aim, string>> = {
  publish: 'Publish',
  draft: 'Save as draft',
  review: 'Send for review',
  schedule: 'Schedule',
};

const others: readonly (readonly [aim: Aim, icon: IconName, hint: string])[] = [
  ['draft', 'file-text', 'Only you and the other editors see it'],
  ['review', 'git-pull-request-arrow', 'Someone looks before it shows'],
  ['schedule', 'calendar-clock', 'Until then a proposal'],
];

/** Ways to save, with the reason of the change, and the proposals of others that change the page. */
export function SaveMenu({ saver }: { readonly saver: Saver }) {
  const editor = useEditor();
  const mainAim = useSelected(() => saver.mainAim);
  const draft = useSelected(({ api }) => api.draft);
  const changing = useSelected(({ review }) => review.proposals).filter(({ number }) => number !== draft);
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => ref.current?.focus(), []);
  const save = (aim: Aim): void => {
    saver.note = ref.current?.value ?? '';
    editor.show(null);
    void saver.save(aim);
  };
  return (
    <form
      class="pop sheet save-menu"
      onSubmit={(event) => {
        event.preventDefault();
        save(mainAim);
      }}
    >
      <div class="field">
        <label for="why">Why (optional)</label>
        <input class="in" id="why" ref={ref} maxLength={200} defaultValue={saver.note} aria-describedby="why-hint" />
        <span class="hint" id="why-hint">
          Others read it in the history.
        </span>
      </div>
      <button type="submit" class="btn go">
        {aimNames[mainAim]}
      </button>
      <div class="ways">
        {others.map(
          ([aim, icon, hint]) =>
            aim !== mainAim && (
              <Button icon={icon} class="it" onClick={() => save(aim)}>
                <span class="grow">
                  {aimNames[aim]}
                  <small>{hint}</small>
                </span>
                {aim === 'draft' && <kbd>Ctrl S</kbd>}
              </Button>
            ),
        )}
        {changing.map((one) =>
          isOwnDraft(one) ? (
            <Button icon="pencil" class="it" onClick={() => saver.goOn(one)}>
              <span class="grow">
                Go on with your draft from {draftTime(one)}
                {draftEnd(one) !== '' && <small>{draftEnd(one)}</small>}
              </span>
            </Button>
          ) : (
            <a class="it" href={editor.api.proposalHref(one.number)}>
              <Icon name="eye" />
              <span class="grow">
                {one.author}
                <small>
                  {proposalStates[one.state]}, {draftTime(one)}
                </small>
              </span>
            </a>
          ),
        )}
      </div>
    </form>
  );
}
