import { zipOf } from '../zip-of.js';

const namespaces = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
];
const attributes = namespaces.map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`).join(' ');
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

/** A paragraph. @param inner runs, or its text */
export const paragraph = (inner: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${inner.startsWith('<') ? inner : `<w:r><w:t>${inner}</w:t></w:r>`}</w:p>`;

/** A paragraph with a picture. @param how `r:embed="…"` or `r:link="…"` */
export const picture = (how: string, alt = ''): string =>
  paragraph(
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${how}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  );

/** Relations of a document: ids with a type and a target, which is elsewhere with `External`. */
export type Relations = Readonly<Record<string, readonly [type: string, target: string, mode?: 'External']>>;

/**
 * A document of Word by the parts of ECMA-376 (Office Open XML), written by hand: for what a program does not write.
 *
 * @param parts further files in it
 */
export function wordDocument(
  body: string,
  relations: Relations = {},
  parts: Readonly<Record<string, Buffer | string>> = {},
): Promise<Buffer> {
  const types = ['png', 'image/png', 'emf', 'image/x-emf', 'xml', 'application/xml', 'rels', 'application/xml'];
  const defaults = types.flatMap((extension, at) =>
    at % 2 === 0 ? [`<Default Extension="${extension}" ContentType="${types[at + 1]}"/>`] : [],
  );
  const related = Object.entries(relations).map(
    ([id, [type, target, mode]]) =>
      `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${mode === undefined ? '' : ` TargetMode="${mode}"`}/>`,
  );
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types">${defaults.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r" Type="${office}/officeDocument" Target="word/main.xml"/></Relationships>`,
    'word/main.xml': `<w:document ${attributes}><w:body>${body}</w:body></w:document>`,
    'word/_rels/main.xml.rels': `<Relationships xmlns="${packages}/relationships">${related.join('')}</Relationships>`,
    'word/styles.xml': `<w:styles ${attributes}>${['heading 1', 'heading 2', 'Title', 'Callout Blue', 'toc 1']
      .map(
        (name) =>
          `<w:style w:type="paragraph" w:styleId="${name.replaceAll(' ', '')}"><w:name w:val="${name}"/></w:style>`,
      )
      .join('')}</w:styles>`,
    ...parts,
  });
}
