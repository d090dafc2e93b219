/**
 * Types of the page API of Ferry: copy this file into your page's sources, or import it. Nothing in it runs.
 *
 * Listen to `ferry:announceProvider` on `window`, then ask by `dispatchEvent(new Event('ferry:requestProvider'))`. Where
 * nothing is announced within 1.5 seconds, Ferry is not installed, or not offered to this site. Every failure is a
 * `FerryError`: an `Error` with a `code`, a message in plain English, and `data` that code can read.
 *
 * Without a script: `<a data-ferry-swap='…' href="…">` with a `FerrySwapRequest` as JSON, in a document whose head says
 * `<meta name="ferry-swap" content="links">`; calling the provider is not enough, because what your users write must not speak
 * for your site. A trusted click proposes it; where Ferry is absent, or does not take it, the `href` is followed.
 *
 * Whatever a page hears of a swap is a hint for the user who looks at it, never a proof of payment: the page runs in their
 * browser, and they may change what you proposed. Before you hand anything over, look `destinationTransactionHash` up from
 * your own server: mined and successful, that token, at least that amount, to your address, and counted once.
 */

/**
 * What a page proposes. The user sees it, may change it, and signs in their own wallet.
 * @example { originChainId: 1, destinationChainId: 10, inputToken, outputToken, inputAmount: '1500000' }
 */
export interface FerrySwapRequest {
  /** Chain the tokens are taken from; a JSON number (31337, never "31337" or "0x7a69"). @example 1 */
  readonly originChainId: number
  /** Chain the tokens arrive on; may be the same. @example 10 */
  readonly destinationChainId: number
  /**
   * Token to give: its contract, or 0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee for the chain's own currency.
   * @example '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
   */
  readonly inputToken: string
  /** Token to get, in the form of its chain. @example '0x0b2c639c533813f4aa9d7837caf62653d097ff85' */
  readonly outputToken: string
  /** Smallest units of the input token as digits: "1500000" is 1.5 of a token with 6 decimals. No sign, dot or leading zero. @example '1500000' */
  readonly inputAmount: string
  /**
   * Who gets the tokens, in the destination chain's form; left out, the user. One named here has to be confirmed by them.
   * @example '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
   */
  readonly receiverAddress?: string | undefined
  /** Your own name for it, at most 64 characters; it comes back in the swap and never leaves the browser. @example 'order 7' */
  readonly reference?: string | undefined
}

/**
 * An id of a swap of this site: unguessable, worth nothing to others. Keep it; it is how a page finds its swap again.
 * @example sessionStorage.setItem('swapId', swapId)
 */
export interface FerrySwapId {
  /** Names the swap in `ferry_getSwap`, `ferry_cancelProposal` and `swapChanged`. @example sessionStorage.getItem('swapId') */
  readonly swapId: string
}

/**
 * Where a swap is: `proposed` waits for the user, for one hour at most, also where they close Ferry's window; `declined` by
 * them, `cancelled` by the page and `expired` are over with nothing sent; `awaitingWallet`, `submitted` and `pending` are under way; `done`, `failed` and `refunded` are over;
 * `unknown` means that nobody knows yet, and that something may have been sent.
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
 * What the user confirmed, which may be another deal than you proposed. Amounts are digits in smallest units.
 * @example BigInt(swap.deal.minOutputAmount) >= price
 */
export interface FerryDeal {
  /** Chain the tokens are taken from. @example 1 */
  readonly originChainId: number
  /** Chain the tokens arrive on. @example 10 */
  readonly destinationChainId: number
  /** Token that is given. @example '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' */
  readonly inputToken: string
  /** How much of it. @example '1500000' */
  readonly inputAmount: string
  /** Token that arrives. @example '0x0b2c639c533813f4aa9d7837caf62653d097ff85' */
  readonly outputToken: string
  /** Who gets it. @example swap.deal.receiverAddress === yourAddress */
  readonly receiverAddress: string
  /** The least that may arrive. @example BigInt(swap.deal.minOutputAmount) >= price */
  readonly minOutputAmount: string
  /** What was promised, about. @example '1497000' */
  readonly outputAmount: string
}

/**
 * A swap of this page. Fields are `null` where nothing is known.
 * @example { swapId, reference: 'order 7', state: 'proposed', verified: false, deal: null, asProposed: null, … }
 */
export interface FerrySwap extends FerrySwapId {
  /** What the page proposed it under. @example 'order 7' */
  readonly reference: string | null
  /** Where it is. @example if (swap.state === 'declined') showYourOwnCheckout() */
  readonly state: FerrySwapState
  /**
   * True when the end was proven on chain: two endpoints showed the payment, made after the order and counted for it alone.
   * False while it is only reported by the service. It is the end of `deal`, not of what you proposed: look at `asProposed`
   * too.
   * @example if (swap.verified && swap.asProposed) askYourServerToLookItUp(swap)
   */
  readonly verified: boolean
  /** The request's hash at the service, 0x and 64 hex digits. @example '0x5d3a…' */
  readonly requestHash: string | null
  /** The service's own status: 0 PENDING, 1 ASSIGNED, 2 EXTRACTED, 3 FULFILLED, 4 SETTLED, 5 EXPIRED, 6 CANCELLED, 7 REFUNDED. @example 4 */
  readonly statusCode: number | null
  /** The name of `statusCode`, in capitals. @example 'SETTLED' */
  readonly statusName: string | null
  /** The transaction that took the tokens, in its chain's form: 0x and 64 hex digits on EVM chains. @example '0x8c1f…' */
  readonly sourceTransactionHash: string | null
  /** The transaction that delivered them, in its chain's form. @example fetch(`/paid?hash=${swap.destinationTransactionHash}`) */
  readonly destinationTransactionHash: string | null
  /** The transaction that paid the tokens back, in its chain's form. @example '0x21b7…' */
  readonly refundTransactionHash: string | null
  /** Where they were paid back: the origin, or the destination, where they went to the receiver. `null` without a refund. @example 1 */
  readonly refundChainId: number | null
  /**
   * Whether the confirmed deal is the one you proposed; a receiver you left out is the user. `null` until it is confirmed.
   * @example if (swap.asProposed === false) tell('You changed this payment')
   */
  readonly asProposed: boolean | null
  /** `null` until it is confirmed. @example swap.deal?.outputAmount ?? 'not confirmed yet' */
  readonly deal: FerryDeal | null
}

/**
 * A chain of `ferry_getCapabilities`.
 * @example { chainId: 10, name: 'OP Mainnet', canSend: true, canReceive: true }
 */
export interface FerryChain {
  /** A JSON number, as in a request. @example 10 */
  readonly chainId: number
  /** For people; not for comparing. @example 'OP Mainnet' */
  readonly name: string
  /** A swap may begin here. @example chains.filter((chain) => chain.canSend) */
  readonly canSend: boolean
  /** A swap may end here. @example chains.some(({ chainId, canReceive }) => chainId === 10 && canReceive) */
  readonly canReceive: boolean
}

/**
 * A proposal that the user declines is no error: it is the state `declined`, which `swapChanged` brings.
 * - 4100: not allowed here. Ferry is not offered to this site, nobody clicked, or the user lets this page see no swap.
 * - 4200: no such method.
 * - 4900: Ferry was updated or removed under this page: reload it.
 * - -32602: not exactly these parameters, or the user has confirmed a swap that is taken back.
 * - -32001: no such swap of this page.
 * - -32002: a swap of this site waits for the user already.
 * - -32005: a limit was reached (ten requests a second, 90 a minute, five proposals a minute, three waiting in all, a
 *   minute's quiet after two refusals within one), or Ferry cannot answer now. The message says which.
 * @example ferry.request(proposal).catch((error) => error.code === -32002 && say('Look at Ferry\'s window'))
 */
export type FerryErrorCode = 4100 | 4200 | 4900 | -32602 | -32001 | -32002 | -32005

/**
 * Why a request failed, for code to read.
 * @example if (error.data?.reason === 'invalidField') markField(error.data.field)
 */
export type FerryErrorReason =
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
  | 'alreadyWaits'
  | 'tooManyRequests'
  | 'tooManyProposals'
  | 'othersWait'
  | 'quiet'
  | 'unavailable'

/**
 * What a failed request rejects with.
 * @example const { code, message, data } = error as FerryError
 */
export interface FerryError extends Error {
  /** What kind of failure it is. @example error.code === -32602 */
  readonly code: FerryErrorCode
  /**
   * Why, and the parameter it is about; `undefined` where Ferry was updated or removed under the page, or what was asked is no
   * plain JSON. @example console.error(error.data?.field)
   */
  readonly data?: { readonly reason: FerryErrorReason; readonly field?: string } | undefined
}

/**
 * Each method with its parameters and its result. Any of them may fail with 4100, 4900, -32602 or -32005.
 * @example type Capabilities = FerryMethods['ferry_getCapabilities']['result']
 */
export interface FerryMethods {
  /**
   * Lists the chains of this deployment and what can be done there. Asks nobody, shows nothing, needs no click.
   * @example const { chains } = await ferry.request({ method: 'ferry_getCapabilities' })
   */
  ferry_getCapabilities: { params?: readonly []; result: { readonly chains: readonly FerryChain[] } }
  /**
   * Proposes a swap. Call it while the user's click is being handled; without one it is 4100, or only a quiet notice where
   * the user lets the site propose. Resolves as soon as the proposal is stored, before the user decides: keep `swapId`,
   * and listen to `swapChanged`. A proposal the user has not confirmed ends with its document, or after one hour. A user who
   * closes Ferry's window has declined nothing: the next click opens it again.
   *
   * Fails with -32602 for a wrong field, an unknown chain, or a receiver that cannot be one; with -32002 while another one of
   * this site waits; with -32005 after five in a minute, while three of other sites wait, or in the quiet after two refusals.
   * @example const { swapId } = await ferry.request({ method: 'ferry_proposeSwap', params: [swapRequest] })
   */
  ferry_proposeSwap: { params: readonly [FerrySwapRequest]; result: FerrySwapId }
  /**
   * Returns the swap as it stands. A confirmed or ended one can be read from any later page of the same origin, also after a
   * reload; one that still waits only by the document that proposed it. From then on `swapChanged` tells this document too.
   *
   * Fails with -32001 where this page has no such swap; with 4100 for a confirmed one where the user let the site in
   * once, for an earlier page, or took its leave back.
   * @example const swap = await ferry.request({ method: 'ferry_getSwap', params: [{ swapId }] })
   */
  ferry_getSwap: { params: readonly [FerrySwapId]; result: FerrySwap }
  /**
   * Takes a proposal back; `null` also where it is over already. Fails with -32602 where the user has confirmed it, and with
   * -32001 where this page has no such swap.
   * @example await ferry.request({ method: 'ferry_cancelProposal', params: [{ swapId }] })
   */
  ferry_cancelProposal: { params: readonly [FerrySwapId]; result: null }
}

/**
 * What Ferry is asked.
 * @example const asked: FerryRequest<'ferry_getSwap'> = { method: 'ferry_getSwap', params: [{ swapId }] }
 */
export interface FerryRequest<Method extends keyof FerryMethods> {
  /** The method's name. @example 'ferry_getSwap' */
  readonly method: Method
  /** Its parameters, in a list. @example [{ swapId }] */
  readonly params: FerryMethods[Method]['params']
}

/**
 * What the page gets with `ferry:announceProvider`: frozen, and the same for the life of the page.
 * @example window.addEventListener('ferry:announceProvider', ({ detail }) => use(detail.provider))
 */
export interface FerryProvider {
  /**
   * Asks Ferry. Everything is answered within 30 seconds; 4900 comes instead of silence.
   * @example await ferry.request({ method: 'ferry_getCapabilities' })
   */
  request(
    asked: Pick<FerryRequest<'ferry_getCapabilities'>, 'method'>,
  ): Promise<FerryMethods['ferry_getCapabilities']['result']>
  /**
   * The same with parameters, also in a function of your own.
   * @example const ask = <M extends keyof FerryMethods>(asked: FerryRequest<M>) => ferry.request(asked)
   */
  request<Method extends keyof FerryMethods>(
    asked: FerryRequest<Method>,
  ): Promise<FerryMethods[Method]['result']>
  /**
   * Calls back on every change of a swap this document proposed or asked for, `proposed` too; the same state may come twice.
   * @example ferry.on('swapChanged', ({ swapId, state }) => show(swapId, state))
   */
  on(name: 'swapChanged', listener: (swap: FerrySwap) => void): FerryProvider
  /**
   * Stops calling this listener back.
   * @example ferry.removeListener('swapChanged', listener)
   */
  removeListener(name: 'swapChanged', listener: (swap: FerrySwap) => void): FerryProvider
}

/**
 * The `detail` of `ferry:announceProvider`; frozen.
 * @example const { info, provider } = event.detail
 */
export interface FerryAnnouncement {
  /** Who announces itself, as in EIP-6963. @example const { name, icon } = event.detail.info */
  readonly info: {
    /** Fresh for each page load. @example '350670db-19fa-4704-a166-e52e178b59d2' */
    readonly uuid: string
    /** "Ferry". @example 'Ferry' */
    readonly name: string
    /** A data URI; use it in an `<img>`. @example image.src = info.icon */
    readonly icon: string
    /** Self-attested, as in EIP-6963: proof of nothing. @example 'example.ferry' */
    readonly rdns: string
  }
  /** What Ferry is asked through. @example await event.detail.provider.request({ method: 'ferry_getCapabilities' }) */
  readonly provider: FerryProvider
}

declare global {
  interface WindowEventMap {
    'ferry:announceProvider': CustomEvent<FerryAnnouncement>
  }
}
