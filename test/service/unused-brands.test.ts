import { expect, test } from 'vitest';
import { openService } from '../support/data.js';
import { temporaryDirectory } from '../support/git.js';

test('regular work on all brands keeps none of them open, and closes none that is in use', async () => {
  const service = await openService({ data: temporaryDirectory() });
  for (const slug of ['one', 'three', 'two']) await service.provisioning.createEmpty(slug, slug, []);
  const { brands, chores } = service;
  const opened = () => [...brands.opened()].map(([slug]) => slug).sort();
  const work = async (): Promise<void> => {
    await chores.prepareSearch();
    await chores.purgeTrash();
    await chores.tidyProposals();
    await chores.sweepFiles();
    await chores.publishDue();
  };
  await brands.closeIdle(-1);
  expect(opened()).toEqual([]);
  await work();
  expect(opened()).toEqual([]);

  const repository = await service.openBrand('two');
  await work();
  expect(opened()).toEqual(['two']);
  expect(await service.openBrand('two')).toBe(repository);
  // Used by others while the work runs.
  await brands.unnoticed('one', async () => {
    await brands.get('one');
    await brands.closeIdle(-1);
    expect(opened()).toEqual(['one']);
  });
  expect(opened()).toEqual([]);
  await service.close();
});
