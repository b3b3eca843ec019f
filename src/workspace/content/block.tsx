import type { ComponentChild } from 'preact';
import type { BlockData, StoredBlock } from '../../content/blocks/block-type.js';
import { type BlockTypeName, blockTypes } from '../../content/blocks/types.js';
import { hexColor } from '../../content/hex-color.js';
import { isObject, stringifyJson } from '../../lib/json.js';
import { sizeText } from '../../lib/size-text.js';
import { Html, linkTo, workspaceStyle } from '../../portal/blocks/html.js';
import { Image } from './picture.js';
import type { Names } from './reference-names.js';

/** A block as readers of its page see it, with the blocks in it where `data` has them. */
export function Block({ block, names }: { readonly block: StoredBlock; readonly names: Names }) {
  return drawBlock({ ...block }, names);
}

// Content that came by git may have any shape: what is not of the expected type is drawn as nothing.
const isKnown = (type: unknown): type is BlockTypeName => blockTypes.has(String(type));
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const objects = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isObject) : []);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const richText = (value: unknown): ComponentChild => (
  <div class="text">
    <Html text={text(value)} />
  </div>
);

function drawBlock({ id, type, data }: Readonly<Record<string, unknown>>, names: Names): ComponentChild {
  const blockData = isObject(data) ? data : {};
  return (
    <div class="block" id={names.isAnchored && id ? `b-${id}` : undefined}>
      {isKnown(type) ? drawByType[type](blockData, names) : unknownBlock(String(type), blockData)}
    </div>
  );
}

const drawBlocks = (blocks: unknown, names: Names): ComponentChild[] =>
  objects(blocks).map((block) => drawBlock(block, names));

function unknownBlock(type: string, data: BlockData): ComponentChild {
  return (
    <>
      <span class="kind">{type === 'null' ? 'untyped block' : type}</span>
      <pre>{stringifyJson(data)}</pre>
    </>
  );
}

function Title({ value }: { readonly value: unknown }): ComponentChild {
  return text(value) === '' ? null : (
    <p>
      <strong>{text(value)}</strong>
    </p>
  );
}

interface MediumProps {
  readonly id: unknown;
  readonly names: Names;
  readonly alt?: string;
  readonly children?: ComponentChild;
}

/** Picture of a medium; in its place a box with its label where readers see no picture. */
function Medium({ id, names, alt = '', children }: MediumProps): ComponentChild {
  const source = names.picture(id);
  if (source === null) {
    return (
      <span class="file">
        {names.medium(id)}
        {children}
      </span>
    );
  }
  return (
    <>
      <Image source={source} alt={alt} />
      <small class="kind">
        <a href={names.mediumHref(id)}>{names.medium(id)}</a>
        {children}
      </small>
    </>
  );
}

/** Link to a medium's file, if readers may have it. */
function download(id: unknown, names: Names): ComponentChild {
  const file = names.file(id);
  return file && <a href={`${names.mediumHref(id)}/file`}>{`Download ${file.name}, ${sizeText(file.bytes)}`}</a>;
}

function imageFigure(data: BlockData, names: Names): ComponentChild {
  const { media_id, alt, caption, link } = data;
  return (
    <figure>
      <Medium id={media_id} names={names} alt={text(alt)}>
        <small> – {text(alt) === '' ? 'no description' : `described as “${text(alt)}”`}</small>
      </Medium>
      {text(caption) !== '' && <figcaption>{text(caption)}</figcaption>}
      {text(link) !== '' && <AddressLink to={text(link)} />}
    </figure>
  );
}

function AddressLink({ to }: { readonly to: string }): ComponentChild {
  return (
    <a {...linkTo(to)}>
      <code>{to}</code>
    </a>
  );
}

/** Square of a colour; `null` for a value that is no colour. */
export function Swatch({ hex, isLarge }: { readonly hex: string; readonly isLarge?: true }): ComponentChild {
  if (!hexColor.test(hex)) return null;
  return (
    <svg class="swatch" width={isLarge ? 112 : 28} height={isLarge ? 112 : 28} viewBox="0 0 10 10" aria-hidden="true">
      <rect width="10" height="10" fill={hex} />
    </svg>
  );
}

const drawByType: Readonly<Record<BlockTypeName, (data: BlockData, names: Names) => ComponentChild>> = {
  heading({ text: value, level }) {
    const Tag = workspaceStyle.heading(Number(level ?? 2));
    return <Tag>{text(value)}</Tag>;
  },
  rich_text: ({ html }) => richText(html),
  alert: ({ variant, title, body }) => (
    <div class="notice">
      <span class="kind">{text(variant) || 'alert'}</span>
      <Title value={title} />
      {richText(body)}
    </div>
  ),
  button: ({ label, url, style, new_tab }) => (
    <p>
      <strong>{text(label) || 'Button'}</strong> → <AddressLink to={text(url)} />
      <small> {[text(style), new_tab === true ? 'in a new tab' : ''].filter(Boolean).join(', ')}</small>
    </p>
  ),
  video: ({ url, media_id, title, caption }, names) => (
    <figure>
      <Title value={title} />
      {media_id == null ? <AddressLink to={text(url)} /> : <Medium id={media_id} names={names} />}
      {text(caption) !== '' && <figcaption>{text(caption)}</figcaption>}
    </figure>
  ),
  image_placeholder: ({ label, width, height }) => (
    <span class="file">
      {text(label) || 'Place for an image'}
      {(width ?? height) != null && ` · ${text(width) || '?'} × ${text(height) || '?'}`}
    </span>
  ),
  accordion: ({ items }) => (
    <>
      {objects(items).map(({ title, body }) => (
        <details open>
          <summary>{text(title) || 'Without a title'}</summary>
          {richText(body)}
        </details>
      ))}
    </>
  ),
  table: ({ caption, header, rows }) => (
    <table>
      {text(caption) !== '' && <caption>{text(caption)}</caption>}
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
                <Html text={text(cell)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ),
  columns: ({ columns }, names) => (
    <div class="columns">
      {objects(columns).map(({ blocks }) => (
        <div>{drawBlocks(blocks, names)}</div>
      ))}
    </div>
  ),
  group: ({ title, blocks }, names) => (
    <div class="card pad">
      <Title value={title} />
      {drawBlocks(blocks, names)}
    </div>
  ),
  image: imageFigure,
  gallery: ({ items }, names) => <div class="columns">{objects(items).map((item) => imageFigure(item, names))}</div>,
  tabs: ({ items }, names) => (
    <>
      {objects(items).map(({ title, blocks }) => (
        <div class="card pad">
          <span class="kind">tab</span>
          <Title value={title} />
          {drawBlocks(blocks, names)}
        </div>
      ))}
    </>
  ),
  asset_download: ({ media_id, label, description }, names) => (
    <>
      <Title value={label} />
      <Medium id={media_id} names={names} /> {download(media_id, names)}
      {richText(description)}
    </>
  ),
  download_list: ({ title, items }, names) => (
    <>
      <Title value={title} />
      <ul class="list">
        {objects(items).map(({ media_id, label }) => (
          <li>
            {text(label)} <Medium id={media_id} names={names} /> {download(media_id, names)}
          </li>
        ))}
      </ul>
    </>
  ),
  color_palette: ({ title, color_ids }, names) => (
    <>
      <Title value={title} />
      <ul class="swatches">
        {list(color_ids).map((id) => {
          const { name, hex } = names.color(id);
          return (
            <li>
              <Swatch hex={hex} /> {name} <code>{hex}</code>
            </li>
          );
        })}
      </ul>
    </>
  ),
};
