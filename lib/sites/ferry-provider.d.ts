/**
 * Types of the page API of Ferry: copy this file into your page's sources, or import it. It contains no code that runs.
 *
 * Listen to `ferry:announceProvider` on `window`, then call `dispatchEvent(new Event('ferry:requestProvider'))`. If no
 * announcement comes within 1.5 seconds, Ferry is not installed, or not offered to this site. Every failure is a
 * `FerryError`: an `Error` with a `code`, a message in plain English, and `data` that code can read.
 *
 * Without a script: write `<a data-ferry-swap='…' href="…">` with a `FerrySwapRequest` as JSON, in a document with `<meta
 * name="ferry-swap" content="links">` in its head. Calling the provider is not enough, because content of your users must
 * not propose swaps for your site. A trusted click proposes the swap. Where Ferry is absent or refuses the swap, the
 * browser follows the `href`.
 *
 * All that a page learns of a swap is a hint for its user, never a proof of payment: the page runs in the user's browser,
 * and the user may change the swap that you proposed. Before you deliver anything, check `destinationTransactionHash` from
 * your own server: mined and successful, that token, at least that amount, to your address, and counted once.
 */

/**
 * The swap that a page proposes. The user reads it, may change it, and signs in their own wallet.
 * @example { originChainId: 1, destinationChainId: 10, inputToken, outputToken, inputAmount: '1500000' }
 */
export interface FerrySwapRequest {
  /** Chain the tokens are taken from; a JSON number (31337, never "31337" or "0x7a69"). @example 1 */
  readonly originChainId: number
  /** Chain the tokens arrive on; may be the same. @example 10 */
  readonly destinationChainId: number
  /**
   * Token to give: its contract, or 0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee for the chain's native currency.
   * @example '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
   */
  readonly inputToken: string
  /** Token to receive, in its chain's address format. @example '0x0b2c639c533813f4aa9d7837caf62653d097ff85' */
  readonly outputToken: string
  /**
   * Smallest units of the input token as digits: "1500000" is 1.5 of a token with 6 decimals. No sign, dot or leading zero.
   * @example '1500000'
   */
  readonly inputAmount: string
  /**
   * Receiver of the tokens, in the destination chain's address format. Default: the user. The user has to confirm a
   * receiver that you name.
   * @example '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
   */
  readonly receiverAddress?: string | undefined
  /**
   * Your own name for the swap, at most 64 characters. The swap repeats it, and it never leaves the browser.
   * @example 'order 7'
   */
  readonly reference?: string | undefined
}

/**
 * Id of a swap of this site: unguessable, and useless to other sites. Store it: a page finds its swap again by it.
 * @example sessionStorage.setItem('swapId', swapId)
 */
export interface FerrySwapId {
  /** Names the swap in `ferry_getSwap`, `ferry_cancelProposal` and `swapChanged`. @example sessionStorage.getItem('swapId') */
  readonly swapId: string
}

/**
 * State of a swap. `proposed` waits for the user, for one hour at most, also after the user closes Ferry's window.
 * `declined` by the user, `cancelled` by the page or by the user on chain, and `expired` are over, and nothing was taken.
 * `awaitingWallet`, `submitted` and `pending` are in progress. `done`, `failed` and `refunded` are over. `unknown`: Ferry
 * cannot say yet, and something may have been sent.
 * @example if (swap.state === 'done' && swap.verified) askYourServerToLookItUp(swap)
 */
export type FerrySwapState =
  | 'proposed'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'awaitingWallet'
  | 'submitted'
  | 'pending'
  | 'done'
  | 'failed'
  | 'refunded'
  | 'unknown'

/**
 * The terms that the user confirmed; they may differ from your proposal. Amounts are digits in smallest units.
 * @example BigInt(swap.deal.minOutputAmount) >= price
 */
export interface FerryDeal {
  /** Chain the tokens are taken from. @example 1 */
  readonly originChainId: number
  /** Chain the tokens arrive on. @example 10 */
  readonly destinationChainId: number
  /** Token to give. @example '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' */
  readonly inputToken: string
  /** Amount of `inputToken`. @example '1500000' */
  readonly inputAmount: string
  /** Token to receive. @example '0x0b2c639c533813f4aa9d7837caf62653d097ff85' */
  readonly outputToken: string
  /** Receiver of the tokens. @example swap.deal.receiverAddress === yourAddress */
  readonly receiverAddress: string
  /** The least that may arrive. @example BigInt(swap.deal.minOutputAmount) >= price */
  readonly minOutputAmount: string
  /** The promised amount, an estimate. @example '1497000' */
  readonly outputAmount: string
}

/**
 * A swap of this page. A field is `null` while its value is unknown.
 * @example { swapId, reference: 'order 7', state: 'proposed', verified: false, deal: null, asProposed: null, …
 * }
 */
export interface FerrySwap extends FerrySwapId {
  /** The `reference` of the proposal. @example 'order 7' */
  readonly reference: string | null
  /** Current state. @example if (swap.state === 'declined') showYourOwnCheckout() */
  readonly state: FerrySwapState
  /**
   * True when the end was proven on chain: two endpoints showed the payment, made after the order and counted for it alone.
   * False while only the service reported it. It is the end of `deal`, not of your proposal, so check `asProposed` too.
   * @example if (swap.verified && swap.asProposed) askYourServerToLookItUp(swap)
   */
  readonly verified: boolean
  /** The request's hash at the service, 0x and 64 hex digits. @example '0x5d3a…' */
  readonly requestHash: string | null
  /**
   * The service's own status: 0 PENDING, 1 ASSIGNED, 2 EXTRACTED, 3 FULFILLED, 4 SETTLED, 5 EXPIRED, 6 CANCELLED,
   * 7 REFUNDED.
   * @example 4
   */
  readonly statusCode: number | null
  /** The name of `statusCode`, in capitals. @example 'SETTLED' */
  readonly statusName: string | null
  /**
   * The transaction that took the tokens, in its chain's format: 0x and 64 hex digits on EVM chains.
   * @example '0x8c1f…'
   */
  readonly sourceTransactionHash: string | null
  /**
   * The transaction that delivered the tokens, in its chain's format.
   * @example fetch(`/paid?hash=${swap.destinationTransactionHash}`)
   */
  readonly destinationTransactionHash: string | null
  /** The transaction that paid the tokens back, in its chain's format. @example '0x21b7…' */
  readonly refundTransactionHash: string | null
  /**
   * Chain of the refund: the origin, or the destination where the receiver got it. `null` without a refund.
   * @example 1
   */
  readonly refundChainId: number | null
  /**
   * Whether the user confirmed your terms; a receiver you left out is the user. `null` until the user confirms.
   * @example if (swap.asProposed === false) tell('You changed this payment')
   */
  readonly asProposed: boolean | null
  /** `null` until the user confirms. @example swap.deal?.outputAmount ?? 'not confirmed yet' */
  readonly deal: FerryDeal | null
}

/**
 * A chain of `ferry_getCapabilities`.
 * @example { chainId: 10, name: 'OP Mainnet', canSend: true, canReceive: true }
 */
export interface FerryChain {
  /** A JSON number, as in a request. @example 10 */
  readonly chainId: number
  /** Name for people; do not compare it. @example 'OP Mainnet' */
  readonly name: string
  /** Whether a swap may start here. @example chains.filter((chain) => chain.canSend) */
  readonly canSend: boolean
  /**
   * Whether a swap may end here.
   * @example chains.some(({ chainId, canReceive }) => chainId === 10 && canReceive)
   */
  readonly canReceive: boolean
}

/**
 * Codes of `FerryError`. A proposal that the user declines is no error: `swapChanged` reports the state `declined`.
 * - 4100: not allowed here. Ferry is not offered to this site, the user did not click, or the user does not let this page
 *   read the swap.
 * - 4200: no such method.
 * - 4900: Ferry was updated or removed under this page: reload it.
 * - -32602: not exactly these parameters, or the user has already confirmed the swap to cancel.
 * - -32001: no such swap of this page.
 * - -32002: a swap of this site waits for the user already.
 * - -32005: a limit was reached (ten requests a second, 90 a minute, five proposals a minute, three waiting in all, a
 *   minute's quiet after two refusals within one), or Ferry cannot answer now. The message says which.
 * @example ferry.request(proposal).catch((error) => error.code === -32002 && say('Look at Ferry\'s window'))
 */
export type FerryErrorCode = 4100 | 4200 | 4900 | -32602 | -32001 | -32002 | -32005

/**
 * Reason of a failure, for code to read.
 * @example if (error.data.reason === 'invalidField') markField(error.data.field)
 */
export type FerryErrorReason =
  | 'orphaned'
  | 'notOffered'
  | 'noClick'
  | 'notAllowed'
  | 'unknownMethod'
  | 'notPlainJson'
  | 'tooLarge'
  | 'invalidParams'
  | 'invalidField'
  | 'missingField'
  | 'unknownField'
  | 'unsupportedChain'
  | 'noSuchSwap'
  | 'alreadyConfirmed'
  | 'notWaiting'
  | 'alreadyWaits'
  | 'tooManyRequests'
  | 'tooManyProposals'
  | 'othersWait'
  | 'quiet'
  | 'unavailable'

/**
 * The error of a failed request.
 * @example const { code, message, data } = error as FerryError
 */
export interface FerryError extends Error {
  /** Kind of failure. @example error.code === -32602 */
  readonly code: FerryErrorCode
  /** Reason, and the parameter it concerns. @example console.error(error.data.field) */
  readonly data: { readonly reason: FerryErrorReason; readonly field?: string }
}

/**
 * What this Ferry can do.
 * @example if (capabilities.features.includes('links')) showTheLink()
 */
export interface FerryCapabilities {
  /** Version of this API. It grows without a new version; check `features`. @example 1 */
  readonly api: 1
  /** The operator's configuration of this Ferry. @example show(capabilities.deployment.name) */
  readonly deployment: {
    /** The operator's name for it. @example 'Local sandbox' */
    readonly name: string
    /** As in the announcement: self-attested, so it proves nothing. @example 'example.ferry' */
    readonly rdns: string
  }
  /** Abilities that are no methods. `links`: Ferry takes clicks on links with `data-ferry-swap`. @example ['links'] */
  readonly features: readonly string[]
  /** The chains, and whether they can send and receive. @example chains.filter(({ canSend }) => canSend) */
  readonly chains: readonly FerryChain[]
}

/**
 * Each method with its parameters and its result. Any of them may fail with 4100, 4900, -32602 or -32005.
 * @example type Capabilities = FerryMethods['ferry_getCapabilities']['result']
 */
export interface FerryMethods {
  /**
   * Lists what this Ferry can do: its API, its deployment, and the chains that can send and receive. It prompts no user,
   * shows nothing and needs no click.
   * @example const { chains } = await ferry.request({ method: 'ferry_getCapabilities' })
   */
  ferry_getCapabilities: { params?: readonly []; result: FerryCapabilities }
  /**
   * Proposes a swap. Call it while you handle the user's click. Without a click it fails with 4100, or shows only a quiet
   * notice where the user lets the site propose. It resolves as soon as the proposal is stored, before the user decides:
   * store `swapId`, and listen to `swapChanged`. A proposal that the user has not confirmed ends with its document, or
   * after one hour. A user who closes Ferry's window has declined nothing: the next click opens the window again.
   *
   * Fails with -32602 for a wrong field, an unknown chain, or an address that cannot be a receiver. Fails with -32002 while
   * another swap of this site waits. Fails with -32005 after five proposals in a minute, while three of other sites wait,
   * or in the quiet after two refusals.
   * @example const { swapId } = await ferry.request({ method: 'ferry_proposeSwap', params: [swapRequest] })
   */
  ferry_proposeSwap: { params: readonly [FerrySwapRequest]; result: FerrySwapId }
  /**
   * Returns the current swap. Any later page of the same origin can read a confirmed or ended swap, also after a reload.
   * Only the document that proposed a swap can read it while it waits. Afterwards `swapChanged` reports the swap to this
   * document too.
   *
   * Fails with -32001 where this page has no such swap. Fails with 4100 for a confirmed swap where the user allowed the
   * site once, for an earlier page, or revoked its permission.
   * @example const swap = await ferry.request({ method: 'ferry_getSwap', params: [{ swapId }] })
   */
  ferry_getSwap: { params: readonly [FerrySwapId]; result: FerrySwap }
  /**
   * Cancels a proposal; `null` also where it is over already. Fails with -32602 where the user has confirmed it, and with
   * -32001 where this page has no such swap.
   * @example await ferry.request({ method: 'ferry_cancelProposal', params: [{ swapId }] })
   */
  ferry_cancelProposal: { params: readonly [FerrySwapId]; result: null }
  /**
   * Brings the window of a waiting proposal to the front, or opens it again. Call it while you handle the user's click.
   * Fails with 4100 without a click, with -32602 where the proposal does not wait any more, and with -32001 where this
   * document has no such proposal.
   * @example await ferry.request({ method: 'ferry_showProposal', params: [{ swapId }] })
   */
  ferry_showProposal: { params: readonly [FerrySwapId]; result: null }
}

/**
 * A request to Ferry.
 * @example const asked: FerryRequest<'ferry_getSwap'> = { method: 'ferry_getSwap', params: [{ swapId }] }
 */
export interface FerryRequest<Method extends keyof FerryMethods> {
  /** The method's name. @example 'ferry_getSwap' */
  readonly method: Method
  /** Its parameters, in a list. @example [{ swapId }] */
  readonly params: FerryMethods[Method]['params']
}

/**
 * The provider that the page gets with `ferry:announceProvider`: frozen, and the same for the life of the page.
 * @example window.addEventListener('ferry:announceProvider', ({ detail }) => use(detail.provider))
 */
export interface FerryProvider {
  /**
   * Sends a request. Ferry answers within 30 seconds; without an answer the request fails with 4900.
   * @example await ferry.request({ method: 'ferry_getCapabilities' })
   */
  request(
    requested: Pick<FerryRequest<'ferry_getCapabilities'>, 'method'>,
  ): Promise<FerryMethods['ferry_getCapabilities']['result']>
  /**
   * Sends a request with parameters; works in a wrapper function too.
   * @example const ask = <M extends keyof FerryMethods>(asked: FerryRequest<M>) => ferry.request(asked)
   */
  request<Method extends keyof FerryMethods>(
    asked: FerryRequest<Method>,
  ): Promise<FerryMethods[Method]['result']>
  /**
   * Calls the listener on every change of a swap that this document proposed or requested, `proposed` too. The same state
   * may come twice.
   * @example ferry.on('swapChanged', ({ swapId, state }) => show(swapId, state))
   */
  on(name: 'swapChanged', listener: (swap: FerrySwap) => void): FerryProvider
  /**
   * Removes a listener.
   * @example ferry.removeListener('swapChanged', listener)
   */
  removeListener(name: 'swapChanged', listener: (swap: FerrySwap) => void): FerryProvider
}

/**
 * The `detail` of `ferry:announceProvider`; frozen.
 * @example const { info, provider } = event.detail
 */
export interface FerryAnnouncement {
  /** Identity of the provider, as in EIP-6963. @example const { name, icon } = event.detail.info */
  readonly info: {
    /** Fresh for each page load. @example '350670db-19fa-4704-a166-e52e178b59d2' */
    readonly uuid: string
    /** "Ferry". @example 'Ferry' */
    readonly name: string
    /** A data URI; use it in an `<img>`. @example image.src = info.icon */
    readonly icon: string
    /** Self-attested, as in EIP-6963: it proves nothing. @example 'example.ferry' */
    readonly rdns: string
  }
  /** The provider. @example await event.detail.provider.request({ method: 'ferry_getCapabilities' }) */
  readonly provider: FerryProvider
}

declare global {
  interface WindowEventMap {
    'ferry:announceProvider': CustomEvent<FerryAnnouncement>
  }
}
