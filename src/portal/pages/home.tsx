import type { HtmlReply, PortalContext } from '../context.js';

export function homePage({ name, catalog }: PortalContext): HtmlReply {
  const { sentence } = catalog.portal;
  return {
    title: name,
    isWide: true,
    body: (
      <section class="cover">
        <h1>{name}</h1>
        {sentence !== '' && <p>{sentence}</p>}
      </section>
    ),
  };
}
