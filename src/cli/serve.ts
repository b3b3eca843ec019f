import { resolve } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ServeOptions } from '../server.js';
import { fromEnvironment, parseGiven, withData } from './common.js';

export function withServeOptions(command: Command): Command {
  const host = new Option('--host <address>', 'the address to listen on (default: 127.0.0.1)').argParser(parseGiven);
  return withPort(withData(command), 'the port; 0 takes a free one').addOption(fromEnvironment(host, 'HOST'));
}

/** `--port`, or the variable PORT, in place of the configuration's. */
export function withPort(command: Command, what: string): Command {
  const port = new Option('--port <number>', `${what} (default: 3000)`).argParser(parsePort);
  return command.addOption(fromEnvironment(port, 'PORT'));
}

export function serveCommand(): Command {
  const command = new Command('serve').description('serve all brands of the data directory over HTTP');
  const processes = new Option('--processes <number>', 'how many processes serve, for more cores (default: 1)');
  return withServeOptions(command)
    .addOption(processes.argParser(parseProcesses))
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

function parseProcesses(text: string): number {
  const count = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  if (!(count >= 1 && count <= 64)) throw new InvalidArgumentError('It is a number from 1 to 64.');
  return count;
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
