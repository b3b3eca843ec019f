import { expect, it } from 'vitest';
import { connect } from '../support/mcp.js';
import { portal, portalForAll, client as rest } from '../support/portal-fixture.js';
import { Transcript } from '../support/transcript.js';

portalForAll({ example: 'northlight' });

it('an agent with an address and a key finds its way, and the transcript is the reviewed one', async () => {
  const transcript = new Transcript();
  transcript.say('# An agent at work');
  transcript.say(
    `Requests and responses of the protocol's own TypeScript client, which knows only the address and a key of the example
brand. Long texts and lists are cut (…); ids of blocks and versions have names. A test compares this file;
\`npm run vitest -- --update=true test/mcp/transcript.test.ts\` writes it.`,
  );

  const agent = await connect(portal, rest.key);
  transcript.say('## It connects, and reads the instructions');
  transcript.note(agent.getInstructions() as string);
  const { tools } = await agent.listTools();
  transcript.say(`The server lists ${tools.length} [tools](../../src/mcp/README.md#tools).`);

  transcript.say('## It reads about the brand');
  await transcript.call(agent, 'get_brand');
  await transcript.call(agent, 'search', { q: 'clear spce', limit: 1 });

  transcript.say('## It looks up the block types');
  await transcript.call(agent, 'describe_block_types', { types: ['alert'] });

  transcript.say('## It makes a chapter, and a page with five blocks');
  const chapter = await transcript.call(agent, 'create_page', { title: 'Stations', type: 'container' });
  const made = await transcript.call(agent, 'create_page', {
    title: 'Signs on platforms',
    parent_id: chapter.page.id,
    blocks: [
      { type: 'heading', data: { text: 'One sign, one message', level: 2 } },
      { type: 'rich_text', data: { html: '<p>Say what happens <b>next</b>.</p>' } },
      { type: 'alert', data: { variant: 'info', title: 'New', body: '<p>Ask before you print.</p>' } },
      { type: 'table', data: { header: ['Sign', 'Height'], rows: [['Door', '80 cm']] } },
      { type: 'image', data: { media_id: 101, alt: 'The logo on a door' } },
    ],
  });

  transcript.say('## It corrects one block');
  const page = made.page.id;
  const block = made.outline[0].id;
  const data = { text: 'One sign, one idea' };
  const corrected = await transcript.call(agent, 'update_block', { page, block, data, expected_version: made.version });
  const stored = (await rest.get(`/pages/${page}`)).body;
  expect([stored.blocks[0].data, stored.parent_id]).toEqual([
    { text: 'One sign, one idea', level: 2 },
    chapter.page.id,
  ]);
  expect(corrected.version).not.toBe(made.version);

  transcript.say('## It adds Markdown, and learns what is lost');
  const source = '## On trains\n\nAsk **first**.\n\n<form>Sign here</form>\n';
  const added = await transcript.call(agent, 'add_block', { page, markdown: source });
  transcript.say('An unknown field of a block is named too:');
  const named = await transcript.call(agent, 'add_block', { page, type: 'button', data: { label: 'Go', href: '/go' } });
  expect([added.markdown_lost, named.ignored_fields]).toEqual([['html:5'], ['data.href']]);

  transcript.say('## Refusals');
  const before = portal.head('northlight');
  transcript.say('An old version:');
  await transcript.call(agent, 'update_block', { page, block, data: { level: 3 }, expected_version: made.version });
  transcript.say('Wrong fields, and an unknown medium:');
  await transcript.call(agent, 'add_block', {
    page,
    type: 'image',
    data: { media_id: 999_999, alt: 5 },
    expected_version: named.version,
  });
  transcript.say('A chapter that still has pages:');
  await transcript.call(agent, 'delete_page', { page: chapter.page.id, expected_version: chapter.version });

  const reader = await connect(portal, (await portal.client('northlight', ['read'])).key);
  const readable = (await reader.listTools()).tools;
  transcript.say(
    `A read-only key. It sees ${readable.length} tools, none of which changes content; calling another is refused with HTTP 403:`,
  );
  await transcript.call(reader, 'create_page', { title: 'Not mine to make' });
  const others = readable.filter(({ annotations }) => annotations?.readOnlyHint !== true);
  expect(others.map(({ name }) => name)).toEqual(['report_problem']);

  transcript.say('An invalid key is refused with HTTP 401 when the agent connects:');
  transcript.note(
    await connect(portal, 'bp_wrong').then(
      () => 'connected',
      (error: Error) => error.message,
    ),
  );

  expect(portal.head('northlight')).toBe(before);
  await expect(transcript.text().replaceAll(portal.url, 'http://127.0.0.1:3000')).toMatchFileSnapshot(
    './transcript.md',
  );
});
