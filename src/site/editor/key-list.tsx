import { words } from '../../words/words.js';
import { Dialog } from './popup.js';

/** Keys of the editor, with what each does. */
export function KeyList({ close }: { close(): void }) {
  const { common, editorKeys: texts, keyList } = words();
  return (
    <Dialog name={texts.title} title={texts.title} head={<p>{texts.onMac}</p>} closeLabel={common.close} close={close}>
      <dl class="body key-list">
        {Object.values(keyList).map(({ keys, does }) => (
          <div>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
