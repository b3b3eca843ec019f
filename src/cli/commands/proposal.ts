import type { Command } from 'commander';
import { visible } from '../../lib/display-safety.js';
import { plural } from '../../lib/plural.js';
import { approveProposal, declineProposal } from '../../operations/proposals/decide.js';
import { mergeProposal } from '../../operations/proposals/merge.js';
import type { ProposalDetails } from '../../operations/proposals/present.js';
import { listProposals, showProposal } from '../../operations/proposals/proposals.js';
import { brandServiceCommand, commandGroup, memberLines, operationCommand, runOperation, table } from '../command.js';

const number = ['<number>', "the proposal's number"] as const;

export function proposalCommand(): Command {
  return commandGroup('proposal', 'list, show, approve, publish and decline proposals', [
    operationCommand('list', 'list the newest proposals', listProposals, {
      text(proposals) {
        const rows = proposals.map(({ number, state, title, author, updated_at, is_outdated, conflicts }) => {
          const outdated = is_outdated ? 'outdated' : '';
          const below = conflicts > 0 ? plural(conflicts, 'conflict') : outdated;
          return [String(number), state, title, author.name, updated_at, below];
        });
        return table(['NUMBER', 'STATE', 'TITLE', 'AUTHOR', 'CHANGED', 'BELOW'], rows);
      },
    }),
    operationCommand('show', 'show the changes of a proposal', showProposal, { args: [number], text: inWords }),
    brandServiceCommand('approve', 'approve a proposal as it is now', {
      args: [number],
      async run(service, _options, brand = '', proposal: string) {
        const params = { proposal };
        const { result } = await runOperation(service, brand, showProposal, { params });
        return runOperation(service, brand, approveProposal, { params, body: { result } });
      },
      text: ({ number }) => `Approved proposal ${number}.`,
    }),
    operationCommand('merge', 'publish an approved proposal as one commit', mergeProposal, {
      args: [number],
      text: ({ number, found }) =>
        found === null ? `Published proposal ${number}.` : `Proposal ${number} was published.`,
    }),
    operationCommand('decline', 'decline a proposal', declineProposal, {
      args: [number],
      options: [['--note <text>', 'why']],
      text: ({ number }) => `Declined proposal ${number}.`,
    }),
  ]);
}

function inWords({ changes, author, ...proposal }: ProposalDetails): string {
  const { number, state, title, note, conflicts } = proposal;
  const head = { number, state, title, note, author: author.name, conflicts };
  const lines = changes.flatMap(({ change, kind, id, title, messages, conflicts }) => [
    visible(`${change} ${kind} ${id ?? ''}${title === null ? '' : ` "${title}"`}`),
    ...messages.map((message) => visible(`  ${message}`)),
    ...conflicts.map(({ block, field }) =>
      visible(`  conflict: ${[block, field].filter((part) => part !== null).join(' ')}`),
    ),
  ]);
  return [...memberLines(head), ...lines].join('\n');
}
