import type { ComponentChild } from 'preact';
import { notFound } from '../../lib/errors.js';
import { isResting, isUsable, KeyInUse, type RotatedKey } from '../../registry/keys.js';
import type { Reply } from '../context.js';
import { dayOptions, termIn } from '../parts/form.js';
import { type Action, formsPage } from '../parts/forms-page.js';
import { budgetsOf, lastUse, newKeyPage, rightsText, stateOf } from '../parts/key-state.js';
import { Warning } from '../parts/note.js';
import { LinkLine, Time } from '../parts/text.js';

/** Days for which a replaced key stays valid. */
const overlaps = [['0', 'It ends at once'] as const, ...dayOptions(1, 7, 30)];

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
    const asksFirst = context.form.sure !== 'yes';
    const sure = (action: string) => confirming === action && <input type="hidden" name="sure" value="yes" />;
    /** Waits for the end of a key. If the key was used lately, the page asks first. */
    const orAsk = (action: 'revoke' | 'rotate', ending: Promise<Reply>): Promise<Reply> =>
      ending.catch((error) => {
        if (error instanceof KeyInUse) return keyForms(action).page(context);
        throw error;
      });
    const start: Action = {
      name: 'start',
      title: 'Start',
      id: 'start',
      button: 'Start the key',
      said: 'started',
      text: <p>It rests, since its brand was archived. Started, it works as before.</p>,
      run: async ({ by }) => void (await service.keys.start(id, by)),
    };
    return {
      title: `Key ${name}`,
      up: ['/keys', 'Keys'],
      path,
      version,
      isNarrow: true,
      said: { started: 'The key works again.' },
      actions: [
        ...(isResting(key, now) ? [start] : []),
        {
          name: 'rotate',
          title: 'Replace',
          id: 'replace',
          guards: ['version', 'once'],
          button: confirming === 'rotate' ? 'Replace anyway' : 'Replace the key',
          inputs: (inputs) => [
            sure('rotate'),
            <p>The new key has the same name, rights and lifetime. It is shown once.</p>,
            inputs.select({
              name: 'overlap',
              label: 'The old key keeps working for',
              options: overlaps,
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
          title: 'Revoke',
          look: 'bad',
          button: confirming === 'revoke' ? 'Revoke anyway' : 'Revoke',
          inputs: () => sure('revoke'),
          text: <p>The key stops working at once. This cannot be undone.</p>,
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
            <Warning title="This key is in use" link={['#replace', 'Replace it']} isAlert>
              {lastUse(key)}. What uses it stops working at once. Replaced, it can go on working for some days.
            </Warning>
          )}
          <p>
            {stateOf(key, now)} · {rightsText(key.rights)} · issued <Time at={key.created_at} /> · {lastUse(key)}
            {budgetsOf(key)}
          </p>
          {successor !== null && <LinkLine to={href(`/keys/${successor}`)} text="The key in its place" />}
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
    'The old key no longer works.'
  ) : (
    <>
      The old key works until <Time at={old.expires_at ?? ''} />.
    </>
  );
