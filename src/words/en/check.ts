/** Check of texts against the corporate language, and its findings. */
export const check = {
  title: 'Check a text',
  text: 'Text',
  lead: 'Paste a press text or a letter. It is compared with the terms, the company name and the notation of the brand, and not stored.',
  noRules: 'No rules yet.',
  addTerms: 'Add terms',
  findings: 'Findings',
  inText: 'In the text',
  found: { one: '{n} finding. Nothing was stored.', other: '{n} findings. Nothing was stored.' },
  foundFirst: {
    one: 'The first {n} finding. Nothing was stored.',
    other: 'The first {n} findings. Nothing was stored.',
  },
  foundNone: 'No findings. The text follows the language of the brand.',
  nothingToCompare: 'Nothing to compare with.',
  rule: '{section}: “{rule}”',
  times: '{n} times',
  notSaid: '{found} is not said here',
  beforeAndAfter: {
    one: '{n} language finding before, {after} after.',
    other: '{n} language findings before, {after} after.',
  },
  others: { one: 'and {n} other', other: 'and {n} others' },
  notChecked: 'Not checked',
  noFindings: 'No findings',
  ofText: { one: '{n} finding', other: '{n} findings' },
  withNew: { one: '{n} finding, {added} new', other: '{n} findings, {added} new' },
};
