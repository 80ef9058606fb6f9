import { type ParseArgsConfig, parseArgs } from 'node:util';

const isArgumentError = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

/**
 * Reads the arguments of a command as `parseArgs` does. An invalid one ends the process with 2 and prints the options.
 */
export function readOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    const names = Object.entries(config.options ?? {}).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ' <value>' : ''}`,
    );
    console.error(`${error.message}\nOptions: ${names.join(', ')}`);
    process.exit(2);
  }
}
