import { fill, words } from '../../words/words.js';
import { Button } from '../parts/button.js';
import { Dialog } from './popup.js';
import type { Saver } from './saver.js';
import { useEditor } from './use.js';

interface SaverProps {
  readonly saver: Saver;
}

/** Dialog of a save without a session. */
export function SessionDialog({ saver }: SaverProps) {
  const { common, editorNotes: texts } = words();
  const editor = useEditor();
  return (
    <Dialog
      name={common.signIn}
      title={texts.session}
      head={<p>{texts.sessionText}</p>}
      actions={
        <>
          <Button class="btn" onClick={() => void saver.save()}>
            {texts.saveAgain}
          </Button>
          <a class="btn go" href={editor.api.place.signIn} target="_blank" rel="noopener">
            {common.signIn}
          </a>
        </>
      }
      close={() => saver.dismiss()}
    />
  );
}

/** Dialog of a save in the session of another person. */
export function PersonDialog({ saver, name }: SaverProps & { readonly name: string }) {
  const texts = words().editorNotes;
  return (
    <Dialog
      name={texts.person}
      title={fill(texts.personTitle, { name })}
      head={<p>{texts.personText}</p>}
      actions={
        <Button class="btn go" onClick={() => saver.continueAsSignedIn()}>
          {fill(texts.saveAs, { name })}
        </Button>
      }
      close={() => saver.dismiss()}
    />
  );
}
