import type { BlockLangs } from '../frame/language.js';
import { Blocks } from './block.js';
import { text } from './data.js';
import { Html } from './html.js';
import type { BlockLanguages, BlockView, Referred } from './view.js';

/** View of blocks that are read: fields are their texts. */
export function readingView(referred: Referred): BlockView {
  const viewOf = ({ langs, text: langOfText }: { langs: BlockLangs; text?: BlockLanguages['text'] }): BlockView => {
    const view: BlockView = {
      ...referred,
      langs,
      isWriting: false,
      of(block) {
        const found = referred.languagesIn?.(text(block.id));
        return found ? viewOf({ langs: found.block, text: found.text }) : page;
      },
      root: (name, anchor) => ({ class: name, id: anchor, dir: 'auto', ...langs.page }),
      plain(value, field) {
        const { lang } = langOfText?.(field) ?? {};
        return lang === undefined || text(value) === '' ? text(value) || null : <span lang={lang}>{text(value)}</span>;
      },
      html(value, field, { tag: Tag = 'div', ...box } = {}) {
        if (text(value) === '' && Tag !== 'td') return null;
        return (
          <Tag {...box} {...langOfText?.(field)}>
            <Html text={text(value)} style={view} anchor={box.id} />
          </Tag>
        );
      },
      blocks: (value) => <Blocks blocks={value} view={view} />,
      controls: () => null,
    };
    return view;
  };
  const page = viewOf({ langs: referred.langs });
  return page;
}
