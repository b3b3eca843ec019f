import type { ComponentChild } from 'preact';
import { plural } from '../../lib/plural.js';
import type { ListedWebhook } from '../../registry/webhooks.js';
import type { BrandContext, PageReply } from '../context.js';
import { secretPage } from './secret-page.js';
import { Time } from './text.js';

const states: Readonly<Record<ListedWebhook['state'], readonly [kind: string, text: string]>> = {
  well: ['ok', 'Works'],
  failing: ['bad', 'Failing'],
  'given up': ['bad', 'Given up'],
  unsigned: ['warn', 'No secret'],
};

export function StateTag({ state }: Pick<ListedWebhook, 'state'>): ComponentChild {
  const [kind, text] = states[state];
  return <span class={`tag ${kind}`}>{text}</span>;
}

export const titleOf = ({ record }: ListedWebhook): string => record.name ?? record.url;

export function stateText(context: BrandContext, { state, position }: ListedWebhook): ComponentChild {
  const { since = '', attempts = 0, next_at = null, reason = '' } = position?.failing ?? {};
  switch (state) {
    case 'unsigned':
      return context.service.isShared ? 'left to another node' : 'sends nothing: it has no secret here';
    case 'failing':
      return (
        <>
          failing since <Time at={since} />, {plural(attempts, 'attempt')}: {reason}; next try{' '}
          <Time at={next_at ?? since} />
        </>
      );
    case 'given up':
      return `given up: ${reason}. “Send again” goes on`;
    case 'well': {
      const last = position?.last ?? null;
      if (last === null) return 'well; nothing was to be sent yet';
      return (
        <>
          well; last delivered <Time at={last.at} />
        </>
      );
    }
  }
}

/** The last attempts as bars, the newest at the right. A label says the same in words. */
export function AttemptBars({ hook: { position } }: { readonly hook: ListedWebhook }): ComponentChild {
  const attempts = position?.recent ?? [];
  if (attempts.length === 0) return null;
  return (
    <svg class="attempts" role="img" aria-label={attemptsText(attempts)}>
      {attempts.map(({ delivered }, index) => (
        // A failed attempt is also shorter, because a difference must never be only one of colour.
        <rect
          class={delivered ? 'ok' : 'bad'}
          x={index * 9}
          y={delivered ? 0 : 8}
          width={6}
          rx={2}
          height={delivered ? 24 : 16}
        />
      ))}
    </svg>
  );
}

function attemptsText(attempts: readonly { readonly delivered: boolean }[]): string {
  const start = `Of the last ${plural(attempts.length, 'attempt')}`;
  const failed = attempts.filter(({ delivered }) => !delivered).length;
  if (failed === 0) return `${start}, none failed`;
  const inRow = attempts.length - 1 - attempts.findLastIndex(({ delivered }) => delivered);
  return `${start}, ${failed} failed${inRow > 0 ? `, the last ${inRow} in a row` : ''}`;
}

/**
 * Page that shows a new secret.
 *
 * @param oldUntil time until which the old secret also signs; `null` if it has ended
 */
export function secretReply({ href }: BrandContext, id: string, secret: string, oldUntil: string | null): PageReply {
  const children = (
    <>
      The receiver checks with it that requests come from here. If you lose it, make a new secret.
      {oldUntil !== null && (
        <>
          {' '}
          The old one signs, too, until <Time at={oldUntil} />.
        </>
      )}
    </>
  );
  const back = [href(`/webhooks/${id}`), 'To the webhook'] as const;
  return secretPage({ title: 'The secret of the webhook', label: 'The secret', secret, back, children });
}
