import { expect, test, vi } from 'vitest';
import { readOptions } from '../src/options.ts';

const options = { port: { type: 'string' }, json: { type: 'boolean' } } as const;

test('options are read', () => {
  expect({ ...readOptions({ args: ['--port', '80', '--json'], options }).values }).toEqual({ port: '80', json: true });
});

test.each([
  [['--help'], "Unknown option '--help'"],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--json=yes'], "Option '--json' does not take an argument"],
  [['80'], "Unexpected argument '80'"],
])('the arguments %j end the command with the options that it has', (args, message) => {
  const ended = new Error('ended');
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw ended;
  });
  const said = vi.spyOn(console, 'error').mockReturnValue();
  expect(() => readOptions({ args, options })).toThrow(ended);
  expect(exit).toHaveBeenCalledWith(2);
  expect(String(said.mock.calls[0]?.[0])).toContain(message);
  expect(String(said.mock.calls[0]?.[0])).toContain('\nOptions: --port <value>, --json');
  vi.restoreAllMocks();
});
