import type { ComponentChild } from 'preact';
import type { BlockData, StoredBlock } from '../../content/blocks/block-type.js';
import { isEmptyBlock } from '../../content/blocks/empty.js';
import type { BlockTypeName } from '../../content/blocks/types.js';
import { isObject, stringifyJson } from '../../lib/json.js';
import { fill, words } from '../../words/words.js';
import { InLanguage } from '../frame/language.js';
import { Icon } from '../parts/icon.js';
import { itemsOf } from './collection.js';
import { list, objects, text } from './data.js';
import { Embedded } from './embed.js';
import { Download, DownloadList } from './files.js';
import { Figure, Gallery, Video } from './media.js';
import { Palette } from './palette.js';
import { Specimen } from './specimen.js';
import type { BlockView } from './view.js';

interface BlockProps {
  readonly block: StoredBlock;
  readonly view: BlockView;
}

/**
 * A block as readers of its page see it, with the blocks in it. Pushed content may have any shape; a value of an
 * unexpected type is not drawn.
 */
export function Block({ block, view }: BlockProps): ComponentChild {
  return drawBlock({ ...block }, view);
}

const isKnown = (type: unknown): type is keyof typeof drawByType => Object.hasOwn(drawByType, String(type));

function drawBlock(block: Readonly<Record<string, unknown>>, page: BlockView): ComponentChild {
  const { id, type, data } = block;
  const view = page.of(block);
  const blockData = isObject(data) ? data : {};
  const anchor = view.isAnchored ? text(id) || undefined : undefined;
  if (type === 'rich_text') return view.html(blockData.html, 'html', view.root('text', anchor)) ?? emptyText(view);
  const drawn = isKnown(type) ? drawByType[type](blockData, view, anchor) : unknownBlock(String(type), blockData, view);
  if (drawn === null) return null;
  // A specimen takes the place of a heading, with the room of other blocks.
  const isHead = type === 'heading' && view.font(text(blockData.text)) === null;
  return <div {...view.root(isHead ? 'head' : 'blk', anchor)}>{drawn}</div>;
}

/** Room of an empty text for those who can write into it: what is below keeps its place when they begin. */
const emptyText = (view: BlockView): ComponentChild =>
  view.isEditor && (
    <div {...view.root('text unfilled', undefined)}>
      <p>
        <br />
      </p>
    </div>
  );

export function Blocks({ blocks, view }: { readonly blocks: unknown; readonly view: BlockView }): ComponentChild {
  return <>{objects(blocks).map((block) => drawBlock(block, view))}</>;
}

/** A block type that this program does not know: readers see nothing of it. */
function unknownBlock(type: string, data: BlockData, { isEditor, langs }: BlockView): ComponentChild {
  if (!isEditor) return null;
  return (
    <details>
      <summary class="dim" {...langs.frame}>
        {type === 'null' ? words().blocks.untyped : fill(words().blocks.unknown, { type })}
      </summary>
      <pre>{stringifyJson(data)}</pre>
    </details>
  );
}

function Caption({ text: content }: { readonly text: ComponentChild }): ComponentChild {
  return content === null ? null : <p class="cap">{content}</p>;
}

const alertKinds: Readonly<Record<string, 'info' | 'warn' | 'bad' | 'ok'>> = {
  info: 'info',
  warning: 'warn',
  danger: 'bad',
  error: 'bad',
  success: 'ok',
};
const alertIcons = { info: 'info', warn: 'triangle-alert', bad: 'octagon-alert', ok: 'circle-check' } as const;

const Untitled = ({ view: { langs } }: Pick<BlockProps, 'view'>): ComponentChild => (
  <InLanguage {...langs.frame}>{words().blocks.untitled}</InLanguage>
);

type Draw = (data: BlockData, view: BlockView, anchor: string | undefined) => ComponentChild;

const drawByType: Readonly<Record<Exclude<BlockTypeName, 'rich_text'>, Draw>> = {
  heading({ text: value, level }, view) {
    const font = view.font(text(value));
    if (font !== null) return <Specimen font={font} view={view} />;
    const Tag = view.heading(Number(level ?? 2));
    const content = view.plain(value, 'text');
    return content === null ? null : <Tag>{content}</Tag>;
  },
  alert({ variant, title, body }, view) {
    const kind = (Object.hasOwn(alertKinds, text(variant)) ? alertKinds[text(variant)] : undefined) ?? 'info';
    const head = view.plain(title, 'title');
    return (
      <div class={`hint-box ${kind}`} role="note">
        <Icon name={alertIcons[kind]} />
        <div>
          {head !== null && <b>{head}</b>}
          {view.html(body, 'body', { class: 'text' })}
        </div>
      </div>
    );
  },
  button({ label, url, style, new_tab }, view) {
    const link = view.link(text(url));
    if (link.href === undefined && !view.isWriting) return null;
    const content = view.plain(label, 'label') ?? text(url);
    const embed = style === 'embed' ? view.embed(text(url)) : null;
    if (embed !== null)
      return (
        <Embedded embed={embed} link={link} name={content} icon="eye" title={text(label) || embed.name} view={view} />
      );
    const target = new_tab === true ? { target: '_blank' } : {};
    return (
      <a class={style === 'primary' ? 'btn lg go' : 'btn lg'} {...link} {...target}>
        {content}
        <Icon name={new_tab === true ? 'external-link' : 'arrow-right'} />
      </a>
    );
  },
  video: (data, view) => <Video data={data} view={view} />,
  image_placeholder: ({ label, width, height }, view) => (
    <div class={`stage hole unfilled${text(width) === '' ? ' low' : ''}`}>
      <span class="dim">
        {view.plain(label, 'label') ?? <InLanguage {...view.langs.frame}>{words().blocks.imagePlace}</InLanguage>}
        {text(width) !== '' && text(height) !== '' && ` · ${text(width)} × ${text(height)}`}
      </span>
    </div>
  ),
  accordion: ({ items }, view) => (
    <div class="acc">
      {objects(items).map(({ title, body }, at) => {
        // A summary is a control, in which there can be no field: a section that is written is open.
        const [Item, Head] = view.isWriting ? (['section', 'header'] as const) : (['details', 'summary'] as const);
        return (
          <Item>
            <Head>
              <span class="grow">{view.plain(title, `items.${at}.title`) ?? <Untitled view={view} />}</span>
              <Icon name="chevron-right" />
            </Head>
            {view.html(body, `items.${at}.body`, { class: 'text' })}
          </Item>
        );
      })}
    </div>
  ),
  table({ caption, header, rows }, view) {
    const look = isEmptyBlock('table', { header, rows }) ? 'tbl unfilled' : 'tbl';
    return (
      <>
        <Caption text={view.plain(caption, 'caption')} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard */}
        <section class={look} tabIndex={0} aria-label={text(caption) || words().blocks.table}>
          <table>
            {list(header).length > 0 && (
              <thead>
                <tr>
                  {list(header).map((cell, at) => (
                    <th scope="col">{view.plain(cell, `header.${at}`)}</th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {list(rows).map((row, at) => (
                <tr>{list(row).map((cell, column) => view.html(cell, `rows.${at}.${column}`, { tag: 'td' }))}</tr>
              ))}
            </tbody>
          </table>
        </section>
        {view.controls('rows')}
      </>
    );
  },
  columns: ({ columns }, view) => (
    <div class="grid2">
      {objects(columns).map(({ blocks }, at) => (
        <div>{view.blocks(blocks, `columns.${at}.blocks`)}</div>
      ))}
    </div>
  ),
  group: ({ title, blocks }, view) => (
    <section class="card pad inner">
      <Caption text={view.plain(title, 'title')} />
      {view.blocks(blocks, 'blocks')}
    </section>
  ),
  image: (data, view) => <Figure data={data} view={view} />,
  gallery: (data, view) => <Gallery layout={data.layout} {...itemsOf('gallery', data, view)} />,
  tabs: ({ items }, view) => (
    <div class="tabs">
      {objects(items).map(({ title, blocks }, at) => (
        <section class="inner" data-tab={text(title) || words().blocks.untitled}>
          <p class="cap">{view.plain(title, `items.${at}.title`) ?? <Untitled view={view} />}</p>
          {view.blocks(blocks, `items.${at}.blocks`)}
        </section>
      ))}
      {view.controls('items')}
    </div>
  ),
  asset_download: (data, view) => <Download data={data} view={view} />,
  download_list: (data, view, anchor) => (
    <DownloadList title={view.plain(data.title, 'title')} {...itemsOf('download_list', data, view)} id={anchor} />
  ),
  color_palette: ({ title, color_ids }, view) => <Palette title={title} ids={list(color_ids)} view={view} />,
};
