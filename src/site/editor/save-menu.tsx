import { useLayoutEffect, useRef } from 'preact/hooks';
import { proposalStates } from '../labels.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { draftEnd, draftTime, isInReview, isOwnDraft } from './draft-time.js';
import type { Saver, SaveTarget } from './saver.js';
import { useEditor, useSelected } from './use.js';

export const targetNames: Readonly<Record<SaveTarget, string>> = {
  publish: 'Publish',
  draft: 'Save as draft',
  review: 'Send for review',
  schedule: 'Schedule',
};

const others: readonly (readonly [target: SaveTarget, icon: IconName, hint: string])[] = [
  ['draft', 'file-text', 'Only you and the other editors see it'],
  ['review', 'git-pull-request-arrow', 'Someone looks before it shows'],
  ['schedule', 'calendar-clock', 'Until then a proposal'],
];

/** Ways to save, with the reason of the change, and the proposals of others that change the page. */
export function SaveMenu({ saver }: { readonly saver: Saver }) {
  const editor = useEditor();
  const mainTarget = useSelected(() => saver.mainTarget);
  const draft = useSelected(({ api }) => api.draft);
  const isReviewed = useSelected(isInReview);
  const changing = useSelected(({ review }) => review.proposals).filter(({ number }) => number !== draft);
  const ref = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => ref.current?.focus(), []);
  const save = (target: SaveTarget): void => {
    saver.note = ref.current?.value ?? '';
    editor.show(null);
    void saver.save(target);
  };
  return (
    <form
      class="pop sheet save-menu"
      onSubmit={(event) => {
        event.preventDefault();
        save(mainTarget);
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
        {targetNames[mainTarget]}
      </button>
      <div class="ways">
        {others.map(
          ([target, icon, hint]) =>
            target !== mainTarget && (
              <Button icon={icon} class="it" onClick={() => save(target)}>
                <span class="grow">
                  {isReviewed && target === 'draft' ? 'Save changes' : targetNames[target]}
                  <small>{isReviewed && target === 'draft' ? 'It stays in review' : hint}</small>
                </span>
                {target === 'draft' && <kbd>Ctrl S</kbd>}
              </Button>
            ),
        )}
        {changing.map((proposal) =>
          isOwnDraft(proposal) ? (
            <Button icon="pencil" class="it" onClick={() => saver.continueDraft(proposal)}>
              <span class="grow">
                Go on with your draft from {draftTime(proposal)}
                {draftEnd(proposal) !== '' && <small>{draftEnd(proposal)}</small>}
              </span>
            </Button>
          ) : (
            <a class="it" href={editor.api.proposalHref(proposal.number)}>
              <Icon name="eye" />
              <span class="grow">
                {proposal.author}
                <small>
                  {proposalStates[proposal.state]}, {draftTime(proposal)}
                </small>
              </span>
            </a>
          ),
        )}
      </div>
    </form>
  );
}
