import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { defaultConfig, ranges } from '../config.js';
import type { ServeOptions } from '../server.js';
import { fromEnvironment, parseGiven, withData } from './common.js';

export function withServeOptions(command: Command): Command {
  const host = new Option('--host <address>', `the address to listen on (default: ${defaultConfig.host})`);
  withPort(withData(command), 'the port; 0 takes a free one');
  return command.addOption(fromEnvironment(host.argParser(parseGiven), 'HOST'));
}

/** `--port`, or the variable PORT, in place of the configuration's. */
export function withPort(command: Command, what: string): Command {
  const port = new Option('--port <number>', `${what} (default: ${defaultConfig.port})`).argParser(parseKey('port'));
  return command.addOption(fromEnvironment(port, 'PORT'));
}

export function serveCommand(): Command {
  const command = new Command('serve').description('serve all brands of the data directory over HTTP');
  const processes = new Option(
    '--processes <number>',
    `how many processes serve, for more cores (default: ${defaultConfig.processes})`,
  );
  return withServeOptions(command)
    .addOption(processes.argParser(parseKey('processes')))
    .action(async (options: ServeOptions) => {
      const { effectiveConfig, serve } = await import('../server.js');
      const [config, data] = [await effectiveConfig(options), resolve(options.data)];
      const announce = ({ url }: { url: string }): void => {
        process.stdout.write(`Brand Portal serves ${data} at ${url}/api/v1\n`);
      };
      if (config.processes === 1) {
        await serve(config, data, async (_service, listening) => announce(listening));
        return;
      }
      const { serveProcesses } = await import('../processes/primary.js');
      await serveProcesses(config, data, announce);
    });
}

/** Parser of an option that stands for a number of the configuration: it takes what the key takes. */
function parseKey(key: keyof typeof ranges) {
  const { minimum, maximum } = ranges[key];
  return (text: string): number => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`It is a number from ${minimum} to ${maximum}.`);
  };
}
