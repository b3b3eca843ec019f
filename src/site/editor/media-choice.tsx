import { useEffect, useState } from 'preact/hooks';
import type { StoredMedium } from '../../content/media.js';
import { fill, words } from '../../words/words.js';
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

/** Media of the brand, to choose one. */
export function MediaChoice({ id, field, close }: MediaChoiceProps) {
  const { editorBlocks, references } = words();
  const texts = editorBlocks.media;
  const editor = useEditor();
  const [media, setMedia] = useState<readonly StoredMedium[] | null>(null);
  const [sought, setSought] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    editor.api.media().then(setMedia, ({ message }: Error) => setProblem(message));
  }, []);
  const found = (media ?? []).filter(
    ({ released, status, title, caption, file }) =>
      released &&
      status === 'ready' &&
      `${title} ${caption} ${file?.name}`.toLowerCase().includes(sought.toLowerCase()),
  );
  const { base } = editor.api.place;
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
      close={close}
    >
      <div class="body media-grid">
        {problem !== '' && <p role="alert">{problem}</p>}
        {media !== null && found.length === 0 && <p>{texts.none}</p>}
        {found.slice(0, maxShown).map((medium) => (
          <Button
            class="med"
            onClick={() => {
              editor.addMedia([medium]);
              editor.setField(id, field, medium.id);
              close();
            }}
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
