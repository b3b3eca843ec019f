import type { Catalog } from '../../content/catalog/catalog.js';
import type { Snapshot } from '../../store/snapshot.js';
import { Input, Type } from '../../validation/schema.js';
import { undescribed } from '../engine/contract.js';
import { read } from '../engine/operation.js';
import { proposalQuery } from '../engine/target.js';

/** The brand as a merge of a proposal would make it, as far as the caller may see it. */
export const previewProposal = read({
  name: 'proposals.preview',
  summary: 'Show the brand as a proposal would make it',
  query: Input({ proposal: Type.Optional(proposalQuery) }),
  isProposable: true,
  answers: undescribed<Snapshot<Catalog>>(),
  run: async ({ snapshot }) => ({ value: snapshot, resource: null }),
});
