import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProblemCode } from '../../../lib/base/problem-codes.ts'
import { classifyWalletFailure, unreachedProblem } from '../../../lib/wallet/port.ts'

const texts = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8')) as {
  readonly [key: string]: { readonly message: string }
}

/** A wallet's answer, its meaning, and whether nothing can have been executed. */
const table: readonly (readonly [
  code: number | null,
  message: string,
  means: ProblemCode,
  certain: boolean,
])[] = [
  [4001, 'User rejected the request.', 'walletRejected', true],
  [4001, '', 'walletRejected', true],
  [-32603, 'User rejected the request', 'walletRejected', true],
  [null, 'User cancelled the transaction', 'walletRejected', true],
  [-32603, 'Action cancelled by user', 'walletRejected', true],
  [-32000, 'denied by the user?', 'walletRejected', true],
  [null, 'Transaction was cancelled', 'walletFailed', false],
  [-32000, 'rejected: already known', 'walletFailed', false],
  [-32000, 'user operation rejected', 'walletFailed', false],
  [-32603, 'context canceled', 'walletFailed', false],
  [null, 'Request rejected', 'walletRejected', true],
  [null, 'Transaction declined', 'walletRejected', true],
  [null, 'Transaction declined.', 'walletRejected', true],
  [null, 'Cancelled', 'walletRejected', true],
  [null, 'canceled', 'walletRejected', true],
  [null, 'Popup closed', 'walletRejected', true],
  [null, 'User closed the window', 'walletRejected', true],
  [null, 'Transaction rejected: already known', 'walletFailed', false],
  [-32000, 'Transaction rejected', 'walletFailed', false],
  [4100, 'Unauthorized', 'walletWrongAccount', true],
  [4100, 'The wallet is locked', 'walletWrongAccount', true],
  [null, 'It cannot be completed while the controller is locked.', 'walletWrongAccount', true],
  [-32603, 'database is locked', 'walletFailed', false],
  [null, 'Please unlock your wallet', 'walletWrongAccount', true],
  [4200, 'Unsupported', 'walletUnsupported', true],
  [-32601, 'Method not found', 'walletUnsupported', true],
  [-32601, 'eth_sendRawTransaction is not available', 'walletFailed', false],
  [-32601, 'the bundler does not support eth_sendUserOperation', 'walletFailed', false],
  [4900, 'Disconnected', 'walletGone', false],
  [-32603, 'Disconnected from the background', 'walletGone', false],
  [4901, 'Chain disconnected', 'walletFailed', false],
  [4902, 'Unrecognized chain ID', 'walletWrongChain', true],
  [-32600, 'Unrecognized chain 7', 'walletWrongChain', false],
  [-32002, 'already processing', 'walletBusy', true],
  [-32001, 'Already processing unlock. Please wait.', 'walletBusy', true],
  [-32001, 'Already processing connect. Please wait.', 'walletBusy', true],
  [-32001, 'transaction is pending in the pool', 'walletFailed', false],
  [null, 'Request already pending', 'walletBusy', true],
  [-32002, 'Request of type eth_sendTransaction already pending', 'walletBusy', true],
  [-32002, 'request timed out', 'walletFailed', false],
  [-32000, 'transaction already pending in pool', 'walletFailed', false],
  [null, 'transaction already pending in pool', 'walletFailed', false],
  [-32603, 'Ledger: blind signing is off', 'walletBlindSigning', false],
  [-32603, 'Please enable Blind-signing or Contract data', 'walletBlindSigning', false],
  [-32000, 'insufficient funds for gas * price + value', 'gasTooLow', false],
  [-32602, 'Invalid params', 'walletFailed', false],
  [-32603, 'Internal JSON-RPC error', 'walletFailed', false],
  [null, 'odd', 'walletFailed', false],
]

test.each(table)('%s %j is %s', (code, message, means, certain) => {
  const found = classifyWalletFailure({ code, message })
  expect([found.problem.code, found.certain]).toEqual([means, certain])
})

test.each<[ProblemCode, RegExp, ...RegExp[]]>([
  ['walletRejected', /rejected/, /Try again/, /stop the swap/],
  ['walletFailed', /reported an error/, /Check your wallet/],
  ['walletWrongAccount', /isn’t available/, /Unlock/, /allow it/],
  ['walletUnsupported', /doesn’t support this/, /another wallet/],
  ['walletGone', /Lost the connection/, /checks what happened before/],
  ['walletWrongChain', /isn’t on the network/, /add it/],
  ['walletBusy', /another request/, /Answer or close/, /in your wallet/],
  ['walletBlindSigning', /Blind signing is off/, /Turn blind signing on/, /device/],
  ['gasTooLow', /gas token/, /Add some/],
])('the text of %s says what happened and what to do', (code, says, ...next) => {
  expect(texts[`problem_${code}`]?.message).toMatch(says)
  for (const part of next) expect(texts[`problem_${code}_next`]?.message).toMatch(part)
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
