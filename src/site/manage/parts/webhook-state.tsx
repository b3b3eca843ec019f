import type { ComponentChild } from 'preact';
import type { ListedWebhook } from '../../../registry/webhooks.js';
import { told } from '../../../words/errors.js';
import { Filled } from '../../../words/filled.js';
import { counted, fill, words } from '../../../words/words.js';
import type { WorkContext } from '../../context.js';
import { Time } from '../../parts/time.js';
import type { PageReply } from '../../replies.js';
import { secretPage } from './secret-page.js';

const looks: Readonly<Record<ListedWebhook['state'], string>> = {
  well: 'ok',
  failing: 'bad',
  'given up': 'bad',
  unsigned: 'warn',
};

export const StateTag = ({ state }: Pick<ListedWebhook, 'state'>): ComponentChild => (
  <span class={`tag ${looks[state]}`}>{words().webhooks.states[state]}</span>
);

export const titleOf = ({ record }: ListedWebhook): string => record.name ?? record.url;

export function stateText(context: WorkContext, { state, position }: ListedWebhook): ComponentChild {
  const texts = words().webhooks.stateTexts;
  const { since = '', attempts = 0, next_at = null, reason = '' } = position?.failing ?? {};
  switch (state) {
    case 'unsigned':
      return context.service.isShared ? texts.otherNode : texts.unsigned;
    case 'failing':
      return (
        <Filled
          text={counted(texts.failing, attempts, { since: '{since}', reason: '{reason}', next: '{next}' })}
          values={{ since: <Time at={since} />, reason: told(reason), next: <Time at={next_at ?? since} /> }}
        />
      );
    case 'given up':
      return fill(texts.givenUp, { reason: told(reason) });
    case 'well': {
      const last = position?.last ?? null;
      if (last === null) return texts.nothingToSend;
      return <Filled text={texts.well} values={{ time: <Time at={last.at} /> }} />;
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
  const texts = words().webhooks.attempts;
  const all = attempts.length;
  const failed = attempts.filter(({ delivered }) => !delivered).length;
  if (failed === 0) return counted(texts.noneFailed, all);
  const inRow = all - 1 - attempts.findLastIndex(({ delivered }) => delivered);
  return counted(inRow > 0 ? texts.failedInRow : texts.failed, all, { failed, inRow });
}

/**
 * Page that shows a new secret.
 *
 * @param oldUntil time until which the old secret also signs; `null` if it has ended
 */
export function secretReply({ href }: WorkContext, id: string, secret: string, oldUntil: string | null): PageReply {
  const texts = words().webhooks.secret;
  const children = (
    <>
      {texts.hint}
      {oldUntil !== null && (
        <>
          {' '}
          <Filled text={texts.oldUntil} values={{ time: <Time at={oldUntil} /> }} />
        </>
      )}
    </>
  );
  const back = [href(`/webhooks/${id}`), texts.back] as const;
  return secretPage({ title: texts.title, label: texts.label, secret, back, children });
}
