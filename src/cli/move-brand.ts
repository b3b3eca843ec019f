import type { Command } from 'commander';
import { PortalError } from '../errors.js';
import { print, useService } from './common.js';
import { type ConfirmOption, confirm, withConfirmation } from './confirm.js';
import { type ContentOptions, contentCommand } from './content-command.js';

const numberOf = (keys: number): string => (keys === 1 ? '1 key' : `${keys} keys`);

export function removeBrandCommand(): Command {
  const command = withConfirmation(
    contentCommand('remove', 'take a brand out of service: its keys stop working; its repository is moved aside'),
  );
  return command.action(async (brand: string, options: ContentOptions & ConfirmOption) => {
    await useService(options, async (service) => {
      await service.requireBrand(brand);
      if (!(await confirm(command, `Remove ${brand}? All its keys stop working.`, options)))
        throw new PortalError('invalid', 'Nothing was changed.');
      const removed = await service.provisioning.remove(brand);
      const { moved_to: place } = removed;
      const unmoved = service.isShared ? 'Its history stays in the store' : 'It had no repository';
      const where = place === null ? unmoved : `Its repository: ${place}`;
      print(removed, options, () => `Removed brand ${brand}; ${numberOf(removed.keys)} revoked. ${where}`);
    });
  });
}

export function renameBrandCommand(): Command {
  const command = contentCommand('rename', 'give a brand another slug; its keys go on working').argument(
    '<slug>',
    'the new one: a-z, 0-9 and hyphens',
  );
  return command.action(async (brand: string, slug: string, options: ContentOptions) => {
    const renamed = await useService(options, (service) => service.provisioning.rename(brand, slug));
    print(renamed, options, () =>
      [
        `Brand ${brand} is ${slug} now; ${renamed.keys === 1 ? '1 key goes' : `${renamed.keys} keys go`} on working.`,
        `A clone finds it again with: git remote set-url origin <server>/git/${slug}.git`,
      ].join('\n'),
    );
  });
}
