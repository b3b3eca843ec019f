import { useEffect, useState } from 'preact/hooks';
import type { DetailedMedium } from '../../content/media.js';
import { counted, fill, words } from '../../words/words.js';
import { list, text } from '../blocks/data.js';
import { isForDeep } from '../blocks/media.js';
import { fileHref } from '../file-href.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Dialog } from './popup.js';
import { useEditor } from './use.js';

interface MediaChoiceProps {
  /** Id of the block. */
  readonly id: string;
  readonly field: string;
  close(): void;
}

/** Upper bound on media that are drawn at once. */
const maxShown = 100;

/** Types of media that show something in a block; of all others any medium fits. */
const fitting: Readonly<Record<string, string>> = { image: 'image', gallery: 'image', video: 'video' };

/** Media of the brand that fit a field of a block, to choose one, or several for a list. */
export function MediaChoice({ id, field, close }: MediaChoiceProps) {
  const editor = useEditor();
  const block = editor.block(id);
  const [, listName, row] = /^(\w+)\.(\d+)\.media_id$/.exec(field) ?? [];
  const hasAlt = block?.type === 'image' || block?.type === 'gallery';
  const rowOf = ({ id: media_id, description }: DetailedMedium, former: unknown = {}) => {
    const data = { ...Object(former), media_id };
    return hasAlt && description !== null && text(data.alt) === '' ? { ...data, alt: description } : data;
  };
  const use = (media: readonly DetailedMedium[]): void => {
    const [first, ...more] = media;
    if (block === undefined || first === undefined) return;
    editor.addMedia(media);
    if (listName === undefined) {
      editor.replaceBlock(id, { ...block, data: rowOf(first, block.data) });
    } else {
      const rows = list(block.data[listName]);
      const at = Number(row);
      const next = [rowOf(first, rows[at]), ...more.map((medium) => rowOf(medium))];
      editor.setField(id, listName, rows.toSpliced(at, 1, ...next));
    }
    close();
  };
  return <MediaDialog type={fitting[block?.type ?? '']} isSeveral={listName !== undefined} use={use} close={close} />;
}

interface MediaDialogProps {
  /** Type of the media; `undefined` for all. */
  readonly type: string | undefined;
  readonly isSeveral?: boolean;
  use(media: readonly DetailedMedium[]): void;
  close(): void;
}

/** Released media of the brand, to choose one or several. */
export function MediaDialog({ type: only, isSeveral = false, use, close }: MediaDialogProps) {
  const { editorBlocks, references } = words();
  const texts = editorBlocks.media;
  const editor = useEditor();
  const [media, setMedia] = useState<readonly DetailedMedium[] | null>(null);
  const [sought, setSought] = useState('');
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState<readonly DetailedMedium[]>([]);
  useEffect(() => {
    editor.api.media().then(setMedia, ({ message }: Error) => setProblem(message));
  }, []);
  const found = (media ?? []).filter(
    ({ released, status, title, caption, description, file, type }) =>
      released &&
      (only ?? type) === type &&
      status === 'ready' &&
      `${title} ${caption} ${description} ${file?.name}`.toLowerCase().includes(sought.toLowerCase()),
  );
  const { base } = editor.api.place;
  const choose = (medium: DetailedMedium): void => {
    if (!isSeveral) use([medium]);
    else setChosen(chosen.includes(medium) ? chosen.filter((other) => other !== medium) : [...chosen, medium]);
  };
  return (
    <Dialog
      name={texts.choose}
      title={texts.choose}
      head={
        <>
          <input
            class="in"
            type="search"
            aria-label={texts.find}
            placeholder={texts.findHint}
            value={sought}
            onInput={({ currentTarget }) => setSought(currentTarget.value)}
          />
          <p role="status">{found.length > maxShown && fill(texts.shown, { shown: maxShown, all: found.length })}</p>
        </>
      }
      actions={
        chosen.length === 0 ? undefined : (
          <Button class="btn go" onClick={() => use(chosen)}>
            {counted(texts.useChosen, chosen.length)}
          </Button>
        )
      }
      close={close}
    >
      <div class="body media-grid">
        {problem !== '' && <p role="alert">{problem}</p>}
        {media !== null && found.length === 0 && <p>{texts.none}</p>}
        {found.slice(0, maxShown).map((medium) => (
          <Button
            class="med"
            {...(isSeveral && { 'aria-pressed': chosen.includes(medium) })}
            onClick={() => choose(medium)}
          >
            {medium.file !== null && medium.type === 'image' && medium.height !== null ? (
              <img
                class={medium.file.name.endsWith('.svg') && isForDeep(medium) ? 'deep' : undefined}
                src={fileHref(base, medium.id, medium.file.name, { width: 320, format: 'webp' })}
                alt=""
                loading="lazy"
              />
            ) : (
              <span class="pic">{medium.file?.name.replace(/^.*\./, '').toUpperCase() ?? <Icon name="file" />}</span>
            )}
            <b class="cut">{medium.title ?? medium.file?.name ?? fill(references.medium, { id: String(medium.id) })}</b>
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
