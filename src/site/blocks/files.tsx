import type { ComponentChild } from 'preact';
import type { BlockData } from '../../content/blocks/block-type.js';
import { fileSizeText } from '../../words/sizes.js';
import { words } from '../../words/words.js';
import { InLanguage } from '../frame/language.js';
import { Icon } from '../parts/icon.js';
import { text } from './data.js';
import { Formats } from './formats.js';
import { isPictured, langOfMedium, Picture, State } from './media.js';
import { CopyCredit, RightsLine } from './rights.js';
import { Select } from './select.js';
import type { BlockView, ShownMedium } from './view.js';

interface DownloadProps {
  readonly data: BlockData;
  readonly view: BlockView;
}

export function Download({ data: { media_id, label, description }, view }: DownloadProps): ComponentChild {
  return (
    <>
      <div class="files">
        <FileRow label={label} id={media_id} view={view} at="" />
      </div>
      {view.html(description, 'description', { class: 'text' })}
    </>
  );
}

interface DownloadListProps {
  readonly title: ComponentChild;
  readonly note: ComponentChild;
  readonly items: readonly BlockData[];
  readonly view: BlockView;
  /** Id of the block, where it has an anchor. */
  readonly id: string | undefined;
}

export function DownloadList({ title, note, items, view, id }: DownloadListProps): ComponentChild {
  const Tag = view.heading(2);
  const stored = items.filter(({ media_id }) => view.medium(media_id)?.file);
  const all = id === undefined || stored.length < 2 ? null : view.allFiles(id);
  return (
    <>
      {title !== null && (
        <div class="row between list-head">
          <Tag>{title}</Tag>
          {all !== null && (
            <a class="btn sm quiet" href={all} {...view.langs.frame}>
              <Icon name="folder-down" />
              {words().blocks.downloadAll}
            </a>
          )}
        </div>
      )}
      {note}
      <div class="files">
        {items.map(({ media_id, label }, at) => (
          <FileRow label={label} id={media_id} view={view} at={`items.${at}.`} />
        ))}
      </div>
    </>
  );
}

interface FileRowProps {
  readonly label: unknown;
  /** Id of the medium. */
  readonly id: unknown;
  readonly view: BlockView;
  /** Path of its fields in the data of the block, up to their names. */
  readonly at: string;
}

function FileRow({ label, id, view, at }: FileRowProps): ComponentChild {
  const shown = view.medium(id);
  const name = text(label) || shown?.medium.title || shown?.file?.name || words().blocks.file;
  const lang = shown?.medium.title ? langOfMedium(shown, view) : view.langs.frame;
  return (
    <div class="file">
      <Thumbnail shown={shown} />
      <span>
        <b>{view.plain(label, `${at}label`) ?? <InLanguage {...lang}>{name}</InLanguage>}</b>
        <small {...view.langs.frame}>{shown?.file ? detailsOf(shown) : words().blocks.notStored}</small>
        {shown?.file && <RightsLine medium={shown.medium} lang={view.langs.frame} />}
        <State id={id} shown={shown} view={view} />
        <span class="acts">
          {shown?.file && <CopyCredit medium={shown.medium} lang={view.langs.frame} />}
          <Select shown={shown} name={name} view={view} />
        </span>
      </span>
      {view.controls(`${at}media_id`)}
      {shown?.file && <Formats shown={shown} name={name} lang={view.langs.frame} />}
    </div>
  );
}

function Thumbnail({ shown }: { readonly shown: ShownMedium | null }): ComponentChild {
  const type = shown?.type;
  if (shown !== null && isPictured(shown)) {
    const ground = type?.extension === 'svg' && shown.isDeep ? 'pic deep' : 'pic';
    return (
      <span class={type?.isRaster ? 'pic full' : ground}>
        <Picture shown={shown} alt="" sizes="72px" />
      </span>
    );
  }
  return <span class="pic">{type === undefined ? <Icon name="file" /> : type.extension.toUpperCase()}</span>;
}

function detailsOf({ file, type, medium: { width, height } }: ShownMedium): string {
  const size = file === null ? [] : [fileSizeText(file.bytes)];
  const pixels = width && height ? [`${width} × ${height}`] : [];
  return [...(type === undefined ? [] : [type.extension.toUpperCase()]), ...size, ...pixels].join(' · ');
}
