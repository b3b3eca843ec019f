import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { inChromium } from '../../support/browser-fixture.js';
import { client, portalForAll } from '../../support/portal-fixture.js';
import { putFile } from '../../support/put-file.js';
import { at, openAs } from '../../support/workspace-people.js';

const brand = '/brands/northlight';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="9" height="9"/></svg>';

inChromium('an admin who only has a sign-in link', () => {
  portalForAll({ real: true, pictures: true, example: 'northlight' });

  it('invites, issues and revokes a key, releases three pictures, changes a term and checks a text in few actions', async () => {
    for (const name of ['one', 'two', 'three']) await putFile(client, `${name}.svg`, drawing, { release: false });
    const { page, complaints } = await openAs('admin', brand);
    const actions: Record<string, number> = {};
    let task = '';
    const count = async (action: Promise<unknown>): Promise<void> => {
      actions[task] = (actions[task] ?? 0) + 1;
      await action;
    };
    const click = (target: Locator) => count(target.click());
    const link = (name: string) => page.getByRole('link', { name, exact: true });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const said = (text: string | RegExp) => page.locator('.toast').getByText(text).waitFor();
    const begin = async (name: string): Promise<void> => {
      task = name;
      await page.goto(at(brand));
    };

    await begin('invite');
    await click(link('People'));
    await count(page.getByLabel('Name', { exact: true }).fill('Bo Berg'));
    await click(button('Make invitation link'));
    await click(button('Copy invitation link'));

    await begin('key');
    await click(link('Keys'));
    await click(page.getByText('New key', { exact: true }));
    await count(page.getByLabel('Name', { exact: true }).fill('Website'));
    await click(button('Issue key'));
    await click(link('Keys'));
    await click(link('Revoke Website'));
    await click(button('Revoke'));
    await said(/revoked/i);

    await begin('release');
    await click(link('Media'));
    await count(page.getByLabel('State', { exact: true }).selectOption('unreleased'));
    await page.waitForURL(/show=unreleased/);
    for (const at of [0, 1, 2])
      await count(
        page
          .getByLabel(/^Select /)
          .nth(at)
          .check(),
      );
    await click(button('Release selected'));
    await said('3 media released');

    await begin('term');
    await click(link('Language'));
    await click(page.locator('a[data-open][href*="terms/preferred.0"]'));
    await count(page.getByLabel('Note', { exact: true }).first().fill('Never a sleeper.'));
    await count(page.keyboard.press('Control+s'));
    await said('Saved.');

    await begin('check');
    await click(link('Language'));
    await click(link('Check a text'));
    await count(page.getByLabel('Text', { exact: true }).fill('Our sleeper leaves at nine.'));
    await click(button('Check language'));
    await page.locator('main').getByText('night train').first().waitFor();

    expect(actions).toEqual({ invite: 4, key: 7, release: 6, term: 4, check: 4 });
    expect(complaints).toEqual([]);
  });
});
