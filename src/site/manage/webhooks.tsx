import { feedKinds } from '../../content/feed.js';
import { chatFormats } from '../../registry/records.js';
import type { Acting } from '../../registry/rights.js';
import { words } from '../../words/words.js';
import type { WorkContext } from '../context.js';
import { sentField } from '../form-fields.js';
import { Warning } from '../parts/note.js';
import type { PageReply } from '../replies.js';
import { formsPage } from './parts/forms-page.js';
import { Row, RowIcon } from './parts/list.js';
import { AttemptBars, StateTag, secretReply, stateText, titleOf } from './parts/webhook-state.js';

/** List of the webhooks of a brand, and the form that adds one. Only the answer to the form shows the secret. */
export const webhooksPage = formsPage(async (context) => {
  const { service, slug, href } = context;
  const hooks = await service.webhooks.list(slug);
  const texts = words().webhooks;
  return {
    title: words().places.webhooks,
    path: '/webhooks',
    list: {
      text: texts.hint,
      adding: { summary: texts.add, action: '' },
      empty: hooks.length === 0 && {
        icon: 'webhook',
        title: texts.none,
        children: texts.noneHint,
      },
      notice: !context.brand.api_enabled && (
        <Warning title={words().keys.apiOff} link={[href('/settings'), texts.modules]}>
          {texts.rest}
        </Warning>
      ),
    },
    said: { removed: texts.removed, added: texts.addedChat },
    actions: [
      {
        name: '',
        title: texts.newWebhook,
        id: 'new',
        button: texts.addWebhook,
        said: 'added',
        guards: ['once'],
        inputs: (inputs) => [
          inputs.input({
            name: 'url',
            label: texts.address,
            hint: texts.addressHint,
            isRequired: true,
            maxLength: 2048,
          }),
          inputs.select({
            name: 'format',
            label: texts.format,
            hint: texts.formatHint,
            options: [['', texts.formats.standard], ...chatFormats.map((one) => [one, texts.formats[one]] as const)],
          }),
          inputs.input({ name: 'name', label: texts.name, hint: texts.nameHint, maxLength: 100 }),
          <fieldset>
            <legend>{texts.which}</legend>
            {feedKinds.map((kind) =>
              inputs.checkbox({ name: `on-${kind}`, label: words().labels.kinds[kind], isChecked: false }),
            )}
          </fieldset>,
          inputs.checkbox({ name: 'proposals', label: texts.alsoProposals, isChecked: false }),
        ],
        text: <p class="hint">{texts.shownOnce}</p>,
        run: ({ by }) => addWebhook(context, by),
      },
    ],
    sections: () => (
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
    ),
  };
});

async function addWebhook(context: WorkContext, by: Acting): Promise<PageReply | undefined> {
  const { service, slug, form, webhookTargets } = context;
  const format = chatFormats.find((one) => one === form.format);
  const kinds = feedKinds.filter((kind) => sentField(form, `on-${kind}`) === 'yes');
  const name = sentField(form, 'name');
  const { record, secret } = await service.webhooks.add(
    {
      brand: slug,
      url: (form.url ?? '').trim(),
      events: kinds.length === 0 ? null : kinds,
      proposals: sentField(form, 'proposals') === 'yes' ? await service.proposalsHead(slug) : undefined,
      version: (await context.newest()).commit ?? '',
      format,
      allow: webhookTargets.allow,
      ...(name.trim() !== '' && { name }),
    },
    by,
  );
  return format === undefined ? secretReply(context, record.id, secret, null) : undefined;
}
