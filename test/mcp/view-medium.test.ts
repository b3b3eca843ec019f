import { expect, it } from 'vitest';
import { tools } from '../../src/mcp/tools.js';
import { callOf } from '../support/foreign-requests.js';
import { message, post } from '../support/mcp.js';
import { client, portal, portalForAll } from '../support/portal-fixture.js';
import { putFile, withdraw } from '../support/put-file.js';

portalForAll({ real: true, pictures: true });

it('an agent sees the picture of a medium, once: the structured answer and the text do not have it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"/>';
  const { id } = await putFile(client, 'logo.svg', svg);
  const tool = tools.find(({ name }) => name === 'view_medium');
  const view = async (reader = client) => {
    const call = message('tools/call', callOf(tool as (typeof tools)[number], { medium: id }));
    return /^data: (.*)$/m.exec(await (await post(reader, call)).text())?.[1] ?? '';
  };
  const { structuredContent, content } = JSON.parse(await view()).result;
  expect(content.map(({ type }: { type: string }) => type)).toEqual(['image', 'text']);
  expect(content[0].mimeType).toBe('image/webp');
  expect(Buffer.from(content[0].data, 'base64').toString('latin1', 8, 12)).toBe('WEBP');
  expect(structuredContent.medium).toMatchObject({ id, file: { name: 'logo.svg' } });
  expect(JSON.parse(content[1].text)).toEqual(structuredContent);
  await withdraw(client, id);
  expect(JSON.parse(await view(await portal.client('acme', ['read']))).result).toMatchObject({ isError: true });
});
