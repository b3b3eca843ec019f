import type { Command } from 'commander';
import { readConfig } from '../../config.js';
import { PortalError } from '../../lib/errors.js';
import { isMailAddress } from '../../lib/mail-address.js';
import { commandGroup, dataCommand } from '../command.js';

export function mailCommand(): Command {
  return commandGroup('mail', 'send mails to people', [
    dataCommand('test', 'send one mail with the settings of the configuration, and report the result', {
      args: [['<address>', 'the mail address to send to']],
      async run(options, to = '') {
        const { mail, backend_url } = await readConfig(options.config);
        if (mail === null || backend_url === null) {
          throw new PortalError('invalid', 'The configuration has no key mail: without it, no mails are sent.');
        }
        if (!isMailAddress(to))
          throw new PortalError('invalid', 'Type one mail address, such as name@company.example.');
        const { sendTestMail } = await import('../../mail/deliver.js');
        const startMs = performance.now();
        const sent = await sendTestMail(mail, backend_url, to);
        if (sent.is !== 'sent') throw new PortalError('invalid', `Not sent: ${sent.reason}.`);
        return { to, ms: Math.round(performance.now() - startMs) };
      },
      text: ({ to, ms }) => `The mail server has taken a mail to ${to}, within ${ms} ms.`,
    }),
  ]);
}
