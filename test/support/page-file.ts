/** A page as its file has it. */
export const pageFile = (id: number, fields: object = {}) => ({
  ...{ id, title: `Page ${id}`, slug: `page-${id}`, type: 'guideline', parent_id: null, position: `a${id % 10}` },
  ...{ nav_expansion: 'collapsible', visibility: 'public', updated_at: null, blocks: [] },
  ...fields,
});
