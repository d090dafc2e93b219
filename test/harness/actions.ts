import { nativeAddress } from '../../lib/base/hex.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account } from '../../lib/wallet/port.ts'
import { harbour, island, tokenOf, user } from './chains.ts'
import type { FakeWalletBehaviour } from './fake-wallet-behaviours.ts'
import type { Fate } from './solver.ts'
import { createWorld, type World } from './world.ts'

const usdc = tokenOf(harbour, 'USDC')

/** 1.5 USDC from Harbour to Island. */
export const signedRequest: QuoteRequest = {
  originChainId: harbour.chainId,
  destinationChainId: island.chainId,
  inputToken: usdc.address,
  inputAmount: '1500000',
  outputToken: tokenOf(island, 'USDC').address,
  userAddress: user,
  receiverAddress: user,
  slippagePercent: '0.5',
}

export const sameChainRequest: QuoteRequest = {
  ...signedRequest,
  destinationChainId: harbour.chainId,
  outputToken: tokenOf(harbour, 'DAI').address,
}

/** The same with manual routes next to the automatic one; `across` picks the manual one. */
export const manualRequest: QuoteRequest = { ...signedRequest, options: { enableManual: true } }
export const sameChainManualRequest: QuoteRequest = { ...sameChainRequest, options: { enableManual: true } }
export const acrossRoute = { routeKey: 'manual:Across:' } as const

export const depositRequest: QuoteRequest = {
  ...signedRequest,
  options: { enableDepositAddress: true, refundAddress: user },
}

export const inboxRequest: QuoteRequest = { ...signedRequest, options: { useInbox: true } }

export const nativeRequest: QuoteRequest = {
  ...signedRequest,
  inputToken: nativeAddress,
  inputAmount: '10000000000000000',
}

export const usdtRequest: QuoteRequest = { ...signedRequest, inputToken: tokenOf(harbour, 'USDT').address }

/** Settings of a world before its first swap. */
export interface Setup {
  /** Default: in memory. */
  readonly storage?: 'database'
  /** What Permit2 may already take: exactly the input (true) or so many units. */
  readonly allowed?: boolean | bigint
  /** How the wallet behaves at its first requests. */
  readonly behaviours?: readonly FakeWalletBehaviour[]
  /** The status codes that the solver sets. It executes nothing if there are none. */
  readonly fate?: Fate
}

/** A world whose account can pay for five such requests. */
export async function createFundedWorld(
  quoteRequest: QuoteRequest,
  { storage, allowed = false, behaviours = [], fate }: Setup = {},
): Promise<World> {
  const world = await createWorld(storage)
  world.fund(quoteRequest)
  if (allowed !== false) world.allowPermit2(quoteRequest, allowed === true ? undefined : allowed)
  world.wallet.behaviours.push(...behaviours)
  if (fate !== undefined) world.solver.fate = fate
  return world
}

/** Creates a funded world and confirms its first swap there. */
export async function startSwap(
  quoteRequest: QuoteRequest,
  setup: Setup & { readonly by?: Account | null; readonly choice?: ReviewChoice } = {},
): Promise<{ readonly world: World; readonly id: string }> {
  const world = await createFundedWorld(quoteRequest, setup)
  return { world, id: await world.startOrder(quoteRequest, setup.by, setup.choice) }
}

export async function acceptOrderOffer(world: World, id: string): Promise<void> {
  const { offer } = await world.readOrder(id)
  await world.run.dispatch(id, { kind: 'acceptOffer', offerId: offer?.id ?? 'none' })
}

/** A signed swap that the service has accepted and no solver executes. */
export async function createUnexecutedOrder(): Promise<{ readonly world: World; readonly id: string }> {
  const { world, id } = await startSwap(signedRequest, { allowed: true, fate: [] })
  await world.waitForState(id, 'pending')
  return { world, id }
}

/** The members of an order whose swap is proven as delivered. */
export const delivered = { state: 'verified_terminal', statusCode: 4, problem: null } as const
