import { nativeAddress } from '../../lib/base/hex.ts'
import { Problem, toProblemData } from '../../lib/base/problem.ts'
import { secondMs } from '../../lib/base/time.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { Order } from '../../lib/order/order.ts'
import { createQuoteView } from '../../lib/quote/quote-view.ts'
import { makeReview } from '../../lib/review/review.ts'
import { type ReviewView, reviewView } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../../lib/service/quote-request-shape.ts'
import messages from '../../public/_locales/en/messages.json' with { type: 'json' }
import { acceptOrderOffer, createFundedWorld, signedRequest } from '../harness/actions.ts'
import { account, deployment, user } from '../harness/chains.ts'
import { inputTokens } from '../harness/held-input.ts'
import type { World } from '../harness/world.ts'
import { isFullyEnded } from '../harness/world-actions.ts'
import { claimHarms, claimWord } from './judge-claims.ts'
import type { AgreedTerms } from './judge-request.ts'
import { reviewHarms, shownCodes, tickHarms, unshownHarms } from './judge-review.ts'
import { requestHarms, requestWord } from './judge-wallet.ts'
import type { Observed, Scene, SwapLie } from './lie.ts'
import { lostBps, meantUnits, trueToken } from './true-tokens.ts'
import { wireService } from './wire-service.ts'

/** Payments by strangers, which prove nothing about this swap. */
interface Strangers {
  readonly paid: {
    readonly chainId: number
    readonly token: string
    readonly receiver: string
    units: bigint
  }[]
  isReported: boolean
}

export async function observeSwap(lie: SwapLie): Promise<Observed> {
  const requested = lie.request ?? signedRequest
  const request: ResolvedQuoteRequest = { ...requested, receiverAddress: requested.receiverAddress ?? user }
  const world = await createFundedWorld(request)
  if (lie.isAfterReview === true) world.service.quoteLifeSeconds = 17
  else if (request.inputToken !== nativeAddress) world.allowPermit2(request)
  const strangers: Strangers = { paid: [], isReported: false }
  const longestMs = watchTimers(world)
  const scene = sceneOf(world, request, strangers)
  await lie.makeLie(scene)
  const before = heldNow(world, request, strangers)
  const reviewed = await readReview(world, request, lie)
  if ('refusal' in reviewed) {
    const wordless = /^(internal|badMessage)/.test(reviewed.refusal) ? ['no words for what is wrong'] : []
    return { ...nothing, reportedCodes: [reviewed.refusal], ...judgeLie(scene, strangers, wordless) }
  }
  const { view } = reviewed
  world.service.quoteLifeSeconds = 60
  const named = [...shownCodes(view)]
  const harms: string[] = []
  try {
    const order = await world.run.start(
      await confirmReview(view.reviewKey, account, world.reviewPorts, giveConsents(view)),
    )
    await world.settle()
    await lie.later?.(scene, order)
    const consents = agreedTermsOf(view, request, world)
    const done = await letTimePass(world, order.id, lie, consents)
    harms.push(...unshownHarms(done, named), ...tickHarms(done, view))
    const ended = await world.readOrder(order.id)
    if (ended.problem !== null)
      named.push(ended.problem.code, ...Object.values(ended.problem.facts).slice(0, 1))
    const after = heldNow(world, request, strangers)
    const truth = {
      gotUnits: after.outUnits - before.outUnits,
      lostUnits: before.inUnits - after.inUnits,
      isLive: scene.service.isPosted && isLive(world, request),
    }
    harms.push(...claimHarms(ended, truth))
    if (world.problems.some(({ data }) => data.code === 'internal')) harms.push('a failure inside')
    if (longestMs() >= 2 ** 31) harms.push('a timer that fires at once')
    const requested = world.wallet.prompts.map(requestWord)
    if (requested.length > 0) harms.push(...reviewHarms(view, request), ...missingResponse(lie, view))
    return {
      walletRequests: requested,
      reportedCodes: named,
      claimed: claimWord(ended),
      ...judgeLie(scene, strangers, harms),
    }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return { ...nothing, reportedCodes: [...named, reasonOf(thrown)], ...judgeLie(scene, strangers) }
  }
}

function missingResponse({ mustName, mustRefuse }: SwapLie, view: ReviewView): readonly string[] {
  if (mustRefuse === true) return ['asked at all']
  const reported = shownCodes(view)
  return mustName === undefined || mustName.some((one) => reported.includes(one))
    ? []
    : [`never said ${mustName[0]}`]
}

const nothing: Observed = { walletRequests: [], reportedCodes: [], claimed: 'nothing', believed: [] }

/** A lie that was never made must not pass for one that was detected. */
function judgeLie(
  scene: Scene,
  strangers: Strangers,
  harms: readonly string[] = [],
): Pick<Observed, 'believed'> {
  const isReported = scene.service.hasLied || strangers.isReported
  return { believed: isReported ? harms : [...harms, 'the lie was never told'] }
}

function sceneOf(world: World, request: ResolvedQuoteRequest, strangers: Strangers): Scene {
  return {
    world,
    request: request,
    service: wireService(world, request),
    pay(chainId, token, receiver, units) {
      strangers.isReported = true
      strangers.paid.push({ chainId, token, receiver, units })
      return world.chain.payAsSolver(chainId, token, receiver, units)
    },
    markLieMade: () => {
      strangers.isReported = true
    },
  }
}

/** The balances of the account and the receiver, without payments by strangers. */
function heldNow(
  world: World,
  request: ResolvedQuoteRequest,
  { paid }: Strangers,
): { inUnits: bigint; outUnits: bigint } {
  const held = (chainId: number, token: string, owner: string) =>
    paid
      .filter((one) => one.chainId === chainId && one.token === token && one.receiver === owner)
      .reduce((units, one) => units - one.units, world.chain.ledger.balance(chainId, token, owner))
  return {
    inUnits: inputTokens(request).reduce(
      (units, token) => units + held(request.originChainId, token, request.userAddress ?? user),
      0n,
    ),
    outUnits: held(request.destinationChainId, request.outputToken, request.receiverAddress),
  }
}

/** Quote and review as the background makes them for a view. The form chooses the route. */
async function readReview(
  world: World,
  request: ResolvedQuoteRequest,
  { choice = {} }: SwapLie,
): Promise<{ readonly view: ReviewView } | { readonly refusal: string }> {
  try {
    const outcome = await world.quotes.quote('view', request, account)
    if (outcome.kind !== 'quote') return { refusal: outcome.kind }
    const pick = { routeKey: choice.routeKey ?? null, sort: 'output' } as const
    const quote = createQuoteView(outcome.quoteKey, outcome.held, deployment, pick)
    if (quote === null) return { refusal: 'noRoute' }
    if (quote.isPickUnavailable) return { refusal: 'routeUnusable' }
    const chosen = { ...choice, routeKey: quote.routeKey }
    const review = await makeReview(outcome.held, account, world.reviewPorts, chosen)
    return { view: reviewView(review, { quote, deployment, unproven: null }) }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return { refusal: reasonOf(thrown) }
  }
}

function reasonOf(problem: Problem): string {
  const { code, facts } = toProblemData(problem)
  return [code, ...Object.values(facts)].join(' ').slice(0, 80)
}

function giveConsents({ loss, requiredConsents }: ReviewView) {
  const consent = loss.level === 'typed' ? messages.lossWord.message : loss.level === 'confirm' ? 'yes' : null
  return { consent, consents: requiredConsents.map(({ code }) => code) }
}

function agreedTermsOf(
  { quote, steps, intermediateSwap, requiredConsents, facts }: ReviewView,
  request: ResolvedQuoteRequest,
  world: World,
): AgreedTerms {
  const decimals =
    trueToken(request.destinationChainId, request.outputToken)?.decimals ?? quote.outputToken.decimals
  const fees = steps.map(({ nativeFeeUnits = '0' }) => BigInt(nativeFeeUnits))
  const delegate =
    requiredConsents.find(({ code }) => code === 'delegateNotRequested')?.facts.delegate ?? null
  const isOpen = facts.some(
    ({ name, value, isUsual }) => name === 'delegate' && value === delegate && !isUsual,
  )
  return {
    request,
    delegate: isOpen ? delegate : null,
    spender: steps.find(({ purpose }) => purpose === 'approve')?.contract ?? null,
    leastUnits: meantUnits(quote.minAmountOut, quote.outputToken.decimals, decimals),
    intermediateSwap:
      intermediateSwap === undefined
        ? null
        : { address: intermediateSwap.token.address, leastUnits: BigInt(intermediateSwap.minUnits) },
    nativeFeeUnits: fees.reduce((all, one) => all + one, 0n),
    nowSeconds: Math.floor(world.clock.nowMs() / secondMs),
  }
}

/** Lets time pass and judges each wallet request when it is made. Returns the harms of all. */
async function letTimePass(
  world: World,
  id: string,
  lie: SwapLie,
  read: AgreedTerms,
): Promise<readonly string[]> {
  const untilMs = world.clock.nowMs() + (lie.waitMs ?? 120 * secondMs)
  const harms: string[] = []
  let consents = read
  let seen = 0
  for (let ticks = 0; ticks < 400; ticks += 1) {
    const nowSeconds = Math.floor(world.clock.nowMs() / secondMs)
    for (const request of world.wallet.prompts.slice(seen)) {
      harms.push(...requestHarms(request, { ...consents, nowSeconds }))
    }
    seen = world.wallet.prompts.length
    const order = await world.readOrder(id)
    const isPast = world.clock.nowMs() > untilMs
    if (isPast || isFullyEnded(order)) break
    if (order.offer !== null && lie.takesOffer === true) {
      await acceptOrderOffer(world, id)
      // Only a review may accept this offer: the order has no button for it.
      if ((await world.readOrder(id)).offer !== null) break
      harms.push(...offerHarms(order.offer, consents))
      consents = { ...consents, leastUnits: BigInt(order.offer.terms.minAmountOut) }
    } else if (order.state === 'needs_user' || !(await world.runNextTimer())) break
    await world.settle()
  }
  return harms
}

/** One button accepts an offer, so its loss has to be small. */
function offerHarms(
  { terms, reviewed }: NonNullable<Order['offer']>,
  { request: quoteRequest }: AgreedTerms,
): readonly string[] {
  const given = trueToken(quoteRequest.originChainId, quoteRequest.inputToken)
  const got = trueToken(quoteRequest.destinationChainId, quoteRequest.outputToken)
  if (given === null || got === null) return []
  const input = BigInt(reviewed.request.inputAmount)
  const bps = lostBps(input, given.decimals, BigInt(terms.minAmountOut), got.decimals)
  return bps >= 1_000n ? [`an offer that loses ${bps / 100n} % is taken without a question`] : []
}

/** Browsers fire a timer of more than 2^31 ms immediately. */
function watchTimers(world: World): () => number {
  const { after } = world.clock
  let longest = 0
  Object.assign(world.clock, {
    after(waitMs: number, work: () => void) {
      longest = Math.max(longest, waitMs)
      return after(waitMs, work)
    },
  })
  return () => longest
}

/** Whether a signature that left Ferry could still be used, by the chain's own time. */
export function isLive(
  world: World,
  { originChainId, userAddress }: Pick<QuoteRequest, 'originChainId' | 'userAddress'>,
): boolean {
  return world.wallet.signed.some((text) => {
    const { message } = JSON.parse(text) as { message: { nonce: string; deadline: string | number } }
    const isUsed = world.chain.ledger.nonceUsed(originChainId, userAddress ?? user, BigInt(message.nonce))
    return !isUsed && world.clock.nowMs() <= Number(message.deadline) * secondMs
  })
}
