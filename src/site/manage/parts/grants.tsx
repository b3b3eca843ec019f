import type { ComponentChild } from 'preact';
import { type ListedGrant, scopesOf } from '../../../registry/grants.js';
import type { GrantScope } from '../../../registry/records.js';
import { Filled } from '../../../words/filled.js';
import { fill, listText, words } from '../../../words/words.js';
import { languageName } from '../../frame/language.js';
import { Avatar } from '../../parts/avatar.js';
import { Time } from '../../parts/time.js';
import { Row } from './list.js';
import { Name } from './text.js';

/** @param languages of its texts, where it is to translate */
export const scopeName = (scope: GrantScope, languages: readonly string[] = []): string =>
  fill(words().agents.rights[scope], { languages: listText(languages.map((tag) => languageName(tag))) });

interface GrantRowsProps {
  readonly grants: readonly ListedGrant[];
  /** Whether they belong to one person in several brands, and not to a brand. */
  readonly isOwn?: true;
  readonly end: (grant: ListedGrant) => ComponentChild;
}

/** Last use of something that a program or a guest uses, inside a list of facts. */
export function LastUsed({ at }: { readonly at: string | null }): ComponentChild {
  const texts = words().agents;
  return at === null ? texts.notUsed : <Filled text={texts.lastUsed} values={{ time: <Time at={at} /> }} />;
}

/** Agents that act as people. */
export function GrantRows({ grants, isOwn, end }: GrantRowsProps): ComponentChild {
  const texts = words().agents;
  return (
    <ul class="list">
      {grants.map((grant) => (
        <Row
          key={grant.id}
          name={grant.agent}
          icon={<Avatar name={grant.agent} kind="agent" />}
          details={
            <>
              {grant.rests !== undefined && `${texts.rests} · `}
              {isOwn ? (
                fill(texts.inBrand, { brand: grant.brand })
              ) : (
                <Filled text={texts.forPerson} values={{ name: <Name text={grant.person_name} /> }} />
              )}{' '}
              ·{' '}
              {scopesOf(grant)
                .map((scope) => scopeName(scope, grant.translates))
                .join(', ')}{' '}
              ·{' '}
              <Filled
                text={texts.sinceUntil}
                values={{
                  since: <Time at={grant.created_at} form="day" />,
                  until: <Time at={grant.expires_at} form="day" />,
                }}
              />{' '}
              · <LastUsed at={grant.last_used_at} />
            </>
          }
          end={end(grant)}
        />
      ))}
    </ul>
  );
}
