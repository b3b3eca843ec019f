import type { ComponentChild } from 'preact';
import type { BlockData, StoredBlock } from '../../content/blocks/block-type.js';
import { type BlockTypeName, blockTypes } from '../../content/blocks/types.js';
import { isObject, stringifyJson } from '../../lib/json.js';
import { Icon } from '../parts/icon.js';
import { list, objects, text } from './data.js';
import { Download, DownloadList } from './files.js';
import { Html } from './html.js';
import { Figure, Gallery, Video } from './media.js';
import { Palette } from './palette.js';
import { Specimen } from './specimen.js';
import type { BlockView } from './view.js';

interface BlockProps {
  readonly block: StoredBlock;
  readonly view: BlockView;
}

/** A block as readers of its page see it, with the blocks in it. Pushed content may have any shape: what has not the expected type is drawn as nothing. */
export function Block({ block, view }: BlockProps): ComponentChild {
  return drawBlock({ ...block }, view);
}

const isKnown = (type: unknown): type is BlockTypeName => blockTypes.has(String(type));

function drawBlock({ id, type, data }: Readonly<Record<string, unknown>>, view: BlockView): ComponentChild {
  const blockData = isObject(data) ? data : {};
  const anchor = view.isAnchored ? text(id) || undefined : undefined;
  const drawn = isKnown(type) ? drawByType[type](blockData, view, anchor) : unknownBlock(String(type), blockData, view);
  if (drawn === null) return null;
  return (
    <div class={classOf(type, blockData, view)} id={anchor} dir="auto">
      {drawn}
    </div>
  );
}

/** Space around a block: that of a text, of a heading, or of everything else. */
function classOf(type: unknown, data: BlockData, view: BlockView): string {
  if (type === 'rich_text') return 'text';
  return type === 'heading' && view.font(text(data.text)) === null ? 'head' : 'blk';
}

export function Blocks({ blocks, view }: { readonly blocks: unknown; readonly view: BlockView }): ComponentChild {
  return <>{objects(blocks).map((block) => drawBlock(block, view))}</>;
}

/** A block type that this program does not know: readers see nothing of it. */
function unknownBlock(type: string, data: BlockData, { isEditor }: BlockView): ComponentChild {
  if (!isEditor) return null;
  return (
    <details>
      <summary class="dim">
        {type === 'null' ? 'A block without a type' : `A block of the unknown type “${type}”`}
      </summary>
      <pre>{stringifyJson(data)}</pre>
    </details>
  );
}

function Caption({ value }: { readonly value: unknown }): ComponentChild {
  return text(value) === '' ? null : <p class="cap">{text(value)}</p>;
}

const alertKinds: Readonly<Record<string, 'info' | 'warn' | 'bad' | 'ok'>> = {
  info: 'info',
  warning: 'warn',
  danger: 'bad',
  error: 'bad',
  success: 'ok',
};
const alertIcons = { info: 'info', warn: 'triangle-alert', bad: 'octagon-alert', ok: 'circle-check' } as const;

type Draw = (data: BlockData, view: BlockView, anchor: string | undefined) => ComponentChild;

const drawByType: Readonly<Record<BlockTypeName, Draw>> = {
  heading({ text: value, level }, view) {
    const font = view.font(text(value));
    if (font !== null) return <Specimen font={font} view={view} level={Number(level ?? 2)} />;
    const Tag = view.heading(Number(level ?? 2));
    return text(value) === '' ? null : <Tag>{text(value)}</Tag>;
  },
  rich_text: ({ html }, view, anchor) =>
    text(html) === '' ? null : <Html text={text(html)} style={view} anchor={anchor} />,
  alert({ variant, title, body }, view) {
    const kind = (Object.hasOwn(alertKinds, text(variant)) ? alertKinds[text(variant)] : undefined) ?? 'info';
    return (
      <div class={`hint-box ${kind}`} role="note">
        <Icon name={alertIcons[kind]} />
        <div class="text">
          {text(title) !== '' && <b>{text(title)}</b>}
          <Html text={text(body)} style={view} />
        </div>
      </div>
    );
  },
  button({ label, url, style, new_tab }, view) {
    const link = view.link(text(url));
    if (link.href === undefined) return null;
    const target = new_tab === true ? { target: '_blank' } : {};
    return (
      <a class={style === 'primary' ? 'btn lg go' : 'btn lg'} {...link} {...target}>
        {text(label) || text(url)}
        <Icon name={new_tab === true ? 'external-link' : 'arrow-right'} />
      </a>
    );
  },
  video: (data, view) => <Video data={data} view={view} />,
  image_placeholder: ({ label, width, height }) => (
    <div class="stage hole">
      <span class="dim">
        {text(label) || 'Place for an image'}
        {text(width) !== '' && text(height) !== '' && ` · ${text(width)} × ${text(height)}`}
      </span>
    </div>
  ),
  accordion: ({ items }, view) => (
    <div class="acc">
      {objects(items).map(({ title, body }) => (
        <details>
          <summary>
            <span class="grow">{text(title) || 'Without a title'}</span>
            <Icon name="chevron-right" />
          </summary>
          <div class="text">
            <Html text={text(body)} style={view} />
          </div>
        </details>
      ))}
    </div>
  ),
  table: ({ caption, header, rows }, view) => (
    <>
      <Caption value={caption} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard */}
      <section class="tbl" tabIndex={0} aria-label={text(caption) || 'Table'}>
        <table>
          {list(header).length > 0 && (
            <thead>
              <tr>
                {list(header).map((cell) => (
                  <th scope="col">{text(cell)}</th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {list(rows).map((row) => (
              <tr>
                {list(row).map((cell) => (
                  <td>
                    <Html text={text(cell)} style={view} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  ),
  columns: ({ columns }, view) => (
    <div class="grid2">
      {objects(columns).map(({ blocks }) => (
        <div>
          <Blocks blocks={blocks} view={view} />
        </div>
      ))}
    </div>
  ),
  group: ({ title, blocks }, view) => (
    <section class="card pad inner">
      <Caption value={title} />
      <Blocks blocks={blocks} view={view} />
    </section>
  ),
  image: (data, view) => <Figure data={data} view={view} />,
  gallery: ({ items }, view) => <Gallery items={objects(items)} view={view} />,
  tabs: ({ items }, view) => (
    <div class="tabs">
      {objects(items).map(({ title, blocks }) => (
        <section class="inner" data-tab={text(title) || 'Without a title'}>
          <p class="cap">{text(title) || 'Without a title'}</p>
          <Blocks blocks={blocks} view={view} />
        </section>
      ))}
    </div>
  ),
  asset_download: (data, view) => <Download data={data} view={view} />,
  download_list: ({ title, items }, view, anchor) => (
    <DownloadList title={text(title)} items={objects(items)} view={view} id={anchor} />
  ),
  color_palette: ({ title, color_ids }, view) => <Palette title={text(title)} ids={list(color_ids)} view={view} />,
};
