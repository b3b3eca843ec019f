import { type Command, Option } from 'commander';
import { type FeedKind, feedKinds } from '../content/feed.js';
import { PortalError } from '../errors.js';
import { unknownVersion } from '../registry/webhook-files.js';
import type { ListedWebhook } from '../registry/webhooks.js';
import type { Service } from '../service/service.js';
import { brandArgument, commandGroup, serviceCommand } from './command.js';
import { type DataOption, table } from './common.js';
import { commitHelp, listParser, parseDuration, parseSince } from './parse.js';

const hook = [brandArgument, ['<webhook>', 'its id, as webhook list shows it']] as const;

export function webhookCommand(): Command {
  return commandGroup('webhook', 'tell other programs what has changed, by signed requests to them', [
    serviceCommand('add', 'send what changes from now on to an address; the secret is printed once', {
      args: [brandArgument, ['<url>', urlHelp]],
      options: [['--events <list>', `only changes of these kinds: ${feedKinds.join(', ')} (default: all)`, parseKinds]],
      async run(service, options: DataOption & { readonly events?: readonly FeedKind[] }, brand = '', url = '') {
        const { requireAllowed } = await import('./webhook-test.js');
        const { commit } = await (await service.openBrand(brand)).read();
        await requireAllowed(url, options);
        const events = options.events ?? null;
        const { record, secret } = await service.webhooks.add({ brand, url, events, version: commit ?? '' });
        return { id: record.id, brand, url: record.url, events, created_at: record.created_at, secret };
      },
      text: ({ id, brand, url, secret }) =>
        `Webhook ${id} of ${brand} sends to ${url}. It signs with this secret, shown only now:\n${secret}`,
    }),
    serviceCommand('list', "list a brand's webhooks, and how far their receivers are", {
      args: [brandArgument],
      async run(service, _options, brand = '') {
        return { hooks: await service.webhooks.list(brand), isShared: service.isShared };
      },
      json: ({ hooks }) => hooks.map(presentHook),
      text({ hooks, isShared }) {
        const rows = hooks.map((hook) => {
          const { id, url, events } = hook.record;
          const last = hook.position?.last?.at.replace(/\.\d+Z$/, 'Z') ?? '-';
          return [id, url, events?.join(',') ?? 'all', last, stateOf(hook, isShared)];
        });
        return table(['ID', 'URL', 'EVENTS', 'LAST DELIVERED', 'STATE'], rows);
      },
    }),
    serviceCommand('test', 'send one signed request of the type test now, and say what came of it', {
      args: hook,
      async run(service, options, brand = '', id = '') {
        const { sendTest } = await import('./webhook-test.js');
        const { url, posted, ms } = await sendTest(service, brand, id, options);
        const status = 'status' in posted ? posted.status : null;
        if (status !== null && status >= 200 && status <= 299) return { id, url, status, ms };
        const reason = 'failure' in posted ? posted.failure : `it answered ${status}`;
        throw new PortalError('invalid', `Not delivered to ${url}: ${reason}.`);
      },
      text: ({ url, status, ms }) => `Delivered to ${url}: it answered ${status}, within ${ms} ms.`,
    }),
    serviceCommand('redeliver', 'send again: what failed, else the last delivery, or all since a commit', {
      args: [...hook, ['[commit]', `from this commit on: ${commitHelp}`]],
      options: [['--since <time>', 'from a time on, or from how long ago, such as 7d', parseSince]],
      check({ since }: { readonly since?: Date }, _brand, _id, commit) {
        return commit !== undefined && since !== undefined ? 'name a commit or a time, not both' : null;
      },
      async run(service, { since }, brand = '', id = '', commit?: string) {
        const version = await redeliverFrom(service, brand, id, { commit, since });
        await service.webhooks.restart(brand, id, version);
        return { id, brand, version };
      },
      text({ id, version }) {
        if (version === unknownVersion) return `Webhook ${id} says that everything is to be read again.`;
        const from = version === null ? 'the beginning' : version.slice(0, 10);
        return `Webhook ${id} sends again what has changed since ${from}.`;
      },
    }),
    serviceCommand('rotate', 'give a webhook a new secret, which is printed once', {
      args: hook,
      options: [
        new Option('--overlap <duration>', 'how long requests are signed with the old one, too; 0: no longer')
          .argParser(parseOverlap)
          .default(parseDuration('1d'), '1d'),
      ],
      async run({ webhooks }, { overlap }: { readonly overlap: number }, brand = '', id = '') {
        const { secret, oldUntil } = await webhooks.rotate(brand, id, overlap);
        return { id, brand, secret, old_until: oldUntil };
      },
      text: ({ id, secret, old_until }) =>
        [
          `Webhook ${id} signs with this secret, shown only now:`,
          secret,
          ...(old_until === null ? [] : [`With the old one, too, until ${old_until}.`]),
        ].join('\n'),
    }),
    serviceCommand('remove', 'remove a webhook, with its secret', {
      args: hook,
      async run({ webhooks }, _options, brand = '', id = '') {
        const { url } = await webhooks.remove(brand, id);
        return { id, brand, url };
      },
      text: ({ id, brand, url }) => `Removed webhook ${id} of ${brand}, to ${url}.`,
    }),
  ]);
}

const urlHelp = 'an address of https; of http, or in a private network, where webhook_allow has it';

function presentHook({ record, position, hasSecret }: ListedWebhook): object {
  const { id, url, events, created_at } = record;
  const [last, failing] = [position?.last ?? null, position?.failing ?? null];
  return { id, url, events, created_at, version: position?.version ?? null, has_secret: hasSecret, last, failing };
}

function stateOf({ record, position, hasSecret }: ListedWebhook, isShared: boolean): string {
  const advice = `webhook rotate ${record.brand} ${record.id}`;
  if (!hasSecret)
    return isShared ? `left to the node that has its secret; if none has it: ${advice}` : `has no secret: ${advice}`;
  const failing = position?.serial === record.start.serial ? position.failing : null;
  if (failing === null) return 'well';
  if (failing.next_at === null) return `given up: ${failing.reason}`;
  return `failing since ${failing.since}: ${failing.reason}; next try ${failing.next_at}`;
}

const parseKinds = listParser(feedKinds, `The kinds are ${feedKinds.join(', ')}.`);

const parseOverlap = (text: string): number => (text === '0' ? 0 : parseDuration(text));

/**
 * Version from which a webhook sends again. By default its position when that failed, else the one before its last delivery.
 * With its position lost, the receiver is asked to read everything again.
 *
 * @returns `null`: the beginning @throws `not_found`, `invalid`
 */
async function redeliverFrom(
  service: Service,
  brand: string,
  id: string,
  { commit, since }: { readonly commit: string | undefined; readonly since: Date | undefined },
): Promise<string | null> {
  const { record, position } = await service.webhooks.get(brand, id);
  const repository = await service.openBrand(brand);
  if (commit !== undefined) {
    const oid = await repository.versions.resolve(commit);
    if (!(await repository.past.contains(oid))) {
      throw new PortalError('invalid', `${commit} is no commit in the history of ${brand}.`);
    }
    return oid;
  }
  if (since !== undefined) return repository.past.commitAt(since);
  if (position === null) return unknownVersion;
  if (position.serial !== record.start.serial) return record.start.version;
  if (position.failing !== null) return position.version;
  if (position.last === null) throw new PortalError('invalid', `Webhook ${id} has delivered nothing yet.`);
  return position.last.from;
}
