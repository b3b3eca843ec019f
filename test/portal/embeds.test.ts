import { describe, expect, it } from 'vitest';
import { embedOf } from '../../src/content/embeds.js';
import { portal, portalForEach, replacePortal } from '../support/portal-fixture.js';
import { cookieOf, openPortal, visiblePage, visit } from '../support/portal-visitors.js';
import { putLanguages } from '../support/translations.js';

const film = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const board = 'https://miro.com/app/board/uXjVOabcdef=/';

describe('an address of a provider', () => {
  it.each([
    [film, 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    [
      'https://youtube.com/watch?t=3&v=dQw4w9WgXcQ&list=x',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    ],
    ['https://youtu.be/dQw4w9WgXcQ?si=a', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1'],
    ['https://vimeo.com/76979871/abcdef1234', 'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=abcdef1234'],
    [
      'https://www.figma.com/design/AbCdEf0123456789/Kit?node-id=1-2&t=x',
      'https://embed.figma.com/design/AbCdEf0123456789?embed-host=share&node-id=1-2',
    ],
    [
      'https://www.figma.com/file/AbCdEf0123456789/Kit',
      'https://embed.figma.com/design/AbCdEf0123456789?embed-host=share',
    ],
    [
      'https://main--5ccbc373887ca40020446347.chromatic.com/?path=/story/button--primary',
      'https://main--5ccbc373887ca40020446347.chromatic.com/iframe.html?id=button--primary&viewMode=story',
    ],
    [board, 'https://miro.com/app/live-embed/uXjVOabcdef=/'],
  ])('%s has a frame made of its ids', (address, frame) => {
    expect(embedOf(address)?.frame).toBe(frame);
  });

  const others = [
    ...[
      'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
      '//youtu.be/dQw4w9WgXcQ',
    ],
    ...['https://a@www.youtube.com/watch?v=dQw4w9WgXcQ', 'https://www.youtube.com:443/watch?v=dQw4w9WgXcQ'],
    ...['https://www.youtube.com@evil.example/watch?v=dQw4w9WgXcQ', 'https://www.youtube.co/watch?v=dQw4w9WgXcQ'],
    ...[
      'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
      'https://evil.example/www.youtube.com/watch?v=dQw4w9WgXcQ',
    ],
    ...[
      'https://www.youtube.com./watch?v=dQw4w9WgXcQ',
      'https://xyoutu.be/dQw4w9WgXcQ',
      'https://youtu.be/dQw4w9WgXc%51',
    ],
    ...['https://youtu.be/dQw4w9WgXcQx', 'https://youtu.be/../dQw4w9WgXcQ', 'https://youtu.be\\dQw4w9WgXcQ'],
    ...['https://youtu.be/dQw4w9WgXcQ\n', 'https://youtu.be/dQw4w9Wg XcQ', ' https://youtu.be/dQw4w9WgXcQ'],
    ...['https://vimeo.com/channels/x', 'https://vimeo.com/76979871%2F..', 'https://www.figma.com/community/file/1'],
    ...['https://chromatic.com/?path=/story/a--b', 'https://evil.example/x.chromatic.com/?path=/story/a--b'],
    ...[
      'https://5ccbc373.chromatic.com.evil.example/?path=/story/a--b',
      'https://5ccbc373.chromatic.com/?path=/story/a%2F',
    ],
    ...['https://miro.com/app/board/', 'https://miro.com/app/board/a%20b="/', `${film}&x=${'a'.repeat(2000)}`],
  ];
  it.each(others)('%j is a link', (address) => {
    expect(embedOf(address)).toBe(null);
  });
});

describe('a page', () => {
  portalForEach();

  const answer = async (path: string, cookie = '') => {
    const response = await visit(portal, `/brands/acme${path}`, { headers: { Cookie: cookie } });
    const policy = response.headers.get('content-security-policy') ?? '';
    return { html: await response.text(), frames: /frame-src ([^;]*)/.exec(policy)?.[1] ?? null };
  };
  const button = (url: string, style = 'embed') => ({ type: 'button', data: { label: 'The board', url, style } });

  async function pages() {
    const inside = {
      type: 'columns',
      data: {
        columns: [
          { width: 1, blocks: [button(board)] },
          { width: 1, blocks: [] },
        ],
      },
    };
    await visiblePage({
      title: 'Films',
      blocks: [{ type: 'video', data: { url: film, title: 'How it sounds' } }, inside],
    });
    const linked = [button(board, 'primary'), button('https://miro.example/app/board/uXjVOabcdef=/')];
    await visiblePage({ title: 'Links', blocks: linked });
    await openPortal(portal, 'acme');
  }

  it('says before a click who gets what, and only it has the frames of its content, for each reader', async () => {
    await pages();
    const frames = 'https://www.youtube-nocookie.com https://miro.com';
    for (const cookie of ['', '', await cookieOf('editor')]) {
      const films = await answer('/films', cookie);
      expect(films.frames).toBe(frames);
      expect(films.html).toContain('With this click, YouTube (United States) gets your network address.');
      expect(films.html).toContain(`<a href="${film}" rel="noopener noreferrer">Open at YouTube</a>`);
      expect(films.html).toContain('data-frame="https://miro.com/app/live-embed/uXjVOabcdef=/"');
      expect(films.html).not.toContain('<iframe');
      const links = await answer('/links', cookie);
      expect([links.frames, links.html.includes('data-frame')]).toEqual([null, false]);
      expect(links.html).toContain(`class="btn lg" href="https://miro.example/app/board/uXjVOabcdef=/"`);
    }
    const markdown = await (await visit(portal, '/brands/acme/films.md')).text();
    expect(markdown).toContain(film);
    expect(markdown).not.toContain('nocookie');
  });

  it('has the words in German, and links of providers that are switched off', async () => {
    await replacePortal({ config: { embeds_off: ['youtube'] } });
    await pages();
    await putLanguages(portal, 'acme', [{ tag: 'de', shown: true, fallback: null }]);
    const { html, frames } = await answer('/de/films');
    expect(html).toContain('Mit diesem Klick erhält Miro (Vereinigte Staaten) Ihre Netzwerkadresse.');
    expect(html).toContain(`<a class="btn lg" href="${film}"`);
    expect([html.includes('YouTube'), frames]).toEqual([false, 'https://miro.com']);
  });
});
