import type { ComponentChild } from 'preact';
import { scopeNames } from '../../portal/labels.js';
import { Avatar } from '../../portal/parts/avatar.js';
import type { ListedGrant } from '../../registry/grants.js';
import { Row } from './list.js';
import { Name, Time } from './text.js';

interface GrantRowsProps {
  readonly grants: readonly ListedGrant[];
  /** Whether they belong to one person in several brands, and not to a brand. */
  readonly isOwn?: true;
  readonly end: (grant: ListedGrant) => ComponentChild;
}

/** Agents that act as people. */
export function GrantRows({ grants, isOwn, end }: GrantRowsProps): ComponentChild {
  return (
    <ul class="list">
      {grants.map((grant) => (
        <Row
          key={grant.id}
          name={grant.agent}
          icon={<Avatar name={grant.agent} kind="agent" />}
          details={
            <>
              {grant.rests !== undefined && 'Rests · '}
              {isOwn ? `in ${grant.brand}` : ['for ', <Name key="person" text={grant.person_name} />]} ·{' '}
              {grant.scopes.map((right) => scopeNames[right]).join(', ')} · since <Time at={grant.created_at} day />,
              until <Time at={grant.expires_at} day /> ·{' '}
              {grant.last_used_at === null
                ? 'not used yet'
                : ['last used ', <Time key="time" at={grant.last_used_at} />]}
            </>
          }
          end={end(grant)}
        />
      ))}
    </ul>
  );
}
