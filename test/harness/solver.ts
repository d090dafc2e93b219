import { type Hex, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import { secondMs } from '../../lib/base/time.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { FakeChain } from './fake-chain.ts'
import type { FakeService, Request } from './fake-service.ts'
import { requestInput } from './honest-quote.ts'
import { isWithdrawalOf, returnInboxFunds, takeInboxFunds } from './inbox.ts'
import type { ManualClock } from './manual-clock.ts'

/** The status codes of a request, one every `stepMs`. A code above 7 is unknown to the interface. */
export type Fate = readonly number[]

const settles: Fate = [1, 2, 3, 4]

export interface Solver {
  /** The fate of the requests that are accepted from now on. */
  fate: Fate
  stepMs: number
  /** Refunds on the destination, to the receiver. */
  refundsOnDestination: boolean
  /** Sets a request's status codes one after the other, and makes their transactions. */
  setStatus(request: Request, ...codes: readonly number[]): void
  /** Cancels an accepted inbox request: the input less `feeBps` basis points returns to the inbox. */
  cancelExtracted(request: Request, feeBps: bigint): bigint
}

/** Permit2's rules decide the extraction; a request that they refuse expires. */
export function createSolver(clock: ManualClock, chain: FakeChain, service: FakeService): Solver {
  const withdrawals = new Map<Hex, Hex>()
  const solver: Solver = {
    fate: settles,
    stepMs: 3 * secondMs,
    refundsOnDestination: false,
    setStatus(request, ...codes) {
      for (const code of codes) set(request, code)
    },
    cancelExtracted: cancelTaken,
  }

  function set(request: Request, code: number): void {
    const { request: quoteRequest, minUnits, requestHash } = request.issued
    if (code >= 2 && code <= 4 && !hasInput(request)) {
      request.code = 5
      return
    }
    if (code === 3) {
      const receiver = (quoteRequest.receiverAddress ?? quoteRequest.userAddress) as `0x${string}`
      const token = quoteRequest.outputToken as `0x${string}`
      request.destinationHash = chain.payAsSolver(
        quoteRequest.destinationChainId,
        token,
        receiver,
        minUnits,
        requestHash,
      )
    }
    if (code === 7) refund(request)
    request.code = code
  }

  function cancelTaken(request: Request, feeBps: bigint): bigint {
    const { request: quoteRequest, route, requestHash } = request.issued
    const { originChainId: chainId, inputAmount } = quoteRequest
    const units = (BigInt(inputAmount) * (10_000n - feeBps)) / 10_000n
    const { to, data } = route.txData ?? {}
    if (to === undefined || data === undefined) throw new Error('no request of an inbox')
    chain.payAsSolver(chainId, requestInput(quoteRequest, to), to, units, requestHash)
    returnInboxFunds(chain.ledger, chainId, to, data, units)
    set(request, 6)
    return units
  }

  function refund(request: Request): void {
    const { issued } = request
    const { request: quoteRequest, minUnits, requestHash } = issued
    const refundTo = quoteRequest.options?.refundAddress ?? quoteRequest.userAddress
    // A withdrawal by another sender is the refund. Report it and do not pay twice.
    request.refundHash = withdrawals.get(requestHash) ?? null
    if (request.refundHash !== null) return
    takeFromInbox(request)
    if (solver.refundsOnDestination) {
      const { destinationChainId, outputToken, receiverAddress } = quoteRequest
      const units = (minUnits * 99n) / 100n
      const receiver = String(receiverAddress ?? quoteRequest.userAddress)
      request.refundHash = chain.payAsSolver(destinationChainId, outputToken, receiver, units, requestHash)
      request.refundChainId = destinationChainId
    } else if (refundTo !== null) {
      const units = BigInt(quoteRequest.inputAmount)
      const token = requestInput(quoteRequest, issued.route.txData?.to ?? refundTo)
      request.refundHash = chain.payAsSolver(quoteRequest.originChainId, token, refundTo, units, requestHash)
    }
  }

  /** Whether the solver has the input, or gets it now: with the signature, or out of the inbox. */
  function hasInput(request: Request): boolean {
    const { signature, code, sourceHash, issued } = request
    if (signature !== null) return sourceHash !== null || extract(request)
    return code >= 2 || issued.route.txData === null || takeFromInbox(request)
  }

  function takeFromInbox({ issued }: Request): boolean {
    const { request: quoteRequest, route } = issued
    if (route.txData === null) return false
    return (
      takeInboxFunds(chain.ledger, quoteRequest.originChainId, route.txData.to, route.txData.data) !== null
    )
  }

  /** `permitWitnessTransferFrom`: checks deadline, nonce, allowance and balance. */
  function extract(request: Request): boolean {
    const { request: quoteRequest, deadlineSeconds, nonce } = request.issued
    const { ledger } = chain
    const { originChainId: chainId, inputToken, userAddress: owner } = quoteRequest
    if (owner === null || inputToken === nativeAddress) return false
    const units = BigInt(quoteRequest.inputAmount)
    const allowance = ledger.allowance(chainId, inputToken, owner)
    if (clock.nowMs() > deadlineSeconds * secondMs || ledger.nonceUsed(chainId, owner, nonce)) return false
    if (allowance < units || ledger.balance(chainId, inputToken, owner) < units) return false
    ledger.useNonce(chainId, owner, nonce)
    ledger.allow(chainId, inputToken, owner, allowance - units)
    ledger.give(chainId, inputToken, owner, -units)
    const gateway = request.issued.route.signTypedData?.values.spender as `0x${string}`
    request.sourceHash = chain.payAsSolver(chainId, inputToken, gateway, units, request.issued.requestHash)
    return true
  }

  /** Accepts a request that was not signed: a manual swap, identified by its transaction, or a deposit. */
  function acceptUnsigned(request: QuoteRequest, minUnits: bigint, key: Hex | null, sourceHash: Hex): void {
    const [any] = service.issued.values()
    // Two quotes may have the very same bytes.
    if (any !== undefined && key !== null && !service.requests.has(key)) {
      const route = { ...any.route, txData: null }
      service.accept({ ...any, route, request, minUnits, requestHash: key }, null, sourceHash)
    }
  }

  service.onAccepted((request) => {
    const codes = [...solver.fate]
    const { stepMs } = solver
    const advance = () => {
      const code = codes.shift()
      if (code === undefined || request.code === 5) return
      set(request, code)
      clock.after(stepMs, advance)
    }
    clock.after(stepMs, advance)
  })
  chain.onRequest((call, hash) => {
    const issued = [...service.issued.values()].find((one) => one.route.txData?.data === call.data)
    if (issued !== undefined) service.accept(issued, null, hash)
    for (const { route, requestHash } of service.issued.values()) {
      if (isWithdrawalOf(route.txData?.data, call.data)) withdrawals.set(requestHash, hash)
    }
    for (const { request: quoteRequest, route, txData } of service.manual.values()) {
      const isTracked = quoteRequest.originChainId !== quoteRequest.destinationChainId
      if (txData?.data === call.data && isTracked)
        acceptUnsigned(quoteRequest, BigInt(route.output.minAmountOut), hash, hash)
    }
    for (const { request: quoteRequest, deposit } of service.deposits.values()) {
      const { address } = deposit.depositData
      const isPaid = call.data.includes(address.slice(2)) || isSameHex(call.to, address)
      if (isPaid)
        acceptUnsigned(quoteRequest, BigInt(deposit.output?.minAmountOut ?? 0), deposit.requestHash, hash)
    }
  })
  return solver
}
