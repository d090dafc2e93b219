/** Errors that wallets throw, with the code and message that each wallet connection makes of them. */
export const rejections: readonly [what: string, thrown: unknown, code: number | null, message: string][] = [
  ['a rejection', { code: 4001, message: 'no' }, 4001, 'no'],
  ['a nested code', { code: -32603, message: 'm', data: { originalError: { code: 4001 } } }, 4001, 'm'],
  ['a code nested as a cause', { code: -32603, message: 'm', data: { cause: { code: 4902 } } }, 4902, 'm'],
  ['a node’s code', { code: -32603, message: 'm', data: { code: -32000 } }, -32603, 'm'],
  ['a node’s timeout', { code: -32603, message: 'm', data: { code: -32002 } }, -32603, 'm'],
  ['a nested code of calls', { code: -32603, message: 'm', data: { code: 5750 } }, 5750, 'm'],
  ['an internal error', { code: -32603, message: 'm', data: {} }, -32603, 'm'],
  ['an internal error with nothing', { code: -32603, message: 'm', data: null }, -32603, 'm'],
  ['no code', new Error('odd'), null, 'odd'],
  ['a code that is a text', { code: '4001', message: 'm' }, 4001, 'm'],
  ['a code that is none', { code: 'ACTION_REJECTED', message: 'm' }, null, 'm'],
  ['a long message', { code: 1, message: 'x'.repeat(1_000) }, 1, 'x'.repeat(300)],
  ['a text', 'odd', null, 'odd'],
  ['nothing', undefined, null, 'undefined'],
  ['null', null, null, 'null'],
]
