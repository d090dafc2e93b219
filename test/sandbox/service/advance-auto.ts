import type { Quoted, Request } from './book.ts'
import { payReceiver, refundOnDestination } from './payments.ts'
import { errorMessage } from './runner.ts'
import type { Pace } from './service-settings.ts'
import { nowSeconds, type SolverParts } from './solver-parts.ts'

const retryMs = 1000

export async function advanceAuto(at: SolverParts, request: Request<Quoted>): Promise<void> {
  const { runner, ledger } = at
  const { offer, outcome, hash } = request
  if (!(await waitForStep(at, 'assigned', request)) || outcome === 'expire') return fail(at, request, 5)
  request.code = 1
  if (!(await waitForStep(at, 'extracted', request))) return fail(at, request, 5)
  if (outcome === 'cancel') return fail(at, request, 6)
  const taken = await extract(at, request)
  if (taken !== 'taken') return fail(at, request, taken === 'invalidated' ? 6 : 5)
  request.code = 2
  await runner.pause('fulfilled')
  if (outcome === 'refundThere') return refundOnDestination(at, request)
  const isGivenBack = outcome === 'refund' || outcome === 'cancelTaken'
  if (isGivenBack || !(await swapIntermediate(at, request)) || !(await payReceiver(at, request)))
    return returnExtracted(at, request)
  request.code = 3
  await runner.pause('settled')
  request.settleTxHash = await ledger.settle(offer.input.chainId, hash)
  request.code = 4
}

/**
 * Tries until the deadline, because an allowance or a balance may arrive late. An invalidated nonce, or funds
 * withdrawn from the inbox, stay so.
 */
async function extract(
  { ledger, book, runner }: SolverParts,
  request: Request<Quoted>,
): Promise<'taken' | 'invalidated' | 'late'> {
  const { kind, struct, deadlineSeconds } = request.offer
  const { signature } = request
  while (Date.now() < deadlineSeconds * 1000) {
    try {
      const txHash = await (signature === null
        ? ledger.extractInbox(kind, struct)
        : ledger.extractSigned(kind, struct, signature))
      request.extractTxHash = txHash
      // The gateway pays the affiliate out of the input.
      if (request.price.affiliateUnits > 0n) request.feeTxHash = txHash
      request.originTxHash ??= txHash
      request.originSeconds ??= nowSeconds()
      request.problem = null
      book.submitCount(request.hash).executed += 1
      return 'taken'
    } catch (error) {
      request.problem = errorMessage(error)
      if (signature !== null && request.problem === 'InvalidNonce()') return 'invalidated'
      const { chainId } = request.offer.input
      const inbox = signature === null ? await ledger.findInboxRequest(chainId, request.hash) : null
      if (inbox?.status === 'withdrawn') return 'invalidated'
      await runner.wait(retryMs)
    }
  }
  return 'late'
}

/** Makes the intermediate swap. Returns false and notes the reason if it brings too little. */
async function swapIntermediate({ ledger }: SolverParts, request: Request<Quoted>): Promise<boolean> {
  const { intermediateSwap, struct } = request.offer
  if (intermediateSwap === null) return true
  try {
    request.intermediateSwapTxHash = await ledger.swapIntermediate(struct, intermediateSwap.units)
    return true
  } catch (error) {
    request.problem = errorMessage(error)
    return false
  }
}

/** A signed request's to its sender immediately, an inbox request's to the inbox, which pays them out. */
async function returnExtracted(at: SolverParts, request: Request<Quoted>): Promise<void> {
  const { offer, outcome, hash } = request
  const cancelTxHash = await at.ledger.cancel(offer.input.chainId, hash)
  if (outcome === 'cancelTaken') request.code = 6
  if (offer.onchain) return payOut(at, request, outcome === 'cancelTaken')
  request.refundTxHash = cancelTxHash
  request.code = 7
}

/** Ends a request before extraction. */
async function fail(at: SolverParts, request: Request<Quoted>, code: 5 | 6): Promise<void> {
  request.code = code
  if (request.offer.onchain) await payOut(at, request, true)
}

/**
 * Refunds a request's funds in the inbox, after the pace of `settled` if `waits`, unless another account
 * withdraws them first.
 */
async function payOut(at: SolverParts, request: Request<Quoted>, waits: boolean): Promise<void> {
  const { ledger, runner, serviceSettings } = at
  const { kind, struct, input } = request.offer
  const find = () => ledger.findInboxRequest(input.chainId, request.hash)
  const isHeld = () => inbox?.status === 'open' || inbox?.status === 'returned'
  const sinceMs = Date.now()
  const isWaiting = () => waits && Date.now() < sinceMs + serviceSettings.pace.settled
  let inbox = await find()
  while (isHeld() && isWaiting()) {
    await runner.pause('settled', Date.now() + retryMs / 2)
    inbox = await find()
  }
  request.refundTxHash = isHeld() ? await ledger.refundInbox(kind, struct) : (inbox?.withdrawTxHash ?? null)
  request.code = 7
}

/** Waits until the next state is due; false if the deadline comes first. */
async function waitForStep(
  { runner }: SolverParts,
  step: keyof Pace,
  request: Request<Quoted>,
): Promise<boolean> {
  const deadlineMs = request.offer.deadlineSeconds * 1000
  await runner.pause(step, deadlineMs)
  return Date.now() < deadlineMs
}
