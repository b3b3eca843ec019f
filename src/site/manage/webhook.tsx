import type { ComponentChild } from 'preact';
import { kindNames } from '../../portal/labels.js';
import { unknownVersion } from '../../registry/webhook-files.js';
import type { ListedWebhook } from '../../registry/webhooks.js';
import { redeliver } from '../../service/redeliver.js';
import { sendTest, type TestResult } from '../../webhooks/send-test.js';
import type { BrandContext } from '../context.js';
import { dayOptions, termIn } from '../parts/form.js';
import { type FormsPage, formsPage } from '../parts/forms-page.js';
import { Note } from '../parts/note.js';
import { DescriptionList, Name, Time } from '../parts/text.js';
import { AttemptBars, secretReply, stateText, titleOf } from '../parts/webhook-state.js';

/** Options for the changes to send again, by days. The empty value means the failed changes. */
const resendPeriods = [
  ['', 'What failed, else the last delivery'] as const,
  ...dayOptions(1, 7, 30).map(([days, name]) => [days, `What changed in ${name.toLowerCase()}`] as const),
];

/** Days during which a replaced secret also signs. */
const overlaps = [...dayOptions(1), ['0', 'No longer'] as const, ...dayOptions(7)];

/** State of a webhook's page after a form. */
interface WebhookPageState {
  readonly testResult?: TestResult;
  /** Whether the page asks for confirmation before it removes the webhook. */
  readonly isConfirming?: true;
}

/** Page of a webhook: its state, its last attempts, and its forms. */
const webhookForms = ({ testResult, isConfirming }: WebhookPageState = {}): FormsPage =>
  formsPage(async (context) => {
    const { service, params, slug } = context;
    const { webhooks } = service;
    const hook = await webhooks.get(slug, params.webhook ?? '');
    const { record, hasSecret, version } = hook;
    const { id } = record;
    return {
      title: titleOf(hook),
      up: ['/webhooks', 'Webhooks'],
      path: `/webhooks/${id}`,
      version,
      isNarrow: true,
      said: { again: 'It will be sent again within a second.' },
      actions: [
        {
          name: 'test',
          title: 'Test',
          button: 'Send a test',
          text: <p>Sends one signed request of the type “test” now. The receiver can ignore it.</p>,
          async run({ by }) {
            await webhooks.check(slug, id, by);
            const resume = async () => void (await redeliver(service, slug, id, {}, by));
            const testResult = await sendTest(service, slug, id, context.webhookAllow, resume);
            return { ...(await webhookForms({ testResult }).page(context)), isCharged: true };
          },
        },
        {
          name: 'again',
          title: 'Send again',
          button: 'Send again',
          said: 'again',
          inputs: (inputs) => inputs.select({ name: 'since', label: 'What', options: resendPeriods }),
          async run({ by }) {
            const since = context.form.since
              ? new Date(service.clock().getTime() - termIn(context.form, 'since'))
              : undefined;
            await redeliver(service, slug, id, { since }, by);
          },
        },
        {
          name: 'rotate',
          title: 'New secret',
          button: 'Make a new secret',
          guards: ['version', 'once'],
          inputs: (inputs) => [
            <p>The secret is shown once. {hasSecret || 'From then on this server sends.'}</p>,
            inputs.select({ name: 'overlap', label: 'The old secret also signs for', options: overlaps }),
          ],
          async run({ by }) {
            const { secret, oldUntil } = await webhooks.rotate(slug, id, termIn(context.form, 'overlap'), by);
            return secretReply(context, id, secret, oldUntil);
          },
        },
        {
          name: 'remove',
          title: 'Remove',
          look: 'bad',
          to: '/webhooks',
          said: 'removed',
          button: isConfirming ? 'Remove it for good' : 'Remove the webhook',
          inputs: () => isConfirming && <input type="hidden" name="sure" value="yes" />,
          text: <p>The webhook receives nothing more, and its secret is deleted. This cannot be undone.</p>,
          async run({ by }) {
            // A stale form is refused before the person is asked.
            if (context.form.sure !== 'yes' && by.version === version)
              return webhookForms({ isConfirming: true }).page(context);
            await webhooks.remove(slug, id, by);
          },
        },
      ],
      sections: async (form) => (
        <>
          {testResult && <TestNote result={testResult} />}
          {await webhookDetails(context, hook)}
          {!isConfirming && hasSecret && [<Attempts hook={hook} />, form('test'), form('again')]}
          {!isConfirming && form('rotate')}
          {form('remove')}
        </>
      ),
    };
  });

export const webhookPage = webhookForms();

function TestNote({ result: { failure, status, durationMs } }: { readonly result: TestResult }): ComponentChild {
  return (
    <Note kind={failure === null ? 'ok' : 'bad'} isStatus>
      {failure === null
        ? `The test was delivered: it answered ${status}, within ${durationMs} ms.`
        : `The test was not delivered: ${failure}.`}
    </Note>
  );
}

function kindsText({ events, proposals }: ListedWebhook['record']): string {
  const kinds = events?.map((kind) => kindNames[kind]) ?? ['all changes'];
  return [...kinds, ...(proposals === undefined ? [] : ['proposals'])].join(', ');
}

async function webhookDetails(context: BrandContext, hook: ListedWebhook): Promise<ComponentChild> {
  const { record, position, hasSecret } = hook;
  const { commit } = await context.snapshot();
  const added = (
    <>
      <Time at={record.created_at} />, as {record.id}
    </>
  );
  const rows: [string, ComponentChild][] = [
    ['Address', <code>{record.url}</code>],
    ['Sends', kindsText(record)],
    ['State', stateText(context, hook)],
    ['Delivered up to', hasSecret && deliveredUpTo(context, position?.version, commit)],
    ['Sent by', hasSecret ? 'this server' : otherSender(context)],
    ['Added', added],
  ];
  return <DescriptionList rows={rows} />;
}

function Attempts({ hook }: { readonly hook: ListedWebhook }): ComponentChild {
  const attempts = hook.position?.recent ?? [];
  const heading = <h2>Last attempts</h2>;
  if (attempts.length === 0) return [heading, <p>None yet.</p>];
  const rows = attempts
    .toReversed()
    .map(({ at, answer, delivered }) => [
      <Time at={at} />,
      <span class={delivered ? 'tag ok' : 'tag bad'}>{delivered ? 'Delivered' : 'Failed'}</span>,
      <Name text={answer} />,
    ]);
  return (
    <>
      {heading}
      <AttemptBars hook={hook} />
      <div class="tbl">
        <table>
          <thead>
            <tr>
              {['When', 'Result', 'Answer'].map((column) => (
                <th scope="col">{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell) => (
                  <td>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/**
 * Commit up to which changes were delivered.
 *
 * @param version `null` before the first delivery; may be unknown
 */
function deliveredUpTo(
  { href }: BrandContext,
  version: string | null | undefined,
  head: string | null,
): ComponentChild {
  if (version === null) return 'nothing yet: all since the beginning comes next';
  if (version === undefined || version === unknownVersion) return 'not known: the receiver reads everything again';
  return (
    <>
      <a href={href(`/changes/${version}`)}>
        <code>{version.slice(0, 10)}</code>
      </a>
      {version === head ? ', the newest' : '; newer changes come next'}
    </>
  );
}

function otherSender({ service }: BrandContext): ComponentChild {
  if (!service.isShared) return 'no server: it has no secret here';
  return 'another node: the one that it was added on, or last given a secret. How far it is shows there';
}
