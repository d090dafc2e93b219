import { Problem, type ProblemData } from '../base/problem.ts'
import type { ProblemCode } from '../base/problem-code.ts'
import type { WalletAnswer, WalletFailure } from './port.ts'

const codes: { readonly [code: string]: ProblemCode } = {
  '4001': 'walletRejected',
  '4100': 'walletUnauthorized',
  '4200': 'walletUnsupported',
  '4900': 'walletGone',
  '4901': 'walletOffline',
  '4902': 'walletUnknownChain',
  '-32601': 'walletUnsupported',
  '-32002': 'walletBusy',
}

const words: readonly (readonly [RegExp, ProblemCode])[] = [
  [/\block(ed)?\b|\bunlock/i, 'walletLocked'],
  [/reject|denied|declin|cancell?ed/i, 'walletRejected'],
  [/already pending/i, 'walletBusy'],
  [/unrecogni[sz]ed chain|unknown chain/i, 'walletUnknownChain'],
  [/disconnected|lost connection|port closed|context invalidated/i, 'walletGone'],
]

/**
 * What a wallet's failure means. Judged by code first, then by words, since wallets answer a rejection with -32603
 * too. `certain` is false where the request may have been done all the same.
 */
export function walletProblem(failure: WalletFailure): {
  readonly problem: ProblemData
  readonly certain: boolean
} {
  const byCode = failure.code === null ? undefined : codes[String(failure.code)]
  const byWords = words.find(([pattern]) => pattern.test(failure.message))?.[1]
  // A wallet that is locked says so in words; its code is that of an account it may not show.
  const isLocked = byWords === 'walletLocked' && (byCode === undefined || byCode === 'walletUnauthorized')
  const code = isLocked ? byWords : (byCode ?? byWords)
  // A way that was cut says nothing of what the wallet did behind it.
  if (code !== undefined) return { problem: new Problem(code).data, certain: code !== 'walletGone' }
  const facts = { code: String(failure.code ?? ''), message: failure.message.slice(0, 200) }
  const invalid = failure.code === -32602 || failure.code === -32600
  return { problem: new Problem('walletFailed', { facts }).data, certain: invalid }
}

const unreachedCodes = {
  noWallet: 'walletNone',
  noPage: 'walletGone',
  noTab: 'walletTabGone',
  severalWallets: 'walletSeveral',
  doubleWallet: 'walletDouble',
  wrongAccount: 'walletWrongAccount',
  wrongChain: 'walletWrongChain',
} as const

/** The problem of a request that never got to the wallet: nothing was asked. */
export function unreachedProblem(answer: Extract<WalletAnswer, { kind: 'unreached' }>): ProblemData {
  return new Problem(unreachedCodes[answer.reason]).data
}
