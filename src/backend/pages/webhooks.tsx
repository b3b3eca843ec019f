import type { ComponentChild } from 'preact';
import { feedKinds } from '../../content/feed.js';
import type { PortalError } from '../../lib/errors.js';
import { plural } from '../../lib/plural.js';
import { unknownVersion } from '../../registry/webhook-files.js';
import type { ListedWebhook } from '../../registry/webhooks.js';
import { redeliver } from '../../service/redeliver.js';
import { sendTest, type TestResult } from '../../webhooks/send-test.js';
import { Terms } from '../content/terms.js';
import { type BrandContext, type PageReply, type Reply, sentField, unknownAction } from '../context.js';
import { Form, FormInputs, Once, termIn } from '../parts/form.js';
import { saidNotice } from '../parts/notices.js';
import { RecordForm } from '../parts/record-form.js';
import { refusalNotice, runForm } from '../parts/refusal.js';
import { secretPage } from '../parts/secret-page.js';
import { LinkLine, Name, Time } from '../parts/text.js';
import { Warning } from '../parts/warning.js';
import { kindNames } from '../words.js';

/** Changes that are sent again, by days; empty: what failed. */
const resendPeriods = [
  ['', 'What failed, else the last delivery'],
  ['1', 'What changed in a day'],
  ['7', 'What changed in 7 days'],
  ['30', 'What changed in 30 days'],
] as const;

/** Days for which a replaced secret signs as well. */
const overlaps = [
  ['1', 'A day'],
  ['0', 'No longer'],
  ['7', '7 days'],
] as const;

/** Adds a webhook, whose secret is only in this answer. */
export function addWebhook(context: BrandContext): Promise<Reply> {
  const { service, form, slug: brand, acting, webhookAllow: allow } = context;
  const submit = async (): Promise<Reply> => {
    const kinds = feedKinds.filter((kind) => sentField(form, `on-${kind}`) === 'yes');
    const events = kinds.length === 0 ? null : kinds;
    const name = sentField(form, 'name');
    const version = (await context.snapshot()).commit ?? '';
    const hook = { brand, url: (form.url ?? '').trim(), events, version, allow, ...(name.trim() !== '' && { name }) };
    const { record, secret } = await service.webhooks.add(hook, acting('once'));
    return secretReply(context, record.id, secret, null);
  };
  return runForm(context, submit, (problem) => webhooksPage(context, problem));
}

/** List of the webhooks of a brand, and the form that adds one. */
export async function webhooksPage(context: BrandContext, problem: PortalError | null = null): Promise<PageReply> {
  const { service, slug, href } = context;
  const hooks = await service.webhooks.list(slug);
  const inputs = new FormInputs(context, problem);
  const body = (
    <>
      {refusalNotice(context, problem)}
      {saidNotice(context, { removed: 'The webhook is removed. Nothing is sent to it any more.' })}
      <h1>Webhooks</h1>
      <p class="hint">
        A webhook tells another program within a second that something changed, so that it can rebuild a website, for
        example. It is sent what changed, never content.
      </p>
      {!context.brand.api_enabled && (
        <Warning title="The API of this brand is off" link={[href('/settings'), 'Modules and API, in the settings']}>
          Its webhooks rest.
        </Warning>
      )}
      {hooks.length === 0 && <p>No webhook yet.</p>}
      <ul class="rows">
        {hooks.map((hook) => (
          <li key={hook.record.id}>
            <span class="what">
              <a href={href(`/webhooks/${hook.record.id}`)}>
                <Name text={titleOf(hook)} />
              </a>
              <br />
              <small>{stateText(context, hook)}</small>
            </span>
            <span class="end">
              <span class="badge">{hook.state}</span>
            </span>
          </li>
        ))}
      </ul>
      <Form frame={{ context, problem, commit: null }} title="A new webhook" id="new" button="Add the webhook">
        {inputs.input({ name: 'url', label: 'Address', hint: 'https, and public.', isRequired: true, maxLength: 2048 })}
        {inputs.input({ name: 'name', label: 'Name (optional)', hint: 'Such as “Website”.', maxLength: 100 })}
        <fieldset>
          <legend>Which changes: all, or only those of</legend>
          {feedKinds.map((kind) => inputs.checkbox({ name: `on-${kind}`, label: kindNames[kind], isChecked: false }))}
        </fieldset>
        <p class="hint">The secret that it signs with is shown once, after this.</p>
      </Form>
    </>
  );
  return { title: 'Webhooks', body };
}

/** Tests a webhook, sends again, makes a new secret, or, after it has asked, removes it. */
export function changeWebhook(context: BrandContext): Promise<Reply> {
  const { service, form, params, acting, slug, href, webhookAllow } = context;
  const { webhooks } = service;
  const submit = async (): Promise<Reply> => {
    const id = params.webhook ?? '';
    const by = acting('version');
    switch (form.action) {
      case 'test': {
        await webhooks.check(slug, id, by);
        const goOn = async () => void (await redeliver(service, slug, id, {}, by));
        return webhookPage(context, { testResult: await sendTest(service, slug, id, webhookAllow, goOn) });
      }
      case 'again': {
        const since = form.since ? new Date(service.clock().getTime() - termIn(form, 'since')) : undefined;
        await redeliver(service, slug, id, { since }, by);
        return { to: href(`/webhooks/${id}`, { said: 'again' }) };
      }
      case 'rotate': {
        const overlapMs = termIn(form, 'overlap');
        const { secret, oldUntil } = await webhooks.rotate(slug, id, overlapMs, acting('version', 'once'));
        return secretReply(context, id, secret, oldUntil);
      }
      case 'remove':
        // A stale form is refused at once, without asking.
        if (form.sure !== 'yes' && (await webhooks.get(slug, id)).version === by.version) {
          return webhookPage(context, { isConfirming: true });
        }
        await webhooks.remove(slug, id, by);
        return { to: href('/webhooks', { said: 'removed' }) };
      default:
        throw unknownAction();
    }
  };
  return runForm(context, submit, (problem) => webhookPage(context, { problem }));
}

interface WebhookPageState {
  readonly problem?: PortalError | null;
  readonly testResult?: TestResult;
  /** Whether it asks before the webhook is removed. */
  readonly isConfirming?: true;
}

/** Page of a webhook: its state, its last attempts, and its forms. */
export async function webhookPage(
  context: BrandContext,
  { problem = null, testResult, isConfirming }: WebhookPageState = {},
): Promise<PageReply> {
  const { service, params, slug, href } = context;
  const hook = await service.webhooks.get(slug, params.webhook ?? '');
  const { record, position, hasSecret, version } = hook;
  const { commit } = await context.snapshot();
  const title = titleOf(hook);
  const attempts = position?.recent ?? [];
  const form = { frame: { context, problem, commit: null }, to: `/webhooks/${record.id}`, version };
  const rows: [string, ComponentChild][] = [
    ['Address', <code>{record.url}</code>],
    ['Sends', record.events === null ? 'all changes' : record.events.map((kind) => kindNames[kind]).join(', ')],
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
  const body = (
    <div class="narrow">
      {refusalNotice(context, problem)}
      {testResult !== undefined && (
        <p class={testResult.failure === null ? 'notice' : 'notice bad'} role="status">
          {testResult.failure === null
            ? `The test was delivered: it answered ${testResult.status}, within ${testResult.durationMs} ms.`
            : `The test was not delivered: ${testResult.failure}.`}
        </p>
      )}
      {saidNotice(context, { again: 'It is sent again, within a second.' })}
      <h1>
        Webhook <Name text={title} />
      </h1>
      <Terms rows={rows} />
      {!isConfirming && hasSecret && (
        <>
          <h2>Last attempts</h2>
          {attempts.length === 0 && <p>None yet.</p>}
          <ol class="rows" reversed>
            {attempts.toReversed().map(({ at, answer, delivered }) => (
              <li>
                <span class="what">
                  <Time at={at} /> <small>{answer}</small>
                </span>
                <span class="end">
                  <span class="badge">{delivered ? 'delivered' : 'failed'}</span>
                </span>
              </li>
            ))}
          </ol>
          <Form {...{ ...form, action: 'test', title: 'Test', button: 'Send a test' }}>
            <p>Sends one signed request of the type “test” now. The receiver has nothing to do.</p>
          </Form>
          <RecordForm
            {...{ ...form, action: 'again', title: 'Send again', button: 'Send again', record: {} }}
            fields={[{ name: 'since', label: 'What', options: resendPeriods }]}
          />
        </>
      )}
      {!isConfirming && (
        <RecordForm
          {...{ ...form, action: 'rotate', title: 'New secret', button: 'Make a new secret', record: {} }}
          fields={[{ name: 'overlap', label: 'The old one signs, too, for', options: overlaps }]}
        >
          <Once context={context} />
          <p>It is shown once. {hasSecret || 'From then on this server sends.'}</p>
        </RecordForm>
      )}
      <Form
        {...{ ...form, action: 'remove', title: 'Remove' }}
        button={isConfirming ? 'Remove it for good' : 'Remove the webhook'}
      >
        {isConfirming && <input type="hidden" name="sure" value="yes" />}
        <p>Nothing is sent to it then, and its secret is deleted. This cannot be undone.</p>
      </Form>
      <LinkLine to={href('/webhooks')} text="All webhooks" />
    </div>
  );
  return { title: `Webhook ${title}`, body, ...(testResult && { isCharged: true }) };
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

/** Commit up to which changes were delivered. @param version commit of the position; `null`: none yet, `undefined`: it is lost */
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

/** Page that shows a new secret. @param oldUntil until when the old one signs as well; `null`: it does not */
function secretReply({ href }: BrandContext, id: string, secret: string, oldUntil: string | null): PageReply {
  const children = (
    <>
      The receiver checks with it that requests come from here. Lost, it is replaced by another.
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
