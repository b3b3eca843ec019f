import { useLayoutEffect, useRef } from 'preact/hooks';
import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { draftEnd, draftTime, isInReview, isOwnDraft } from './draft-time.js';
import type { Saver, SaveTarget } from './saver.js';
import { useEditor, useSelected } from './use.js';

const others = [
  ['draft', 'file-text'],
  ['review', 'git-pull-request-arrow'],
  ['schedule', 'calendar-clock'],
] as const satisfies readonly (readonly [target: SaveTarget, icon: IconName])[];

/** Ways to save, with the reason of the change, and the proposals of others that change the page. */
export function SaveMenu({ saver }: { readonly saver: Saver }) {
  const { common, editor: texts, editorKeys } = words();
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
        <label for="why">{texts.why}</label>
        <input class="in" id="why" ref={ref} maxLength={200} defaultValue={saver.note} aria-describedby="why-hint" />
        <span class="hint" id="why-hint">
          {texts.whyHint}
        </span>
      </div>
      <button type="submit" class="btn go">
        {texts.targets[mainTarget]}
      </button>
      <div class="ways">
        {others.map(
          ([target, icon]) =>
            target !== mainTarget && (
              <Button icon={icon} class="it" onClick={() => save(target)}>
                <span class="grow">
                  {isReviewed && target === 'draft' ? texts.saveChanges : texts.targets[target]}
                  <small>{isReviewed && target === 'draft' ? texts.staysInReview : texts.targetHints[target]}</small>
                </span>
                {target === 'draft' && <kbd>{editorKeys.names.save}</kbd>}
              </Button>
            ),
        )}
        {changing.map((proposal) =>
          isOwnDraft(proposal) ? (
            <Button icon="pencil" class="it" onClick={() => saver.continueDraft(proposal)}>
              <span class="grow">
                {fill(texts.goOnWithDraft, { time: draftTime(proposal) })}
                {draftEnd(proposal) !== '' && <small>{draftEnd(proposal)}</small>}
              </span>
            </Button>
          ) : (
            <a class="it" href={editor.api.proposalHref(proposal.number)}>
              <Icon name="eye" />
              <span class="grow">
                {proposal.author}
                <small>
                  {fill(texts.proposalState, {
                    state: common.proposalStates[proposal.state],
                    time: draftTime(proposal),
                  })}
                </small>
              </span>
            </a>
          ),
        )}
      </div>
    </form>
  );
}
