import { parse, serializeOuter } from 'parse5';
import { expect, it } from 'vitest';
import { blockTypes } from '../../src/content/blocks/types.js';
import { elements } from '../support/form-fields.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { as } from '../support/workspace-people.js';

portalForAll({ real: true, example: 'northlight' });

interface Block {
  readonly id: string;
  readonly type: string;
  readonly data: object;
}

/** HTML of each block of a page, where a document shows it. */
function shownIn(html: string, blocks: readonly Block[]): readonly (string | undefined)[] {
  const byId = new Map(
    [...elements(parse(html))].map((one) => [one.attrs.find(({ name }) => name === 'id')?.value, serializeOuter(one)]),
  );
  return blocks.map(({ id }) => byId.get(id));
}

it('a block is drawn by one component: the portal, the history and the trash show the same', async () => {
  const editor = await as('editor');
  const { body: pages } = await client.get('/pages?limit=100');
  const byType = new Map<string, Pick<Block, 'type' | 'data'>>();
  for (const { id } of pages) {
    for (const { type, data } of (await client.get(`/pages/${id}`)).body.blocks) byType.set(type, { type, data });
  }
  const types = [...blockTypes.keys()];
  const made = types.map((type) => byType.get(type) ?? { type, data: { label: 'Made', width: 4, height: 3 } });
  const { id } = await client.page({ title: 'Every block', blocks: made });
  const added = portal.head('northlight');
  const { blocks } = (await client.get(`/pages/${id}`)).body;
  const brand = '/brands/northlight';
  const read = shownIn((await editor.open(`${brand}/-/page/${id}`)).text, blocks);
  expect(read.filter((html) => html !== undefined)).toHaveLength(types.length);
  const compare = `${brand}/-/workspace/pages/${id}/compare`;
  const elsewhere = new Map([
    ['an added page', (await editor.open(`${compare}?to=${added}`)).text],
    ['unchanged blocks', (await editor.open(`${compare}?from=${added}`)).text],
  ]);
  await client.delete(`/pages/${id}`);
  elsewhere.set('the trash', (await editor.get(`${brand}/trash/${id}`)).text);
  for (const [where, html] of elsewhere) {
    for (const [at, shown] of shownIn(html, blocks).entries())
      expect([where, types[at], shown]).toEqual([where, types[at], read[at]]);
  }
});
