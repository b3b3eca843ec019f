import { cephRoot } from '../../nodes/ceph/programs.js';
import type { Context, Measurement, Row } from '../harness.js';
import { newNode } from '../many-machines/new-node.js';
import { severalNodes } from '../many-machines/nodes.js';
import { oneNode } from '../many-machines/one-node.js';
import { storeRequests } from '../many-machines/requests.js';
import { startStore } from '../many-machines/store.js';

async function run(context: Context): Promise<readonly Measurement[]> {
  const root = cephRoot();
  if (root === null) {
    context.progress('left out: Ceph is not on this machine');
    return [];
  }
  const store = await startStore(context, root);
  const parts = [oneNode, severalNodes, newNode, storeRequests];
  const measured: Measurement[] = [];
  for (const part of parts) measured.push(...(await part(context, store)));
  return measured;
}

export const rows: readonly Row[] = [
  {
    id: 34,
    work: 'many machines, over Ceph with one OSD',
    comparedWith: 'each part says it',
    target: {},
    unit: '/s',
    run,
  },
];
