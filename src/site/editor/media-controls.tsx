import { words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { uploadInto, uploads } from './upload.js';
import { useEditor, useSelected } from './use.js';

interface FieldProps {
  /** Id of the block. */
  readonly id: string;
  readonly field: string;
}

/** Buttons that replace a picture or a file by an upload or by a medium of the brand. */
export function MediaControls({ id, field }: FieldProps) {
  const texts = words().editorBlocks.media;
  const editor = useEditor();
  const share = useSelected(() => uploads.get(`${id} ${field}`));
  if (share !== undefined) {
    return (
      <span class="ontop" role="status">
        {texts.uploading} <progress value={share} max={1} aria-label={texts.uploading} />
      </span>
    );
  }
  return (
    <span class="ontop">
      <label class="btn sm">
        <Icon name="image-up" />
        {texts.upload}
        <input
          type="file"
          class="vh"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) void uploadInto(editor, id, field, file);
          }}
        />
      </label>
      <Button icon="images" class="btn sm" onClick={() => editor.show({ kind: 'media', id, field })}>
        {texts.choose}
      </Button>
    </span>
  );
}
