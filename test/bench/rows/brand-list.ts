import { join } from 'node:path';
import { openService, slug } from '../data.js';
import { type Context, figure, type Measurement, median, milliseconds, type Row } from '../harness.js';
import { served, signIn } from '../served.js';

/** The operator's list of many brands, each empty: the first after a start with new ones, and later ones. */
async function list(context: Context): Promise<Measurement[]> {
  const count = context.size(300, 60);
  const data = join(await context.folder(), 'data');
  const service = await openService(data);
  context.progress(`making ${count} brands`);
  for (let number = 1; number <= count; number += 1) {
    const name = number === 1 ? slug : `brand-${number}`;
    await service.provisioning.createEmpty(name, `Brand ${number}`, []);
  }
  await service.close();
  const running = await served(context, data);
  const headers = { cookie: await signIn(running) };
  const read = async (): Promise<void> => {
    const reply = await fetch(`${running.server.url}/-/workspace/operator`, { headers });
    if (!(await reply.text()).includes('Brand ')) throw new Error(`the list answered ${reply.status}`);
  };
  const first = await milliseconds(read);
  const later: number[] = [];
  for (let round = 0; round < 20; round += 1) later.push(await milliseconds(read));
  return [
    figure(`the first, of ${count} new brands`, first, 'ms'),
    figure('median of the next 20', median(later), 'ms', { atMost: 300 }),
  ];
}

export const rows: readonly Row[] = [{ id: 49, work: "the operator's list of brands", run: list }];
