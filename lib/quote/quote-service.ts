import { nativeAddress } from '../base/hex.ts'
import { chainConfig } from '../deployment/chain-config.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import { asksDeposit, type QuoteRequest } from '../service/quote-request.ts'
import type { Quote } from '../service/quote-result.ts'
import type { Token } from '../service/token.ts'
import type { ExpiringStore } from '../storage/expiring-store.ts'
import { packedToken } from '../tokens/configured-token.ts'
import type { Account } from '../wallet/account.ts'
import { configuredQuote } from './configured-quote.ts'
import { freeze, frozen } from './frozen.ts'
import type { HeldQuote } from './held-quote.ts'
import { requireReadable, routesOf } from './route.ts'

export interface QuoteServicePorts
  extends Pick<FlowPorts, 'service' | 'chain' | 'clock' | 'deployment' | 'newId'> {
  /** A token of our own lists. */
  findToken(chainId: number, address: string): Promise<Token | null>
}

export type QuoteOutcome =
  | { readonly kind: 'quote'; readonly quoteKey: string; readonly held: HeldQuote }
  | { readonly kind: 'noRoute' }
  | { readonly kind: 'superseded' }

export interface QuoteService {
  /** A newer ask of the same view aborts the running one, whose answer is then never seen. */
  quote(viewId: string, ask: QuoteRequest, account: Account | null): Promise<QuoteOutcome>
  drop(viewId: string): void
  /** Throws `quoteExpired` when it is not held any more. */
  held(quoteKey: string): Promise<HeldQuote>
}

/** Fetches quotes for views and keeps them beyond the worker's life, until they are reviewed or old. */
export function createQuoteService(ports: QuoteServicePorts, kept: ExpiringStore): QuoteService {
  const running = new Map<string, AbortController>()

  function drop(viewId: string): void {
    running.get(viewId)?.abort()
    running.delete(viewId)
  }

  /** What the list of routes needs besides the quote; nothing of it stands in the quote's way. */
  async function beside(
    ask: QuoteRequest,
    quote: Quote,
    executable: boolean,
  ): Promise<Pick<HeldQuote, 'outputToken' | 'nativeUnits'>> {
    const isSent = routesOf(quote, ask).some(
      (one) => one.kind === 'manual' || (one.kind === 'auto' && one.route.userOp === 'tx'),
    )
    const needsBalance = isSent && executable && chainConfig(ports.deployment, ask.originChainId) !== null
    const [outputToken, nativeUnits] = await Promise.allSettled([
      quote.deposit === null || !asksDeposit(ask)
        ? null
        : ports.findToken(ask.destinationChainId, ask.outputToken),
      needsBalance && ask.userAddress !== null
        ? ports.chain.balance(ask.originChainId, nativeAddress, ask.userAddress)
        : null,
    ])
    return {
      outputToken:
        (outputToken.status === 'fulfilled' ? outputToken.value : null) ??
        packedToken(ports.deployment, ask.destinationChainId, ask.outputToken),
      nativeUnits: nativeUnits.status === 'fulfilled' ? (nativeUnits.value?.toString() ?? null) : null,
    }
  }

  return {
    drop,
    async quote(viewId, ask, account) {
      drop(viewId)
      const controller = new AbortController()
      running.set(viewId, controller)
      try {
        const receiverAddress = ask.receiverAddress ?? ask.userAddress
        const asked = { ...ask, receiverAddress }
        const said = await ports.service.quote(asked, { priority: 'quote', signal: controller.signal })
        if (controller.signal.aborted) return { kind: 'superseded' }
        const answered = { ...said, result: configuredQuote(ports.deployment, said.result) }
        requireReadable(answered.result, asked)
        if (routesOf(answered.result, asked).length === 0) return { kind: 'noRoute' }
        const isOurs = account !== null && account.wallet !== null && ask.userAddress === account.address
        const executable = isOurs && receiverAddress !== null
        const receivedMs = ports.clock.nowMs()
        const { outputToken, nativeUnits } = await beside(asked, answered.result, executable)
        if (controller.signal.aborted) return { kind: 'superseded' }
        const held = { ask: asked, answered, receivedMs, executable, outputToken, nativeUnits }
        const quoteKey = ports.newId()
        await freeze('quote', quoteKey, held, kept)
        return { kind: 'quote', quoteKey, held }
      } catch (thrown) {
        if (controller.signal.aborted) return { kind: 'superseded' }
        throw thrown
      } finally {
        if (running.get(viewId) === controller) running.delete(viewId)
      }
    },
    held: (quoteKey) => frozen<HeldQuote>('quote', quoteKey, kept),
  }
}
