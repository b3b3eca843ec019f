import { type ComponentChild, Fragment, h } from 'preact';
import { renderToStaticMarkup } from 'preact-render-to-string';
import { describe, expect, test } from 'vitest';
import { Block } from '../../src/backend/content/block.js';
import { renderPage } from '../../src/backend/layout.js';
import { draw } from '../../src/backend/render.js';

const names = {
  page: () => '',
  medium: () => '',
  mediumHref: () => '',
  file: () => null,
  picture: () => null,
  color: () => ({ name: '', hex: '' }),
};
const block = (html: string) => h(Block, { block: { id: '1', type: 'rich_text', data: { html } }, names });

const nodes: readonly ComponentChild[] = [
  h(Fragment, null, 'a < b', 3, null, false, true, undefined, '', [h('p', null, 'in a list'), [0, '"']]),
  h('div', { class: 'a "b" <c>', 'data-x': '</div>' }, '</div>', h('div', null), h('details', { open: true }, 'x')),
  h('section', null, h('div', null, h('select', { value: '2' }, h('option', { value: '2' }, 'two')))),
  h('details', { key: 'k' }, h('summary', null, '</details>'), [block('<p>One &lt;/main&gt;</p>'), block('<b>two')]),
  h('div', null, h('br', null), h('input', { value: '&' }), h(Fragment, { key: 'f' }, h('hr', null))),
];

describe('a page that is drawn in parts', () => {
  test.each(nodes.map((node): [string, ComponentChild] => [renderToStaticMarkup(h(Fragment, null, node)), node]))(
    'is the same: %s',
    (whole, node) => {
      expect([...draw(node)].join('')).toBe(whole);
    },
  );

  test('lets other work go on, and ends as it began', async () => {
    const assets = { css: ['/a.css'], scripts: ['/a.js'] };
    const frame = {
      title: '</main>',
      principal: null,
      brand: null,
      path: '/',
      params: {},
      peopleToAsk: [],
      assets,
      commit: null,
    };
    const parts = Array.from({ length: 2000 }, (_, at) => block(`<p>${'Much to read here. '.repeat(20)}${at}</p>`));
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    });
    const html = await renderPage(frame, h('div', { class: 'sheet' }, 'A \ufdd0\t\u0001', parts));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(2);
    expect(html).toMatch(
      /^<!DOCTYPE html>\n<html lang="en">.*<main id="main" tabindex="-1"><div class="sheet">A \ufffd\t\ufffd<div/s,
    );
    expect(html).toMatch(/ 1999<\/p><\/div><\/div><\/div><\/main><\/body><\/html>$/);
    expect(html.match(/<div class="block">/g)).toHaveLength(2000);
  });
});
