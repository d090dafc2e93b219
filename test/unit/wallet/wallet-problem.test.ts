import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../lib/base/problem-code.ts'
import { unreachedProblem, walletProblem } from '../../../lib/wallet/wallet-problem.ts'

const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: { readonly message: string }
}

/** What a wallet answers, what it means, whether nothing can have been done, what the person reads and may do. */
const table: readonly (readonly [number | null, string, ProblemCode, boolean, RegExp, RegExp])[] = [
  [4001, 'User rejected the request.', 'walletRejected', true, /declined/, /Ask the wallet again/],
  [4001, '', 'walletRejected', true, /declined/, /stop here/],
  [-32603, 'User rejected the request', 'walletRejected', true, /declined/, /Ask the wallet again/],
  [null, 'Transaction was cancelled', 'walletRejected', true, /declined/, /Ask the wallet again/],
  [4100, 'Unauthorized', 'walletUnauthorized', true, /not let Ferry/, /./],
  [4100, 'The wallet is locked', 'walletLocked', true, /locked/, /Unlock/],
  [null, 'Please unlock your wallet', 'walletLocked', true, /locked/, /Unlock/],
  [4200, 'Unsupported', 'walletUnsupported', true, /cannot do this/, /another wallet/],
  [-32601, 'Method not found', 'walletUnsupported', true, /cannot do this/, /another wallet/],
  [4900, 'Disconnected', 'walletGone', false, /was cut/, /looks first at what happened/],
  [-32603, 'Disconnected from the background', 'walletGone', false, /was cut/, /looks first/],
  [4901, 'Chain disconnected', 'walletOffline', true, /cannot reach/, /network in the wallet/],
  [4902, 'Unrecognized chain ID', 'walletUnknownChain', true, /does not know/, /Add the chain/],
  [-32600, 'Unrecognized chain 7', 'walletUnknownChain', true, /does not know/, /Add the chain/],
  [-32002, 'already processing', 'walletBusy', true, /another request/, /Open the wallet, answer or close/],
  [null, 'Request already pending', 'walletBusy', true, /another request/, /Open the wallet/],
  [-32602, 'Invalid params', 'walletFailed', true, /reported a fault/, /Look at the wallet/],
  [-32603, 'Internal JSON-RPC error', 'walletFailed', false, /reported a fault/, /Look at the wallet/],
  [null, 'odd', 'walletFailed', false, /reported a fault/, /Look at the wallet/],
]

test.each(table)('%s %j is %s', (code, message, means, certain, says, next) => {
  const found = walletProblem({ code, message })
  expect([found.problem.code, found.certain]).toEqual([means, certain])
  expect(texts[`problem_${means}`]?.message).toMatch(says)
  expect(texts[`problem_${means}_next`]?.message).toMatch(next)
})

test('a fault that is not known keeps what the wallet said', () => {
  const { problem } = walletProblem({ code: -32000, message: 'x'.repeat(500) })
  expect(problem.facts).toEqual({ code: '-32000', message: 'x'.repeat(200) })
})

test.each([
  ['noWallet', 'walletNone'],
  ['noPage', 'walletGone'],
  ['noTab', 'walletTabGone'],
  ['severalWallets', 'walletSeveral'],
  ['doubleWallet', 'walletDouble'],
  ['wrongAccount', 'walletWrongAccount'],
  ['wrongChain', 'walletWrongChain'],
] as const)('a wallet that was not reached for %s: %s', (reason, code) => {
  const problem = unreachedProblem({ requestId: 'a', kind: 'unreached', reason })
  expect(problem).toMatchObject({ code, money: 'nothingSent' })
  expect(texts[`problem_${code}_next`]?.message).toMatch(/\w/)
})
