import type { ComponentChild } from 'preact';
import { notFound } from '../../lib/errors.js';
import { isResting, isUsable, KeyInUse, type RotatedKey } from '../../registry/keys.js';
import { Filled } from '../../words/filled.js';
import { fill, words } from '../../words/words.js';
import { Warning } from '../parts/note.js';
import { Time } from '../parts/time.js';
import type { WorkReply } from '../replies.js';
import { dayOptions, termIn } from './parts/form.js';
import { type Action, formsPage } from './parts/forms-page.js';
import { budgetsOf, lastUse, newKeyPage, rightsText, stateOf } from './parts/key-state.js';
import { LinkLine } from './parts/text.js';

/** Days for which a replaced key stays valid. */
const overlaps = () => [['0', words().keys.endsAtOnce] as const, ...dayOptions(1, 7, 30)];

/**
 * Page of a key, with the forms that replace and revoke it.
 *
 * @param confirming action to confirm for a key in use
 */
const keyForms = (confirming?: 'revoke' | 'rotate') =>
  formsPage(async (context) => {
    const { service, params, slug, href } = context;
    const now = service.clock();
    const key = (await service.keys.list(slug)).find(({ id }) => id === params.key);
    if (key === undefined) throw notFound('Key');
    const { id, name, version, replaced_by: successor } = key;
    const path = `/keys/${id}`;
    const texts = words().keys;
    const asksFirst = context.form.sure !== 'yes';
    const sure = (action: string) => confirming === action && <input type="hidden" name="sure" value="yes" />;
    /** Waits for the end of a key. If the key was used lately, the page asks first. */
    const orAsk = (action: 'revoke' | 'rotate', ending: Promise<WorkReply>): Promise<WorkReply> =>
      ending.catch((error) => {
        if (error instanceof KeyInUse) return keyForms(action).page(context);
        throw error;
      });
    const start: Action = {
      name: 'start',
      title: words().readers.start,
      id: 'start',
      button: texts.startKey,
      said: 'started',
      text: <p>{texts.startHint}</p>,
      run: async ({ by }) => void (await service.keys.start(id, by)),
    };
    return {
      title: fill(texts.keyNamed, { name }),
      up: ['/keys', words().places.keys],
      path,
      version,
      isNarrow: true,
      said: { started: texts.said.started },
      actions: [
        ...(isResting(key, now) ? [start] : []),
        {
          name: 'rotate',
          title: texts.replace,
          id: 'replace',
          guards: ['version', 'once'],
          button: confirming === 'rotate' ? texts.replaceAnyway : texts.replaceKey,
          inputs: (inputs) => [
            sure('rotate'),
            <p>{texts.replaceHint}</p>,
            inputs.select({
              name: 'overlap',
              label: texts.overlap,
              options: overlaps(),
              value: confirming === 'rotate' ? '0' : '7',
            }),
          ],
          async run({ by }) {
            const overlapMs = termIn(context.form, 'overlap');
            const rotation = service.keys.rotate({ id, overlapMs, sparesUsed: asksFirst && overlapMs === 0 }, by);
            const page = rotation.then((rotated) => newKeyPage(context, rotated, endOfOld(rotated, overlapMs === 0)));
            return orAsk('rotate', page);
          },
        },
        {
          name: 'revoke',
          id: 'revoke',
          title: words().readers.revoke,
          look: 'bad',
          button: confirming === 'revoke' ? texts.revokeAnyway : words().readers.revoke,
          inputs: () => sure('revoke'),
          text: <p>{texts.revokeHint}</p>,
          run: ({ by }) =>
            orAsk(
              'revoke',
              service.keys
                .revoke(id, { by, sparesUsed: asksFirst })
                .then(() => ({ to: href('/keys', { said: 'revoked' }) })),
            ),
        },
      ],
      sections: (form) => (
        <>
          {confirming && (
            <Warning title={texts.inUse} link={['#replace', texts.replaceIt]} isAlert>
              {lastUse(key)}. {texts.inUseHint}
            </Warning>
          )}
          <p>
            {stateOf(key, now)} · {rightsText(key.rights)} ·{' '}
            <Filled text={texts.issuedAt} values={{ time: <Time at={key.created_at} /> }} /> · {lastUse(key)}
            {budgetsOf(key)}
          </p>
          {successor !== null && <LinkLine to={href(`/keys/${successor}`)} text={texts.successor} />}
          {confirming === 'revoke' && form('revoke')}
          {isResting(key, now) && form('start')}
          {isUsable(key, now) && form('rotate')}
          {(isUsable(key, now) || isResting(key, now)) && confirming !== 'revoke' && form('revoke')}
        </>
      ),
    };
  });

export const keyPage = keyForms();

const endOfOld = ({ old }: RotatedKey, isOver: boolean): ComponentChild =>
  isOver ? (
    words().keys.oldIsOver
  ) : (
    <Filled text={words().keys.oldWorksUntil} values={{ time: <Time at={old.expires_at ?? ''} /> }} />
  );
