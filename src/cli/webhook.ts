import { type Command, InvalidArgumentError, Option } from 'commander';
import { type FeedKind, feedKinds } from '../content/diff/feed.js';
import { PortalError } from '../errors.js';
import { unknownVersion } from '../registry/webhook-files.js';
import type { ListedWebhook } from '../registry/webhooks.js';
import type { Service } from '../service/service.js';
import { print, table, useService } from './common.js';
import { type ContentOptions, commandGroup, contentCommand } from './content-command.js';
import { commitHelp, parseDuration, parseSince } from './parse.js';

const hookHelp = 'its id, as webhook list shows it';

export function webhookCommand(): Command {
  const commands = [add(), list(), test(), redeliver(), rotate(), remove()];
  return commandGroup('webhook', 'tell other programs what has changed, by signed requests to them', commands);
}

interface AddOptions extends ContentOptions {
  readonly events?: readonly FeedKind[];
}

function add(): Command {
  const command = contentCommand('add', 'send what changes from now on to an address; the secret is printed once')
    .argument('<url>', 'an address of https; of http, or in a private network, where webhook_allow has it')
    .option('--events <list>', `only changes of these kinds: ${feedKinds.join(', ')} (default: all)`, parseKinds);
  return command.action(async (brand: string, url: string, options: AddOptions) => {
    const { requireAllowed } = await import('./webhook-test.js');
    const events = options.events ?? null;
    const { record, secret } = await useService(options, async (service) => {
      const { commit } = await (await service.openBrand(brand)).read();
      await requireAllowed(url, options);
      return service.webhooks.add({ brand, url, events, version: commit ?? '' });
    });
    const { id, url: address, created_at } = record;
    print({ id, brand, url: address, events, created_at, secret }, options, () =>
      [`Webhook ${id} of ${brand} sends to ${address}. It signs with this secret, shown only now:`, secret].join('\n'),
    );
  });
}

function list(): Command {
  const command = contentCommand('list', "list a brand's webhooks, and how far their receivers are");
  return command.action(async (brand: string, options: ContentOptions) => {
    const { hooks, isShared } = await useService(options, async (service) => {
      return { hooks: await service.webhooks.list(brand), isShared: service.isShared };
    });
    const shown = hooks.map(({ record, position, hasSecret }) => {
      const { id, url, events, created_at } = record;
      const [last, failing] = [position?.last ?? null, position?.failing ?? null];
      return { id, url, events, created_at, version: position?.version ?? null, has_secret: hasSecret, last, failing };
    });
    const rows = hooks.map((hook) => {
      const { id, url, events } = hook.record;
      const last = hook.position?.last?.at.replace(/\.\d+Z$/, 'Z') ?? '-';
      return [id, url, events?.join(',') ?? 'all', last, stateOf(hook, isShared)];
    });
    print(shown, options, () => table(['ID', 'URL', 'EVENTS', 'LAST DELIVERED', 'STATE'], rows));
  });
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

function test(): Command {
  const command = contentCommand('test', 'send one signed request of the type test now, and say what came of it');
  command.argument('<webhook>', hookHelp);
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const { sendTest } = await import('./webhook-test.js');
    const { url, posted, ms } = await useService(options, (service) => sendTest(service, brand, id, options));
    const status = 'status' in posted ? posted.status : null;
    const reason = 'failure' in posted ? posted.failure : null;
    if (status === null || status < 200 || status > 299) {
      throw new PortalError('invalid', `Not delivered to ${url}: ${reason ?? `it answered ${status}`}.`);
    }
    print({ id, url, status, ms }, options, () => `Delivered to ${url}: it answered ${status}, within ${ms} ms.`);
  });
}

interface RedeliverOptions extends ContentOptions {
  readonly since?: Date;
}

function redeliver(): Command {
  const command = contentCommand('redeliver', 'send again: what failed, else the last delivery, or all since a commit')
    .argument('<webhook>', hookHelp)
    .argument('[commit]', `from this commit on: ${commitHelp}`)
    .addOption(new Option('--since <time>', 'from a time on, or from how long ago, such as 7d').argParser(parseSince));
  return command.action(async (brand: string, id: string, commit: string | undefined, options: RedeliverOptions) => {
    if (commit !== undefined && options.since !== undefined) {
      command.error('error: name a commit or a time, not both', { exitCode: 2 });
    }
    const version = await useService(options, async (service) => {
      const from = await redeliverFrom(service, brand, id, { commit, since: options.since });
      await service.webhooks.restart(brand, id, from);
      return from;
    });
    print({ id, brand, version }, options, () => {
      if (version === unknownVersion) return `Webhook ${id} says that everything is to be read again.`;
      const from = version === null ? 'the beginning' : version.slice(0, 10);
      return `Webhook ${id} sends again what has changed since ${from}.`;
    });
  });
}

interface RotateOptions extends ContentOptions {
  readonly overlap: number;
}

function rotate(): Command {
  const overlap = new Option(
    '--overlap <duration>',
    'how long requests are signed with the old one, too; 0: no longer',
  );
  const command = contentCommand('rotate', 'give a webhook a new secret, which is printed once')
    .argument('<webhook>', hookHelp)
    .addOption(overlap.argParser(parseOverlap).default(parseDuration('1d'), '1d'));
  return command.action(async (brand: string, id: string, options: RotateOptions) => {
    const { secret, oldUntil } = await useService(options, (service) =>
      service.webhooks.rotate(brand, id, options.overlap),
    );
    print({ id, brand, secret, old_until: oldUntil }, options, () => {
      const head = `Webhook ${id} signs with this secret, shown only now:`;
      return [head, secret, ...(oldUntil === null ? [] : [`With the old one, too, until ${oldUntil}.`])].join('\n');
    });
  });
}

function remove(): Command {
  const command = contentCommand('remove', 'remove a webhook, with its secret').argument('<webhook>', hookHelp);
  return command.action(async (brand: string, id: string, options: ContentOptions) => {
    const { url } = await useService(options, (service) => service.webhooks.remove(brand, id));
    print({ id, brand, url }, options, () => `Removed webhook ${id} of ${brand}, to ${url}.`);
  });
}

const parseOverlap = (text: string): number => (text === '0' ? 0 : parseDuration(text));

function parseKinds(list: string): FeedKind[] {
  const names = list.split(',').map((name) => name.trim());
  if (!names.every((name) => (feedKinds as readonly string[]).includes(name))) {
    throw new InvalidArgumentError(`The kinds are ${feedKinds.join(', ')}.`);
  }
  return feedKinds.filter((kind) => names.includes(kind));
}

/**
 * The version that a webhook goes on from when it is to send again. Where none is named: its position when that failed, else the
 * one before its last delivery. When its position is lost, the receiver is to read everything again.
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
