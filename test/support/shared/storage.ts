import { startRegistry } from '../../../src/registry/commit.js';
import { registryProjection } from '../../../src/registry/registry.js';
import { SharedStorage } from '../../../src/service/shared/shared-storage.js';
import type { FileSystem } from '../../../src/store/file-system.js';
import { SharedPortal, type SharedPortalOptions, writePortal } from '../../../src/store/log/shared-portal.js';
import type { MemoryStore } from './memory-store.js';

export type NodeOptions = Partial<Pick<SharedPortalOptions, 'stalenessMs' | 'timeoutMs' | 'checkpointEntries'>> & {
  /** Whether the portal is of the version before notices. */
  readonly isEarlier?: boolean;
  readonly fileCacheBytes?: number;
};

const portalId = 'test-portal';

/** The storage of one node. The portal is begun by the first. */
export async function memoryStorage(
  store: MemoryStore,
  fs: FileSystem,
  data: string,
  {
    stalenessMs = 0,
    timeoutMs = 60_000,
    checkpointEntries = 1000,
    isEarlier = false,
    fileCacheBytes = 1024 ** 3,
  }: NodeOptions = {},
): Promise<SharedStorage> {
  const options: SharedPortalOptions = { store, fs, stalenessMs, timeoutMs, checkpointEntries };
  if (!store.objects.has('portal.json')) {
    const portal = new SharedPortal(options, portalId);
    const start = new Date('2026-03-01T12:00:00Z');
    const begin = (draft: Parameters<typeof startRegistry>[0]): void => startRegistry(draft, () => start);
    await portal.create(
      { log: 'registry', gitdir: `${data}-start/registry.git` },
      registryProjection,
      begin,
      new Error('There is one'),
    );
    await fs.promises.rm(`${data}-start`, { recursive: true, force: true });
    if (!isEarlier) await portal.notify('registry');
    await writePortal(store, portalId, AbortSignal.timeout(timeoutMs));
  }
  return new SharedStorage(await SharedPortal.connect(options), fs, data, fileCacheBytes);
}
