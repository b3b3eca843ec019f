import type { NamedAuthor } from '../../../operations/history.js';
import type { ComparedChange } from '../../../operations/proposals/compare.js';
import { counted, words } from '../../../words/words.js';
import type { Fields } from '../../addresses.js';
import { Submit } from '../../manage/parts/button.js';
import { Icon } from '../../parts/icon.js';
import { ConflictChoices } from './conflict-choices.js';
import { blockIn } from './findings.js';
import { blockPlace } from './page-differences.js';
import { type ProposalForms, SmallForm } from './proposal-comments.js';
import type { Names } from './reference-names.js';

interface ConflictsProps extends ProposalForms {
  readonly change: ComparedChange;
  readonly author: NamedAuthor;
  readonly names: Names;
  /** Form that was refused. */
  readonly sent: Fields;
  readonly fields: Readonly<Record<string, string | number>>;
  /** Whether its button is the main one of the page. */
  readonly isMain: boolean;
}

/** Values that both have changed. Each has a choice between the brand's, the proposed one, and both together. */
export function Conflicts({
  change: { conflicts, diff, changedBy },
  author,
  names,
  sent,
  fields,
  isMain,
  ...forms
}: ConflictsProps) {
  const texts = words().proposedChanges;
  const isSent = sent.action === 'settle' && sent.kind === fields.kind && sent.id === String(fields.id);
  const block = (id: string) => {
    const found = blockIn(diff.blocks, id);
    return found && { name: blockPlace(found), type: found.type };
  };
  return (
    <div class="conflicts">
      <p class="row">
        <Icon name="git-merge" />
        <span>{counted(texts.conflicts, conflicts.length)}</span>
      </p>
      <SmallForm {...forms} action="settle" fields={fields}>
        <ConflictChoices
          conflicts={conflicts}
          theirs={{ title: texts.theirs, author: changedBy }}
          mine={{ title: texts.mine, author }}
          names={names}
          sent={isSent ? sent : undefined}
          block={block}
        />
        {forms.isOpen && <Submit text={counted(texts.saveWith, conflicts.length)} look={isMain ? 'go' : undefined} />}
      </SmallForm>
    </div>
  );
}
