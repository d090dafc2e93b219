import type { JsonObject } from '../base/json.ts'
import { Problem, restoreProblem } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import type { LocalItem } from '../storage/local.ts'
import {
  type Account,
  classifyWalletFailure,
  isSameWallet,
  unreachedProblem,
  type WalletAnswer,
  type WalletRequest,
} from './port.ts'
import type { Wallets } from './wallets.ts'

interface SidePorts {
  readonly account: Pick<LocalItem<Account | null>, 'get'>
  readonly wallet: Pick<Wallets, 'request'>
  readonly newId: () => string
  readonly settle: (account: Account | null, problem: ProblemData | null) => Promise<void>
  /** The wallet did not switch to the requested chain. */
  readonly onChainRefused: (problem: ProblemData) => void
}

/** Null: Ferry stops waiting, because the user disconnected or requested another account. */
type OnAnswer = (answer: WalletAnswer | null) => void | Promise<void>

/** Wallet requests apart from the account and the swaps. They end with the worker, and the user starts them again. */
export function createSideRequests({ account, wallet, newId, settle, onChainRefused }: SidePorts) {
  const open = new Map<string, OnAnswer>()

  async function requireConnectedWallet() {
    const known = await account.get()
    if (!known?.wallet) throw new Problem('walletNotConnected')
    return { wallet: known.wallet, address: known.address }
  }

  async function send(request: Omit<WalletRequest, 'requestId'>, onAnswer: OnAnswer): Promise<void> {
    const requestId = newId()
    open.set(requestId, onAnswer)
    try {
      await wallet.request({ ...request, requestId })
    } catch (thrown) {
      open.delete(requestId)
      throw thrown
    }
  }

  return {
    /**
     * Requests the connected wallet to use a chain, and to add it where the wallet lacks it (`add`: the EIP-3085 parameter,
     * or null). The wallet may prompt. Success arrives like a change of the account. Throws `walletNotConnected`.
     */
    async useChain(chainId: number, add: JsonObject | null): Promise<void> {
      const known = await requireConnectedWallet()
      // Only the steps before it matter: the method itself prompts no user.
      const request = { method: 'eth_chainId', params: [], account: known.address } as const
      await send({ ...request, wallet: known.wallet, chain: { chainId, add } }, async (answer) => {
        if (answer === null) return
        const now = await account.get()
        if (now?.address !== known.address || !isSameWallet(now.wallet, known.wallet)) return
        const problem = answerProblem(answer)
        if (problem === null) await settle({ ...now, chainId }, null)
        else onChainRefused(problem)
      })
    },
    /**
     * Requests the connected wallet to list a token (`asset`: the EIP-747 parameter) on its chain, and waits for the user's
     * decision. Returns whether the wallet says that it lists the token. Throws `walletNotConnected`, and the reason of a
     * refusal.
     */
    async addToken(asset: JsonObject, chain: NonNullable<WalletRequest['chain']>): Promise<boolean> {
      const known = await requireConnectedWallet()
      const request = { method: 'wallet_watchAsset', params: [asset], account: known.address } as const
      const { promise: answered, resolve } = Promise.withResolvers<WalletAnswer | null>()
      await send({ ...request, wallet: known.wallet, chain }, resolve)
      const answer = await answered
      if (answer === null) throw new Problem('walletGone')
      const problem = answerProblem(answer)
      if (problem !== null) throw restoreProblem(problem)
      return answer.kind === 'result' && answer.result === true
    },
    waitsFor: (requestId: string) => open.has(requestId),
    /** False where the answer belongs to no request of this kind. */
    async applyAnswer(answer: WalletAnswer): Promise<boolean> {
      const onAnswer = open.get(answer.requestId)
      if (onAnswer === undefined) return false
      open.delete(answer.requestId)
      await onAnswer(answer)
      return true
    },
    dropAll(): void {
      const dropped = [...open.values()]
      open.clear()
      for (const onAnswer of dropped) void onAnswer(null)
    },
  }
}

export function answerProblem(answer: WalletAnswer): ProblemData | null {
  if (answer.kind === 'result') return null
  if (answer.kind === 'failure') return classifyWalletFailure(answer.failure).problem
  return answer.kind === 'unreached' ? unreachedProblem(answer) : new Problem('walletGone').data
}
