import type { ComponentChild } from 'preact';
import { fieldTextsOf } from '../../content/blocks/texts.js';
import type { BlockDiff } from '../../content/diff/page-diff.js';
import { innerOf, shownValue, togetherOf, unescaped, withInner } from '../../content/merge/together.js';
import { invalidField } from '../../lib/errors.js';
import { isObject } from '../../lib/json.js';
import type { NamedAuthor } from '../../operations/history.js';
import type { ComparedChange } from '../../operations/proposals/compare.js';
import { blockName, fieldName } from '../../portal/labels.js';
import { Avatar } from '../../portal/parts/avatar.js';
import { ChangedWords } from '../../portal/parts/changed-words.js';
import { Icon } from '../../portal/parts/icon.js';
import type { Fields } from '../context.js';
import { Submit } from './button.js';
import { blockIn } from './findings.js';
import { type ProposalForms, SmallForm } from './proposal-comments.js';

type Conflict = ComparedChange['conflicts'][number];

/** Whether there is no side to take, because what both added stays. */
const keepsBoth = ({ base, mine, theirs }: Conflict): boolean => [base, mine, theirs].every((value) => value === null);

/** Choices of a form, for the conflicts that it shows. */
export const placesIn = (form: Fields, conflicts: readonly Conflict[]) =>
  conflicts.flatMap((conflict, at) => {
    const { block, field } = conflict;
    if (keepsBoth(conflict)) return [];
    const side = form[`side.${at}`];
    if (side === undefined) throw invalidField(`side.${at}`, 'Choose one for each place.');
    const own = togetherOf(conflict);
    if (side !== 'together' || own === null) return [{ block, field, side }];
    const words = form[`text.${at}`];
    return [{ block, field, side, text: words === undefined ? own.text : withInner(own.text, words) }];
  });

interface ConflictsProps extends ProposalForms {
  readonly change: ComparedChange;
  readonly author: NamedAuthor;
  readonly fields: Readonly<Record<string, string | number>>;
  /** Whether its button is the main one of the page. */
  readonly isMain: boolean;
}

/** Values that both have changed. Each has a choice between the brand's, the proposed one, and both together. */
export function Conflicts({
  change: { conflicts, diff, changedBy },
  author,
  fields,
  isMain,
  ...forms
}: ConflictsProps) {
  const isOne = conflicts.length === 1;
  return (
    <div class="conflicts">
      <p class="row">
        <Icon name="git-merge" />
        <span>
          The brand has changed {isOne ? 'the same place' : `${conflicts.length} of the same places`} since. Everything
          else goes together by itself.
        </span>
      </p>
      <SmallForm {...forms} action="settle" fields={fields}>
        {conflicts.map((conflict, at) => (
          <ConflictChoice
            key={`${conflict.block} ${conflict.field}`}
            conflict={conflict}
            at={at}
            author={author}
            changedBy={changedBy}
            block={blockIn(diff.blocks, conflict.block)}
          />
        ))}
        {forms.isOpen && <Submit text={`Save with ${isOne ? 'this' : 'these'}`} look={isMain ? 'go' : undefined} />}
      </SmallForm>
    </div>
  );
}

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  readonly at: number;
  readonly block: BlockDiff | undefined;
  readonly author: NamedAuthor;
  readonly changedBy: NamedAuthor | null;
}

function ConflictChoice({ conflict, at, block, author, changedBy }: ConflictChoiceProps) {
  const { kind, base, mine, theirs } = conflict;
  const name = placeName(conflict, block);
  if (keepsBoth(conflict)) return <p>{name}: what both added stays. Remove or move some of it afterwards.</p>;
  const both = togetherOf(conflict);
  const inner = both && innerOf(both.text);
  const side = (value: string, picture: ComponentChild, title: string, content: ComponentChild, isChosen = false) => (
    <label class="ver">
      <span class="ver-head">
        <input type="radio" name={`side.${at}`} value={value} checked={isChosen} required />
        {picture}
        {title}
        {isChosen && <span class="tag ok">suggested</span>}
      </span>
      <span>{content}</span>
    </label>
  );
  const shown = (value: unknown, isGone: boolean) =>
    isGone ? 'Removed' : <ChangedWords base={wordsIn(base, block)} text={wordsIn(value, block)} />;
  return (
    <fieldset class="conflict">
      <legend>{name}</legend>
      {side(
        'theirs',
        changedBy !== null && <Avatar {...changedBy} isSmall />,
        'As on the brand',
        shown(theirs, kind === 'removed_there'),
      )}
      {side('mine', <Avatar {...author} isSmall />, 'As proposed', shown(mine, kind === 'removed_here'))}
      {both !== null && (
        <div class="ver both">
          {side(
            'together',
            <Icon name="combine" />,
            'Together',
            inner === null && shownValue(both.text),
            both.isSuggested,
          )}
          {inner !== null && (
            <textarea class="in" name={`text.${at}`} rows={3} aria-label={`Both together: ${name}`}>
              {`\n${unescaped(inner)}`}
            </textarea>
          )}
        </div>
      )}
    </fieldset>
  );
}

function placeName({ block: id, field }: Conflict, block: BlockDiff | undefined): string {
  const whole = id === null ? 'The whole' : 'A block';
  const place = block === undefined ? whole : `Block ${block.at ?? block.from_at} · ${blockName(block.type)}`;
  if (field === null) return place;
  const name = fieldName(field);
  if (block !== undefined && name === blockName(block.type)) return place;
  return id === null ? `${name.charAt(0).toUpperCase()}${name.slice(1)}` : `${place} · ${name}`;
}

const maxShown = 2000;

/** Value as people read it. For a block, these are its texts. */
function wordsIn(value: unknown, block: BlockDiff | undefined): string {
  if (!isObject(value)) return shownValue(value).slice(0, maxShown);
  const texts = fieldTextsOf({ id: null, type: block?.type ?? null, data: value }).map(({ text }) => shownValue(text));
  const title = [value.title, value.name].find((name) => typeof name === 'string');
  return (texts.join(' ') || title || shownValue(value)).slice(0, maxShown);
}
