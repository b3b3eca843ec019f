import { feedKinds } from '../../content/feed.js';
import { kindNames } from '../../portal/labels.js';
import type { Acting } from '../../registry/rights.js';
import { type BrandContext, type PageReply, sentField } from '../context.js';
import { formsPage } from '../parts/forms-page.js';
import { Row, RowIcon } from '../parts/list.js';
import { Warning } from '../parts/note.js';
import { AttemptBars, StateTag, secretReply, stateText, titleOf } from '../parts/webhook-state.js';

/** List of the webhooks of a brand, and the form that adds one. Only the answer to the form shows the secret. */
export const webhooksPage = formsPage(async (context) => {
  const { service, slug, href } = context;
  const hooks = await service.webhooks.list(slug);
  return {
    title: 'Webhooks',
    path: '/webhooks',
    list: {
      text: 'A webhook tells another program within a second that something changed, for example to rebuild a website. It says what changed, and holds no content.',
      adding: { summary: 'New webhook', action: '' },
      empty: hooks.length === 0 && {
        icon: 'webhook',
        title: 'No webhook yet',
        children: 'Programs that are told of changes are listed here, with their last attempts.',
      },
      notice: !context.brand.api_enabled && (
        <Warning title="The API of this brand is off" link={[href('/settings'), 'Modules and API, in the settings']}>
          Its webhooks rest.
        </Warning>
      ),
    },
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

async function addWebhook(context: BrandContext, by: Acting): Promise<PageReply> {
  const { service, slug, form, webhookAllow: allow } = context;
  const kinds = feedKinds.filter((kind) => sentField(form, `on-${kind}`) === 'yes');
  const name = sentField(form, 'name');
  const { record, secret } = await service.webhooks.add(
    {
      brand: slug,
      url: (form.url ?? '').trim(),
      events: kinds.length === 0 ? null : kinds,
      proposals: sentField(form, 'proposals') === 'yes' ? await service.proposalsHead(slug) : undefined,
      version: (await context.snapshot()).commit ?? '',
      allow,
      ...(name.trim() !== '' && { name }),
    },
    by,
  );
  return secretReply(context, record.id, secret, null);
}
