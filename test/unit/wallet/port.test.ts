import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../lib/base/problem-codes.ts'
import { classifyWalletFailure, unreachedProblem } from '../../../lib/wallet/port.ts'

const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: { readonly message: string }
}

/** A wallet's answer, its meaning, whether nothing can have been executed, and the texts for the user. */
const table: readonly (readonly [number | null, string, ProblemCode, boolean, RegExp, RegExp])[] = [
  [4001, 'User rejected the request.', 'walletRejected', true, /rejected/, /Try again/],
  [4001, '', 'walletRejected', true, /rejected/, /stop the swap/],
  [-32603, 'User rejected the request', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'User cancelled the transaction', 'walletRejected', true, /rejected/, /Try again/],
  [-32603, 'Action cancelled by user', 'walletRejected', true, /rejected/, /Try again/],
  [-32000, 'denied by the user?', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'Transaction was cancelled', 'walletFailed', false, /reported an error/, /Check your wallet/],
  [-32000, 'rejected: already known', 'walletFailed', false, /reported an error/, /Check your wallet/],
  [-32000, 'user operation rejected', 'walletFailed', false, /reported an error/, /./],
  [-32603, 'context canceled', 'walletFailed', false, /reported an error/, /./],
  [null, 'Request rejected', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'Transaction declined', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'Transaction declined.', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'Cancelled', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'canceled', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'Popup closed', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'User closed the window', 'walletRejected', true, /rejected/, /Try again/],
  [null, 'Transaction rejected: already known', 'walletFailed', false, /reported an error/, /./],
  [-32000, 'Transaction rejected', 'walletFailed', false, /reported an error/, /./],
  [4100, 'Unauthorized', 'walletWrongAccount', true, /isn’t available/, /allow it/],
  [4100, 'The wallet is locked', 'walletWrongAccount', true, /isn’t available/, /Unlock/],
  [
    null,
    'It cannot be completed while the controller is locked.',
    'walletWrongAccount',
    true,
    /isn’t available/,
    /Unlock/,
  ],
  [-32603, 'database is locked', 'walletFailed', false, /reported an error/, /./],
  [null, 'Please unlock your wallet', 'walletWrongAccount', true, /isn’t available/, /Unlock/],
  [4200, 'Unsupported', 'walletUnsupported', true, /doesn’t support this/, /another wallet/],
  [-32601, 'Method not found', 'walletUnsupported', true, /doesn’t support this/, /another wallet/],
  [-32601, 'eth_sendRawTransaction is not available', 'walletFailed', false, /reported an error/, /./],
  [4900, 'Disconnected', 'walletGone', false, /Lost the connection/, /checks what happened before/],
  [
    -32603,
    'Disconnected from the background',
    'walletGone',
    false,
    /Lost the connection/,
    /checks what happened/,
  ],
  [4901, 'Chain disconnected', 'walletFailed', false, /reported an error/, /Check your wallet/],
  [4902, 'Unrecognized chain ID', 'walletWrongChain', true, /isn’t on the network/, /add it/],
  [-32600, 'Unrecognized chain 7', 'walletWrongChain', false, /isn’t on the network/, /add it/],
  [-32002, 'already processing', 'walletBusy', true, /another request/, /Answer or close/],
  [
    -32001,
    'Already processing unlock. Please wait.',
    'walletBusy',
    true,
    /another request/,
    /Answer or close/,
  ],
  [
    -32001,
    'Already processing connect. Please wait.',
    'walletBusy',
    true,
    /another request/,
    /in your wallet/,
  ],
  [-32001, 'transaction is pending in the pool', 'walletFailed', false, /reported an error/, /./],
  [null, 'Request already pending', 'walletBusy', true, /another request/, /in your wallet/],
  [-32002, 'Request of type eth_sendTransaction already pending', 'walletBusy', true, /another request/, /./],
  [-32002, 'request timed out', 'walletFailed', false, /reported an error/, /Check your wallet/],
  [-32000, 'transaction already pending in pool', 'walletFailed', false, /reported an error/, /./],
  [null, 'transaction already pending in pool', 'walletFailed', false, /reported an error/, /./],
  [
    -32603,
    'Ledger: blind signing is off',
    'walletBlindSigning',
    false,
    /Blind signing is off/,
    /Turn blind signing on/,
  ],
  [
    -32603,
    'Please enable Blind-signing or Contract data',
    'walletBlindSigning',
    false,
    /Blind signing/,
    /device/,
  ],
  [-32000, 'insufficient funds for gas * price + value', 'gasTooLow', false, /gas token/, /Add some/],
  [-32602, 'Invalid params', 'walletFailed', false, /reported an error/, /Check your wallet/],
  [-32603, 'Internal JSON-RPC error', 'walletFailed', false, /reported an error/, /Check your wallet/],
  [null, 'odd', 'walletFailed', false, /reported an error/, /Check your wallet/],
]

test.each(table)('%s %j is %s', (code, message, means, certain, says, next) => {
  const found = classifyWalletFailure({ code, message })
  expect([found.problem.code, found.certain]).toEqual([means, certain])
  expect(texts[`problem_${means}`]?.message).toMatch(says)
  expect(texts[`problem_${means}_next`]?.message).toMatch(next)
})

test.each([
  [-32602, 'Invalid params', 'walletFailed'],
  [4901, 'Chain disconnected', 'walletFailed'],
  [-32600, 'Unrecognized chain 7', 'walletWrongChain'],
  [4900, 'Disconnected', 'walletGone'],
] as const)('%s %j in a step before the request: nothing can have been executed', (code, message, means) => {
  const found = classifyWalletFailure({ code, message, failedBeforeRequest: true })
  expect([found.problem.code, found.certain]).toEqual([means, true])
})

test.each([
  ['x'.repeat(500), 'x'.repeat(200)],
  ['insufficient funds for gas', 'insufficient funds for gas'],
  ['blind signing is off', 'blind signing is off'],
])("keeps the wallet's own text for the technical details: %s", (message, kept) => {
  const { problem } = classifyWalletFailure({ code: -32000, message })
  expect(problem.facts).toEqual({ code: '-32000', message: kept })
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
