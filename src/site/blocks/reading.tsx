import { Blocks } from './block.js';
import { text } from './data.js';
import { Html } from './html.js';
import type { BlockView, Referred } from './view.js';

/** View of blocks that are read: fields are their texts. */
export function readingView(referred: Referred): BlockView {
  const view: BlockView = {
    ...referred,
    isWriting: false,
    of: () => view,
    root: (name, anchor) => ({ class: name, id: anchor, dir: 'auto', ...referred.langs.page }),
    plain: (value) => text(value) || null,
    html(value, _field, { tag: Tag = 'div', ...box } = {}) {
      if (text(value) === '' && Tag !== 'td') return null;
      return (
        <Tag {...box}>
          <Html text={text(value)} style={view} anchor={box.id} />
        </Tag>
      );
    },
    blocks: (value) => <Blocks blocks={value} view={view} />,
    controls: () => null,
  };
  return view;
}
