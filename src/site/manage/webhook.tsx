import type { ComponentChild } from 'preact';
import { unknownVersion } from '../../registry/webhook-files.js';
import type { ListedWebhook } from '../../registry/webhooks.js';
import { redeliver } from '../../service/redeliver.js';
import { sendTest, type TestResult } from '../../webhooks/send-test.js';
import { told } from '../../words/errors.js';
import { Filled } from '../../words/filled.js';
import { counted, fill, words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { Note } from '../parts/note.js';
import { Time } from '../parts/time.js';
import { dayOptions, termIn } from './parts/form.js';
import { type FormsPage, formsPage } from './parts/forms-page.js';
import { DescriptionList, Name } from './parts/text.js';
import { AttemptBars, secretReply, stateText, titleOf } from './parts/webhook-state.js';

/** Options for the changes to send again, by days. The empty value means the failed changes. */
const resendPeriods = () => [
  ['', words().webhooks.whatFailed] as const,
  ...[1, 7, 30].map((days) => [String(days), counted(words().webhooks.changedIn, days)] as const),
];

/** Days during which a replaced secret also signs. */
const overlaps = () => [...dayOptions(1), ['0', words().webhooks.noLonger] as const, ...dayOptions(7)];

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
    const texts = words().webhooks;
    return {
      title: titleOf(hook),
      up: ['/webhooks', words().places.webhooks],
      path: `/webhooks/${id}`,
      version,
      isNarrow: true,
      said: { again: texts.sentAgain, moved: texts.moved },
      actions: [
        {
          name: 'test',
          title: texts.test,
          button: texts.sendTest,
          text: <p>{texts.testHint}</p>,
          async run({ by }) {
            await webhooks.check(slug, id, by);
            const resume = async () => void (await redeliver(service, slug, id, {}, by));
            const testResult = await sendTest(service, slug, id, context.webhookTargets, resume);
            return { ...(await webhookForms({ testResult }).page(context)), isCharged: true };
          },
        },
        {
          name: 'again',
          title: texts.sendAgain,
          button: texts.sendAgain,
          said: 'again',
          inputs: (inputs) => inputs.select({ name: 'since', label: texts.what, options: resendPeriods() }),
          async run({ by }) {
            const since = context.form.since
              ? new Date(service.clock().getTime() - termIn(context.form, 'since'))
              : undefined;
            await redeliver(service, slug, id, { since }, by);
          },
        },
        {
          name: 'move',
          title: texts.newAddress,
          button: texts.saveAddress,
          said: 'moved',
          guards: ['version', 'once'],
          text: <p>{texts.addressHidden}</p>,
          inputs: (inputs) =>
            inputs.input({
              name: 'url',
              label: texts.address,
              hint: texts.addressHint,
              isRequired: true,
              maxLength: 2048,
            }),
          async run({ by }) {
            await webhooks.move(slug, id, (context.form.url ?? '').trim(), context.webhookTargets.allow, by);
          },
        },
        {
          name: 'rotate',
          title: texts.newSecret,
          button: texts.makeSecret,
          guards: ['version', 'once'],
          inputs: (inputs) => [
            <p>{hasSecret ? texts.secretShownOnce : texts.serverSends}</p>,
            inputs.select({ name: 'overlap', label: texts.oldSigns, options: overlaps() }),
          ],
          async run({ by }) {
            const { secret, oldUntil } = await webhooks.rotate(slug, id, termIn(context.form, 'overlap'), by);
            return secretReply(context, id, secret, oldUntil);
          },
        },
        {
          name: 'remove',
          title: words().common.remove,
          look: 'bad',
          to: '/webhooks',
          said: 'removed',
          button: isConfirming ? texts.removeForGood : texts.remove,
          inputs: () => isConfirming && <input type="hidden" name="sure" value="yes" />,
          text: <p>{texts.removeHint}</p>,
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
          {!isConfirming && form(record.format === undefined ? 'rotate' : 'move')}
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
        ? fill(words().webhooks.testDelivered, { status: String(status), ms: String(durationMs) })
        : fill(words().webhooks.testFailed, { failure: told(failure) })}
    </Note>
  );
}

function kindsText({ events, proposals }: ListedWebhook['record']): string {
  const kinds = events?.map((kind) => words().labels.kinds[kind]) ?? [words().webhooks.allChanges];
  return [...kinds, ...(proposals === undefined ? [] : [words().webhooks.proposals])].join(', ');
}

async function webhookDetails(context: WorkContext, hook: ListedWebhook): Promise<ComponentChild> {
  const { record, position, hasSecret } = hook;
  const { commit } = await context.newest();
  const texts = words().webhooks;
  const values = { time: <Time at={record.created_at} />, id: record.id };
  const rows: [string, ComponentChild][] = [
    [texts.address, <code>{record.url}</code>],
    [texts.format, texts.formats[record.format ?? 'standard']],
    [texts.sends, kindsText(record)],
    [texts.state, stateText(context, hook)],
    [texts.deliveredUpTo, hasSecret && deliveredUpTo(context, position?.version, commit)],
    [texts.sentBy, hasSecret ? texts.thisServer : otherSender(context)],
    [texts.added, <Filled text={texts.addedAs} values={values} />],
  ];
  return <DescriptionList rows={rows} />;
}

function Attempts({ hook }: { readonly hook: ListedWebhook }): ComponentChild {
  const attempts = hook.position?.recent ?? [];
  const texts = words().webhooks.attempts;
  const heading = <h2>{texts.title}</h2>;
  if (attempts.length === 0) return [heading, <p>{texts.none}</p>];
  const rows = attempts
    .toReversed()
    .map(({ at, answer, delivered }) => [
      <Time at={at} />,
      <span class={delivered ? 'tag ok' : 'tag bad'}>{delivered ? texts.delivered : texts.notDelivered}</span>,
      <Name text={told(answer)} />,
    ]);
  return (
    <>
      {heading}
      <AttemptBars hook={hook} />
      <div class="tbl">
        <table>
          <thead>
            <tr>
              {[texts.when, texts.result, texts.answer].map((column) => (
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
function deliveredUpTo({ href }: WorkContext, version: string | null | undefined, head: string | null): ComponentChild {
  const texts = words().webhooks.upTo;
  if (version === null) return texts.nothing;
  if (version === undefined || version === unknownVersion) return texts.unknown;
  const link = (
    <a href={href(`/changes/${version}`)}>
      <code>{version.slice(0, 10)}</code>
    </a>
  );
  return <Filled text={version === head ? texts.newest : texts.older} values={{ version: link }} />;
}

function otherSender({ service }: WorkContext): ComponentChild {
  const { noServer, anotherNode } = words().webhooks;
  return service.isShared ? anotherNode : noServer;
}
