import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { innerOf, shownValue, togetherOf, unescaped, withInner } from '../../content/merge/together.js';
import type { Conflict } from '../../content/merge/values.js';
import { capitalised } from '../../lib/capitalised.js';
import { plural } from '../../lib/plural.js';
import type { NamedAuthor } from '../../operations/history.js';
import { Avatar } from '../parts/avatar.js';
import { Button } from '../parts/button.js';
import { ChangedWords } from '../parts/changed-words.js';
import { Icon } from '../parts/icon.js';
import { wordsOf } from './move-choice.js';
import { type Blocks, find, remove, replace, withValue } from './page-model.js';
import { Dialog } from './popup.js';
import type { SaveConflict } from './refusal.js';
import type { Saver } from './saver.js';
import { useEditor } from './use.js';

type Decision = 'theirs' | 'mine' | 'together';

interface Choice {
  readonly decision: Decision | null;
  /** Text that puts both together. */
  readonly text: string;
}

interface ConflictsProps {
  readonly conflict: SaveConflict;
  readonly saver: Saver;
}

/** Whether there is nothing to choose, because the content of both sides stays on the page. */
const keepsBoth = ({ block, field, base, mine, theirs }: Conflict): boolean =>
  (block === null && field === null) || [base, mine, theirs].every((value) => value === null);

/** Dialog of conflicts, with a choice for each: theirs, yours, or both together. */
export function Conflicts({ conflict, saver }: ConflictsProps) {
  const { conflicts, merged } = conflict;
  const { otherAuthor, api } = useEditor();
  const isOne = conflicts.length === 1;
  const [choices, setChoices] = useState<readonly Choice[]>(conflicts.map(firstChoice));
  const choose = (at: number, next: Partial<Choice>): void =>
    setChoices((now) => now.map((choice, index) => (index === at ? { ...choice, ...next } : choice)));
  const isDecided = conflicts.every((place, at) => keepsBoth(place) || choices[at]?.decision !== null);
  const save = (): void => {
    const { title, blocks } = settled(merged, conflicts, choices);
    void saver.settle(title, blocks);
  };
  return (
    <Dialog
      name="Conflict"
      title={`${otherAuthor?.name ?? 'Someone else'} changed ${isOne ? 'the same place' : plural(conflicts.length, 'same place')}`}
      head={
        <p>
          Everything else of both of you goes together by itself. Choose for {isOne ? 'this one' : 'each of these'}.
        </p>
      }
      actions={
        <Button class="btn go" disabled={!isDecided} onClick={save}>
          Save with this
        </Button>
      }
      close={() => saver.dismiss()}
    >
      <div class="body">
        {conflicts.map((place, at) => (
          <ConflictChoice
            key={`${place.block} ${place.field}`}
            conflict={place}
            other={otherAuthor}
            me={api.place.person.name}
            name={nameOf(place, merged.blocks)}
            choice={choices[at] ?? firstChoice(place)}
            choose={(next) => choose(at, next)}
          />
        ))}
      </div>
    </Dialog>
  );
}

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  /** Author of the other change. */
  readonly other: NamedAuthor | null;
  readonly me: string;
  readonly name: string;
  readonly choice: Choice;
  choose(next: Partial<Choice>): void;
}

function ConflictChoice({ conflict, other, me, name, choice, choose }: ConflictChoiceProps) {
  const { kind, base, mine, theirs, block, field } = conflict;
  if (keepsBoth(conflict)) return <p>{name}: what both of you added stays. Remove or move some of it afterwards.</p>;

  const both = togetherOf(conflict);
  // Until both sides are in it, it would store one of them.
  const isOneSide = both?.isSuggested === false && choice.text === both.text;
  const option = (decision: Decision, head: ComponentChildren, content: ComponentChildren) => (
    <label class={decision === 'together' ? 'ver both' : 'ver'}>
      <span class="ver-head">
        <input
          type="radio"
          name={`${block} ${field}`}
          checked={choice.decision === decision}
          disabled={decision === 'together' && isOneSide}
          onChange={() => choose({ decision })}
        />
        {head}
      </span>
      {content}
    </label>
  );
  const side = (value: unknown, isRemoved: boolean) => (
    <span>{isRemoved ? 'Removed' : <ChangedWords base={shownValue(base)} text={shownValue(value)} />}</span>
  );
  const theirsHead = (
    <>
      {other !== null && <Avatar {...other} isSmall />}
      {other === null ? 'Theirs' : `${other.name}’s`}
    </>
  );
  const mineHead = (
    <>
      <Avatar name={me} isSmall />
      Yours
    </>
  );
  const togetherHead = (
    <>
      <Icon name="combine" />
      Together
      {both?.isSuggested && <span class="tag ok">suggested</span>}
    </>
  );
  return (
    <fieldset class="conflict">
      <legend>{name}</legend>
      {option('theirs', theirsHead, side(theirs, kind === 'removed_there'))}
      {option('mine', mineHead, side(mine, kind === 'removed_here'))}
      {both !== null &&
        option('together', togetherHead, <TogetherText name={name} text={choice.text} choose={choose} />)}
    </fieldset>
  );
}

/** Text that puts both sides together, to be changed where it has no markup in it. */
function TogetherText({ name, text, choose }: Pick<ConflictChoiceProps, 'name' | 'choose'> & Pick<Choice, 'text'>) {
  const inner = innerOf(text);
  if (inner === null) return <span>{shownValue(text)}</span>;
  return (
    <textarea
      class="in"
      rows={3}
      aria-label={`Both together: ${name}`}
      value={unescaped(inner)}
      onInput={({ currentTarget: { value } }) => choose({ decision: 'together', text: withInner(text, value) })}
    />
  );
}

function firstChoice(conflict: Conflict): Choice {
  const both = togetherOf(conflict);
  return { decision: both?.isSuggested ? 'together' : null, text: both?.text ?? '' };
}

function nameOf({ block, field }: Conflict, blocks: Blocks): string {
  if (block === null) return field === 'title' ? 'Title' : 'Blocks';
  const found = find(blocks, block)?.block;
  return found === undefined ? 'A block' : capitalised(wordsOf(found));
}

/** The merged page with everything that was decided. */
function settled(merged: SaveConflict['merged'], conflicts: readonly Conflict[], choices: readonly Choice[]) {
  let { title, blocks }: { title: string; blocks: Blocks } = merged;
  for (const [at, conflict] of conflicts.entries()) {
    const { block, field, kind, mine } = conflict;
    const choice = choices[at];
    if (choice === undefined || keepsBoth(conflict)) continue;
    const { decision, text } = choice;
    if (kind !== 'both') {
      const isRemoved = decision === (kind === 'removed_here' ? 'mine' : 'theirs');
      if (isRemoved && block !== null) blocks = remove(blocks, block);
    } else if (decision !== 'theirs') {
      const value = decision === 'together' ? text : mine;
      if (block === null) title = String(value ?? '');
      else
        blocks = replace(blocks, block, (found) => ({
          ...found,
          data: field === null ? asData(value, found.data) : withValue(found.data, field, value ?? undefined),
        }));
    }
  }
  return { title, blocks };
}

const asData = (value: unknown, data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : data;
