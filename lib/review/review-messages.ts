import * as v from 'valibot'
import { getAddressFormat, isSameAddress } from '../base/hex.ts'
import { type Handlers, idShape, message, output } from '../base/message.ts'
import { Problem } from '../base/problem.ts'
import { chainIdShape, textShape } from '../base/shapes.ts'
import { type QuoteService, routeKeyShape } from '../quote/quote-messages.ts'
import { createQuoteView } from '../quote/quote-view.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import type { Chain } from '../service/token.ts'
import type { Account } from '../wallet/port.ts'
import { makeReview, type ReviewChoice } from './review.ts'
import type { ReviewPorts } from './review-ports.ts'
import { assessReceiver, type ReceiverReply } from './review-risk.ts'
import { type ReviewView, reviewView } from './review-view.ts'

export const reviewMessages = {
  checkReceiver: message(
    v.strictObject({ chainId: chainIdShape, text: textShape(256) }),
    output<ReceiverReply>(),
  ),
  /** Default route: the best one. `pay` says who sends a deposit (default `wallet`). */
  review: message(
    v.strictObject({
      quoteKey: idShape,
      routeKey: v.exactOptional(routeKeyShape),
      pay: v.exactOptional(v.picklist(['wallet', 'elsewhere'])),
      swapId: v.exactOptional(idShape),
    }),
    output<ReviewView>(),
  ),
}

interface ReviewHandlerPorts {
  readonly reviewPorts: ReviewPorts
  readonly quotes: QuoteService
  readonly account: { get(): Promise<Account | null> }
  readonly catalogue: {
    addresses(chainId: number): Promise<readonly string[]>
    chains(): Promise<readonly Chain[]>
  }
  /** Throws where the browser could lose a stored swap. */
  readonly requireDurable: () => Promise<void>
  readonly proposals: {
    resolveProposalForReview(
      swapId: string | null,
      request: ResolvedQuoteRequest,
      unproven: Account | null,
    ): Promise<NonNullable<ReviewChoice['proposal']>>
  }
}

export function reviewHandlers(ports: ReviewHandlerPorts): Handlers<typeof reviewMessages> {
  const { reviewPorts, quotes, account, catalogue, proposals, requireDurable } = ports
  const { deployment } = reviewPorts
  return {
    async checkReceiver({ chainId, text }) {
      const [here, chains] = await Promise.all([catalogue.addresses(chainId), catalogue.chains()])
      const record = chains.find((chain) => chain.chainId === chainId)
      const form = getAddressFormat(chainId, record?.addressFormat)
      const userAddress = (await account.get())?.address ?? null
      return assessReceiver({ chainId, form, text, tokens: here, userAddress }, reviewPorts)
    },
    async review({ quoteKey, routeKey = null, pay = 'wallet', swapId = null }) {
      await requireDurable()
      const held = await quotes.readQuote(quoteKey)
      const quote = createQuoteView(quoteKey, held, deployment, { routeKey, sort: 'output' })
      if (quote === null) throw new Problem('noRoute')
      if (quote.isPickUnavailable) throw new Problem('routeUnusable', { facts: { reason: 'gone' } })
      if (quote.routeKey === null) throw new Problem('noRoute')
      const receiverAddress = held.request.receiverAddress ?? ''
      const connected = await account.get()
      const unproven = await unprovenAccount(connected, reviewPorts)
      // The operator's own wallet page is part of the deployment.
      const { walletPage } = deployment
      const isOperators = walletPage !== null && unproven?.wallet?.origin === new URL(walletPage).origin
      const ofPage = isOperators ? null : unproven
      const proposal = await proposals.resolveProposalForReview(
        swapId,
        { ...held.request, receiverAddress },
        ofPage,
      )
      const choice = { routeKey: quote.routeKey, pay, proposal }
      const review = await makeReview(held, connected, reviewPorts, choice)
      return reviewView(review, { quote, deployment, unproven })
    },
  }
}

async function unprovenAccount(account: Account | null, { store }: ReviewPorts): Promise<Account | null> {
  if (account === null) return null
  const proven = await store.provenAccounts()
  return proven.some((one) => isSameAddress(one, account.address)) ? null : account
}
