import type { ComponentChild } from 'preact';
import { feedKinds } from '../../content/feed.js';
import { plural } from '../../lib/plural.js';
import { kindNames } from '../../portal/labels.js';
import { unknownVersion } from '../../registry/webhook-files.js';
import type { ListedWebhook } from '../../registry/webhooks.js';
import { redeliver } from '../../service/redeliver.js';
import { sendTest, type TestResult } from '../../webhooks/send-test.js';
import { type BrandContext, type PageReply, sentField } from '../context.js';
import { dayOptions, termIn } from '../parts/form.js';
import { type FormsPage, formsPage } from '../parts/forms-page.js';
import { ListHead, Row, RowIcon } from '../parts/list.js';
import { Note, Warning } from '../parts/note.js';
import { secretPage } from '../parts/secret-page.js';
import { Adding, DescriptionList, Name, Time } from '../parts/text.js';

/** Options for the changes to send again, by days. Empty: the failed ones. */
const resendPeriods = [
  ['', 'What failed, else the last delivery'] as const,
  ...dayOptions(1, 7, 30).map(([days, name]) => [days, `What changed in ${name.toLowerCase()}`] as const),
];

/** Days during which a replaced secret also signs. */
const overlaps = [...dayOptions(1), ['0', 'No longer'] as const, ...dayOptions(7)];

/** List of the webhooks of a brand, and the form that adds one. Only the answer to the form shows the secret. */
export const webhooksPage = formsPage(async (context) => {
  const { service, slug, form: sent, href, webhookAllow: allow } = context;
  const hooks = await service.webhooks.list(slug);
  return {
    title: 'Webhooks',
    heading: false,
    path: '/webhooks',
    said: { removed: 'The webhook was removed. It receives nothing more.' },
    actions: [
      {
        name: '',
        title: 'A new webhook',
        id: 'new',
        button: 'Add webhook',
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({
            name: 'url',
            label: 'Address',
            hint: 'https, and public.',
            isRequired: true,
            maxLength: 2048,
          }),
          inputs.input({ name: 'name', label: 'Name (optional)', hint: 'Such as “Website”.', maxLength: 100 }),
          <fieldset>
            <legend>Which changes: all, or only those of</legend>
            {feedKinds.map((kind) => inputs.checkbox({ name: `on-${kind}`, label: kindNames[kind], isChecked: false }))}
          </fieldset>,
          inputs.checkbox({ name: 'proposals', label: 'Also proposals: number and state', isChecked: false }),
        ],
        text: <p class="hint">The signing secret is shown once, after this.</p>,
        async run({ by }) {
          const kinds = feedKinds.filter((kind) => sentField(sent, `on-${kind}`) === 'yes');
          const events = kinds.length === 0 ? null : kinds;
          const name = sentField(sent, 'name').trim() === '' ? {} : { name: sentField(sent, 'name') };
          const version = (await context.snapshot()).commit ?? '';
          const proposals = sentField(sent, 'proposals') === 'yes' ? await service.proposalsHead(slug) : undefined;
          const hook = { brand: slug, url: (sent.url ?? '').trim(), events, proposals, version, allow, ...name };
          const { record, secret } = await service.webhooks.add(hook, by);
          return secretReply(context, record.id, secret, null);
        },
      },
    ],
    sections: (form, problem) => (
      <>
        <ListHead
          title="Webhooks"
          text="A webhook tells another program within a second that something changed, for example to rebuild a website. It says what changed, and holds no content."
          adding={<Adding summary="New webhook" isOpen={problem !== null} form={form('')} />}
          empty={
            hooks.length === 0 && {
              ...{ icon: 'webhook', title: 'No webhook yet' },
              children: 'Programs that are told of changes are listed here, with their last attempts.',
            }
          }
        >
          {!context.brand.api_enabled && (
            <Warning
              title="The API of this brand is off"
              link={[href('/settings'), 'Modules and API, in the settings']}
            >
              Its webhooks rest.
            </Warning>
          )}
        </ListHead>
        <ul class="list">
          {hooks.map((hook) => (
            <Row
              key={hook.record.id}
              name={titleOf(hook)}
              to={href(`/webhooks/${hook.record.id}`)}
              icon={<RowIcon name="webhook" />}
              details={stateText(context, hook)}
              end={
                <>
                  <AttemptBars hook={hook} />
                  <StateTag state={hook.state} />
                </>
              }
            />
          ))}
        </ul>
      </>
    ),
  };
});

/** State of a webhook's page after a form. */
interface WebhookPageState {
  readonly testResult?: TestResult;
  /** Whether the page asks for confirmation before it removes the webhook. */
  readonly isConfirming?: true;
}

/** Page of a webhook: its state, its last attempts, and its forms. */
const webhookForms = ({ testResult, isConfirming }: WebhookPageState = {}): FormsPage =>
  formsPage(async (context) => {
    const { service, params, form: sent, slug } = context;
    const { webhooks } = service;
    const hook = await webhooks.get(slug, params.webhook ?? '');
    const { record, hasSecret, version } = hook;
    const { id } = record;
    const path = `/webhooks/${id}`;
    const title = titleOf(hook);
    return {
      title,
      up: ['/webhooks', 'Webhooks'],
      path,
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
            const since = sent.since ? new Date(service.clock().getTime() - termIn(sent, 'since')) : undefined;
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
            const { secret, oldUntil } = await webhooks.rotate(slug, id, termIn(sent, 'overlap'), by);
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
            if (sent.sure !== 'yes' && by.version === version)
              return webhookForms({ isConfirming: true }).page(context);
            await webhooks.remove(slug, id, by);
          },
        },
      ],
      sections: async (form) => (
        <>
          {testResult !== undefined && (
            <Note kind={testResult.failure === null ? 'ok' : 'bad'} isStatus>
              {testResult.failure === null
                ? `The test was delivered: it answered ${testResult.status}, within ${testResult.durationMs} ms.`
                : `The test was not delivered: ${testResult.failure}.`}
            </Note>
          )}
          {await details(context, hook)}
          {!isConfirming && hasSecret && [<Attempts hook={hook} />, form('test'), form('again')]}
          {!isConfirming && form('rotate')}
          {form('remove')}
        </>
      ),
    };
  });

export const webhookPage = webhookForms();

function sentKinds({ events, proposals }: ListedWebhook['record']): string {
  const kinds = events?.map((kind) => kindNames[kind]) ?? ['all changes'];
  return [...kinds, ...(proposals === undefined ? [] : ['proposals'])].join(', ');
}

async function details(context: BrandContext, hook: ListedWebhook): Promise<ComponentChild> {
  const { record, position, hasSecret } = hook;
  const { commit } = await context.snapshot();
  const rows: [string, ComponentChild][] = [
    ['Address', <code>{record.url}</code>],
    ['Sends', sentKinds(record)],
    ['State', stateText(context, hook)],
    ['Delivered up to', hasSecret && deliveredUpTo(context, position?.version, commit)],
    ['Sent by', hasSecret ? 'this server' : otherSender(context)],
    [
      'Added',
      <>
        <Time at={record.created_at} />, as {record.id}
      </>,
    ],
  ];
  return <DescriptionList rows={rows} />;
}

/** The last attempts as bars, the newest at the right; their label says them in words. */
function AttemptBars({ hook: { position } }: { readonly hook: ListedWebhook }): ComponentChild {
  const attempts = position?.recent ?? [];
  if (attempts.length === 0) return null;
  const failed = attempts.filter(({ delivered }) => !delivered).length;
  const inRow = attempts.length - 1 - attempts.findLastIndex(({ delivered }) => delivered);
  const words = failed === 0 ? 'none failed' : `${failed} failed${inRow > 0 ? `, the last ${inRow} in a row` : ''}`;
  return (
    <svg class="attempts" role="img" aria-label={`Of the last ${plural(attempts.length, 'attempt')}, ${words}`}>
      {attempts.map(({ delivered }, index) => (
        // A failed one is shorter, too: a difference is never only of colour.
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

function Attempts({ hook }: { readonly hook: ListedWebhook }): ComponentChild {
  const attempts = hook.position?.recent ?? [];
  return (
    <>
      <h2>Last attempts</h2>
      {attempts.length === 0 && <p>None yet.</p>}
      <AttemptBars hook={hook} />
      {attempts.length > 0 && (
        <div class="tbl">
          <table>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Result</th>
                <th scope="col">Answer</th>
              </tr>
            </thead>
            <tbody>
              {attempts.toReversed().map(({ at, answer, delivered }) => (
                <tr>
                  <td>
                    <Time at={at} />
                  </td>
                  <td>
                    <span class={delivered ? 'tag ok' : 'tag bad'}>{delivered ? 'Delivered' : 'Failed'}</span>
                  </td>
                  <td>
                    <Name text={answer} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const states: Readonly<Record<ListedWebhook['state'], readonly [kind: string, text: string]>> = {
  well: ['ok', 'Works'],
  failing: ['bad', 'Failing'],
  'given up': ['bad', 'Given up'],
  unsigned: ['warn', 'No secret'],
};

function StateTag({ state }: Pick<ListedWebhook, 'state'>): ComponentChild {
  const [kind, text] = states[state];
  return <span class={`tag ${kind}`}>{text}</span>;
}

const titleOf = ({ record }: ListedWebhook): string => record.name ?? record.url;

function stateText(context: BrandContext, { state, position }: ListedWebhook): ComponentChild {
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

/** Commit up to which changes were delivered. @param version `null` before the first delivery; may be unknown */
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

/** Page that shows a new secret. @param oldUntil time until which the old secret also signs; `null` if it has ended */
function secretReply({ href }: BrandContext, id: string, secret: string, oldUntil: string | null): PageReply {
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
