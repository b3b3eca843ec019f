/** Labels of the fields of blocks and sections, by their path without the keys of rows. A hint is next to its name. */
export const fields = {
  heading: { text: 'Heading', level: { name: 'Level', hint: '1 is the largest.' } },
  rich_text: { html: 'Text' },
  alert: {
    variant: { name: 'Kind', hint: 'A word that the website knows, such as info or warning.' },
    title: 'Title',
    body: 'Text',
  },
  button: {
    label: 'Label',
    url: { name: 'Address', hint: 'A web address, or the name of a page of this brand.' },
    style: { name: 'Style', hint: 'A word that the website knows, such as primary.' },
    new_tab: 'Opens in a new tab',
  },
  video: {
    url: { name: 'Address', hint: 'Where the video is; or choose a medium.' },
    media_id: 'Medium',
    title: 'Title',
    caption: 'Caption',
  },
  image_placeholder: {
    label: 'Label',
    width: { name: 'Width', hint: 'In pixels.' },
    height: { name: 'Height', hint: 'In pixels.' },
  },
  accordion: { items: 'Sections', 'items.title': 'Title', 'items.body': 'Text' },
  table: { caption: 'Caption', header: 'Head of the columns', rows: 'Rows' },
  columns: {
    columns: 'Columns',
    'columns.width': { name: 'Width', hint: 'A share or pixels, as the website takes it.' },
  },
  group: { title: 'Title' },
  image: {
    media_id: 'Medium',
    alt: { name: 'Description', hint: 'For those who do not see the picture.' },
    caption: 'Caption',
    link: { name: 'Link', hint: 'Where a click on the picture leads.' },
  },
  gallery: {
    collection: { name: 'Collection', hint: 'In place of pictures of its own: readers see what is released of it.' },
    items: 'Pictures',
    'items.media_id': 'Medium',
    'items.alt': { name: 'Description', hint: 'For those who do not see the picture.' },
    'items.caption': 'Caption',
    layout: {
      name: 'Layout',
      hint: 'Another word is kept for websites that know it. Here its pictures are in a grid.',
    },
  },
  tabs: { items: 'Tabs', 'items.title': 'Title' },
  asset_download: { media_id: 'Medium', label: 'Label', description: 'Text' },
  download_list: {
    title: 'Title',
    collection: { name: 'Collection', hint: 'In place of files of its own: readers see what is released of it.' },
    items: 'Files',
    'items.media_id': 'Medium',
    'items.label': 'Label',
  },
  color_palette: { title: 'Title', color_ids: 'Colours' },
  /** Further members of an object. */
  further: {
    '*': 'Further fields',
    '*.name': 'Name',
    '*.value': 'Value',
    '*.json': { name: 'Read as JSON', hint: 'For numbers, lists and objects. Otherwise it is a text.' },
  },
};

/** Labels of the fields of sections of the corporate language, by their path. */
export const sectionFields = {
  meta: {},
  voice: {
    summary: 'Summary',
    tone: { name: 'Tone', hint: 'One on each line.' },
    principles: 'Principles',
    'principles.title': 'Title',
    'principles.description': 'Description',
    dos: { name: 'Do', hint: 'One on each line.' },
    donts: { name: 'Do not', hint: 'One on each line.' },
  },
  terminology: {
    preferred: 'Preferred terms',
    'preferred.term': 'Term',
    'preferred.instead_of': { name: 'Instead of', hint: 'One on each line.' },
    'preferred.note': 'Note',
    forbidden: 'Forbidden terms',
    'forbidden.term': 'Term',
    'forbidden.reason': 'Reason',
  },
  company_name: {
    legal: 'Legal name',
    short: 'Short name',
    usage: 'Usage',
    never: { name: 'Never', hint: 'One on each line.' },
  },
  notation: {
    numbers: 'Numbers',
    dates: 'Dates',
    currency: 'Currency',
    quotation: 'Quotation',
    gender: 'Gender',
    examples: 'Examples',
    'examples.wrong': 'Wrong',
    'examples.right': 'Right',
  },
};
