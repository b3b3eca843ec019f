import type { ComponentChild, ComponentChildren } from 'preact';
import type { Embed } from '../../content/embeds.js';
import { fill, words } from '../../words/words.js';
import type { Lang } from '../frame/language.js';
import { Icon, type IconName } from '../parts/icon.js';
import type { BlockView } from './view.js';

/** Rights of a frame: scripts with the origin of the provider. It never leads the window around it elsewhere. */
const sandbox = 'allow-scripts allow-same-origin';

interface EmbeddedProps {
  readonly embed: Embed;
  /** Link to the content, as the block has it. */
  readonly link: Readonly<Record<string, string>>;
  readonly name: ComponentChild;
  readonly icon: IconName;
  /** Name of the frame for a screen reader. */
  readonly title: string;
  /** `lang` of the name. */
  readonly lang?: Lang;
  readonly view: BlockView;
  readonly children?: ComponentChildren;
}

/**
 * Content of another site. Nothing is asked of it before a click: its button says who gets the reader's address, and then the script
 * puts the frame in its place. Without script, and on paper, it is a link.
 */
export function Embedded({ embed, link, name, icon, title, lang = {}, view, children }: EmbeddedProps): ComponentChild {
  const { embedNote, embedShow, embedOpen } = words().blocks;
  const { frame: ofFrame } = view.langs;
  const { name: provider, frame, needsOrigin } = embed;
  const country = new Intl.DisplayNames([words().language], { type: 'region' }).of(embed.country) ?? embed.country;
  return (
    <figure class="embed">
      <div class="stage">
        <b {...lang}>{name}</b>
        <p class="dim" {...ofFrame}>
          {fill(embedNote, { provider, country })}
        </p>
        <button
          type="button"
          class="btn"
          disabled={view.isWriting}
          data-frame={frame}
          data-sandbox={sandbox}
          data-origin={needsOrigin || undefined}
          data-title={title}
          {...ofFrame}
        >
          <Icon name={icon} />
          {embedShow}
        </button>
      </div>
      <figcaption>
        {children}
        <a {...link} {...ofFrame}>
          {fill(embedOpen, { provider })}
        </a>
      </figcaption>
    </figure>
  );
}
