import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { client, portalForAll } from '../../support/portal-fixture.js';

portalForAll({
  // The linter keeps the process busy for seconds: else the server would close a connection that the client takes for open.
  server: { keepAliveSeconds: 60 },
});

const noKey = { key: null };

describe('the description of the API', () => {
  it('is the reviewed one', async () => {
    const { text } = await client.get('/openapi.json', noKey);
    // The program's version is not part of the description.
    const described = text.replace(/,\n *"x-program-version": "[^"]+"/, '');
    await expect(described).toMatchFileSnapshot('./generated/openapi.json');
  });

  it('says the same as JSON and as YAML', async () => {
    const { body } = await client.get('/openapi.json', noKey);
    const yaml = await client.get('/openapi.yaml', noKey);
    expect(yaml.headers.get('content-type')).toBe('application/yaml');
    expect(parse(yaml.text)).toEqual(body);
  });

  it('is found good by the linter, without a warning', async () => {
    const source = (await client.get('/openapi.json', noKey)).text;
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
  });
});
