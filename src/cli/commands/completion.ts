import { Argument, Command } from 'commander';

const shells = ['bash', 'zsh'] as const;

/** A command, with the words that may follow its names. */
interface Node {
  /** Its names from the root, `brand create`. */
  readonly path: string;
  readonly words: readonly string[];
}

export function completionCommand(root: () => Command): Command {
  return new Command('completion')
    .description('print a script that completes commands and options: source <(brand-portal completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action((shell: (typeof shells)[number]) => {
      process.stdout.write(script(shell, nodesOf(root())));
    });
}

function nodesOf(command: Command, path = ''): Node[] {
  const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const commands = command.commands.map((child) => child.name());
  const inner = command.commands.flatMap((child) => nodesOf(child, `${path} ${child.name()}`.trim()));
  return [{ path, words: [...commands, ...choices, ...options, '--help'] }, ...inner];
}

/** The command is the longest known run of names at the start of the line; where no word fits, files are offered. */
function script(shell: (typeof shells)[number], nodes: readonly Node[]): string {
  const cases = nodes.map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`);
  const zsh = 'autoload -Uz compinit bashcompinit && compinit && bashcompinit\n';
  return `${shell === 'zsh' ? zsh : ''}_brand_portal_words() {
  case "$1" in
${cases.join('\n')}
    *) return 1 ;;
  esac
}
_brand_portal() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" words word next
  _brand_portal_words ""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${command:+$command }$word"
    _brand_portal_words "$next" || break
    command="$next"
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _brand_portal brand-portal
`;
}
