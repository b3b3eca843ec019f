import type { Chore } from './chore-runner.js';
import type { Config } from './config.js';
import type { Log } from './log.js';
import type { Service } from './service/service.js';
import type { SharedStorage } from './service/shared/shared-storage.js';
import { nativeGitVersion } from './store/native/native-git.js';

/** The regular work of a server: purging the trash, merging packs, sweeping and the rest, each with its schedule. */
export function allChores(
  config: Config,
  service: Service,
  storage: SharedStorage | undefined,
  log: Log,
  onMail?: (outcome: string) => void,
): readonly Chore[] {
  const { purge_schedule, maintenance_schedule, maintenance_min_packs, brand_idle_seconds, mail, backend_url } = config;
  const { chores } = service;
  const ending = new AbortController();
  const { signal } = ending;
  /** Ends the chores that go from brand to brand before the next brand. */
  const stop = (): void => ending.abort();
  const sendMails = async (): Promise<void> => {
    if (mail === null || backend_url === null) return;
    const { deliverMails } = await import('./mail/deliver.js');
    await deliverMails({ service, settings: mail, origin: backend_url, log, onSent: onMail }, signal);
  };
  return [
    { name: 'maintenance', schedule: maintenance_schedule, run: () => chores.maintain(maintenance_min_packs) },
    { name: 'keeping when keys were used', schedule: '* * * * *', run: () => service.keys.saveLastUsed() },
    { name: 'keeping counts', schedule: '* * * * *', run: () => chores.saveCounts() },
    { name: 'keeping what people have seen', schedule: '* * * * *', run: () => chores.saveSeen() },
    {
      name: 'closing idle brands',
      schedule: '* * * * *',
      run: () => service.brands.closeIdle(brand_idle_seconds * 1000),
    },
    {
      name: 'purging the trash and tidying proposals, notes and counts',
      schedule: purge_schedule,
      atStart: true,
      run: () =>
        byOneNode(storage, 'purge', async () => {
          await chores.purgeTrash(signal);
          await chores.tidyProposals(signal);
          await chores.sweepNotes(signal);
          await chores.sweepCounts(signal);
        }),
      stop,
    },
    {
      name: 'publishing scheduled proposals',
      schedule: '* * * * *',
      atStart: true,
      run: () => byOneNode(storage, 'publish', () => chores.publishDue(signal)),
      stop,
    },
    { name: 'removing sessions that are over', schedule: '29 3 * * *', run: () => service.sessions.removeExpired() },
    { name: 'sweeping leftovers', schedule: '41 * * * *', atStart: true, run: () => chores.sweep(signal), stop },
    { name: 'sweeping files', schedule: '53 3 * * *', run: () => chores.sweepFiles(signal), stop },
    {
      name: 'preparing searches',
      schedule: '* * * * *',
      atStart: true,
      run: () => chores.prepareSearch(signal),
      stop: () => {
        stop();
        service.search.stop();
      },
    },
    ...(mail === null || backend_url === null
      ? []
      : [
          {
            ...{ name: 'sending mails', schedule: '* * * * *', atStart: true },
            run: () => byOneNode(storage, 'mail', sendMails),
            stop,
          },
        ]),
    ...(storage === undefined ? [] : sharedChores(storage, service, maintenance_schedule, log)),
  ];
}

/** Chores of a node for its store and its caches. */
function sharedChores(storage: SharedStorage, service: Service, schedule: string, log: Log): Chore[] {
  const uploading = new AbortController();
  const checkpoint = async (): Promise<void> => {
    const open = service.brands.figures().map(({ slug }) => slug);
    if ((await nativeGitVersion()) !== null) await storage.checkpoint(open, uploading.signal, log);
  };
  const test = async (): Promise<void> => {
    await storage.portal.reach();
    await byOneNode(storage, 'store-test', () => storage.portal.test());
  };
  return [
    { name: 'uploading checkpoints', schedule, run: checkpoint, stop: () => uploading.abort() },
    { name: 'measuring the caches', schedule: '*/5 * * * *', atStart: true, run: () => storage.measure() },
    { name: 'testing the shared store', schedule: '23 * * * *', run: test },
  ];
}

/** Runs a chore on one of the nodes that come to it in the same minute. */
async function byOneNode(storage: SharedStorage | undefined, chore: string, run: () => Promise<void>): Promise<void> {
  const minute = new Date().toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
  if (storage === undefined || (await storage.portal.isElected(chore, minute))) await run();
}
