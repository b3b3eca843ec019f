import type { ComponentChild } from 'preact';
import type { BlockDiff } from '../../../content/diff/page-diff.js';
import type { ComparedChange } from '../../../operations/proposals/compare.js';
import type { PageFindings } from '../../../operations/proposals/findings.js';
import { Filled } from '../../../words/filled.js';
import { counted, words } from '../../../words/words.js';
import { Name } from '../../manage/parts/text.js';
import { Note } from '../../parts/note.js';
import { anchor } from './compared-blocks.js';
import { blockTitle } from './page-differences.js';
import { Tag } from './proposal-state.js';

interface FoundWordsProps {
  readonly found: string;
  readonly suggestion: string | null;
}

/** Words that break a rule, and what to say instead. */
export function FoundWords({ found, suggestion }: FoundWordsProps): ComponentChild {
  const wrong = (
    <del>
      <Name text={found} />
    </del>
  );
  if (suggestion === null) return <Filled text={words().check.notSaid} values={{ found: wrong }} />;
  return (
    <>
      {wrong} → <ins>{suggestion}</ins>
    </>
  );
}

const maxNamed = 20;

interface NewFindingsProps {
  readonly findings: PageFindings;
  readonly blocks: readonly BlockDiff[];
  /** Beginning of the anchors of the blocks. */
  readonly prefix: string;
}

/** Number of findings of a page before and after, and the new ones with their places. */
export function NewFindings({ findings: { before, after, added }, blocks, prefix }: NewFindingsProps): ComponentChild {
  if (before + after === 0) return null;
  const texts = words().check;
  return (
    <Note kind={added.length > 0 ? 'warn' : 'info'}>
      <p>{counted(texts.beforeAndAfter, before, { after })}</p>
      {added.length > 0 && (
        <ul>
          {added.slice(0, maxNamed).map(({ block: id, field, found, rule: { suggestion } }) => {
            const block = blockIn(blocks, id);
            return (
              <li>
                <FoundWords found={found} suggestion={suggestion} />{' '}
                {block === undefined ? (
                  field === 'title' && <small>{words().editor.pageTitle}</small>
                ) : (
                  <a href={`#${anchor(block, prefix)}`}>
                    <small>{blockTitle(block)}</small>
                  </a>
                )}
              </li>
            );
          })}
          {added.length > maxNamed && <li>{counted(texts.others, added.length - maxNamed)}</li>}
        </ul>
      )}
    </Note>
  );
}

/** Block with this id, also inside other blocks. */
export function blockIn(blocks: readonly BlockDiff[], id: string | null): BlockDiff | undefined {
  for (const block of blocks) {
    if (block.id === id && id !== null) return block;
    const inside = blockIn(
      block.lists.flatMap((list) => list.blocks),
      id,
    );
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** Whether the language check looks at a change. */
export const isChecked = ({ kind, texts }: ComparedChange): boolean => kind === 'page' || texts !== null;

/** Findings in all pages and texts that a proposal changes; `null` if one was not checked. */
export function countFindings(changes: readonly ComparedChange[]): { after: number; added: number } | null {
  const sum = { after: 0, added: 0 };
  for (const change of changes) {
    const { findings } = change;
    if (!isChecked(change)) continue;
    if (findings === null) return null;
    sum.after += findings.after;
    sum.added += findings.added.length;
  }
  return sum;
}

export function FindingsTag({ changes }: { readonly changes: readonly ComparedChange[] }): ComponentChild {
  const texts = words().check;
  const count = countFindings(changes);
  if (count === null) return <Tag kind="" icon="clock" text={texts.notChecked} />;
  const { after, added } = count;
  if (after === 0) return <Tag kind="ok" icon="check" text={texts.noFindings} />;
  return <Tag kind="warn" icon="spell-check" text={counted(texts.withNew, after, { added })} />;
}
