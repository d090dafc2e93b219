import { isDeepStrictEqual } from 'node:util'
import type { Address, Hex } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { ProblemCode } from '../../lib/base/problem-codes.ts'
import { secondMs } from '../../lib/base/time.ts'
import { digestOf, verifyEoaSignature } from '../../lib/checks/typed-data.ts'
import type { Service } from '../../lib/service/client.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { decodeQuote } from '../../lib/service/quote-shape.ts'
import type { TxData } from '../../lib/service/route.ts'
import type { StatusResponse } from '../../lib/service/status.ts'
import type { StatusCode } from '../../lib/service/status-codes.ts'
import type { ServiceResponse } from '../../lib/service/transport.ts'
import { deployment, tokenAt } from './chains.ts'
import type { FakeChain } from './fake-chain.ts'
import {
  createHonestQuote,
  type IntermediateSwapTerms,
  type IssuedQuote,
  requestInput,
  type WireDeposit,
  type WireManualRoute,
  type WireQuote,
} from './honest-quote.ts'
import { buildTransaction, createDepositRoute, createManualRoute } from './honest-routes.ts'
import type { ManualClock } from './manual-clock.ts'

async function isValidPermitSignature(
  issued: IssuedQuote,
  signature: Hex,
  chain: FakeChain,
): Promise<boolean> {
  const { signTypedData } = issued.route
  const user = issued.request.userAddress
  if (signTypedData === null || user === null) return false
  const digest = digestOf(signTypedData)
  if (chain.owners.has(user)) {
    return chain.reader.isValidSignature(issued.request.originChainId, user, digest, signature)
  }
  // Permit2 accepts v only as 27 or 28.
  return /^0x[0-9a-f]{128}(1b|1c)$/.test(signature) && verifyEoaSignature(digest, signature, user)
}

function outputUnits(request: QuoteRequest, permille: bigint): bigint {
  const inDecimals = tokenAt(request.originChainId, request.inputToken).decimals
  const outDecimals = tokenAt(request.destinationChainId, request.outputToken).decimals
  return (
    (BigInt(request.inputAmount) * 10n ** BigInt(outDecimals) * permille) / 10n ** BigInt(inDecimals) / 1000n
  )
}

/** An inbox request for native currency names the wrapped token, and so does its status (wire shapes 16.2). */
function reportedInput({ request, route }: IssuedQuote): string {
  return route.txData === null ? request.inputToken : requestInput(request, route.txData.to)
}

/** The status response for a request; undefined: the service does not know it. */
function lookOf(
  request: Request | undefined,
  { serverRequestId, clockOffsetMs }: ServiceResponse<unknown>,
): StatusResponse {
  if (request === undefined) return { kind: 'notIndexed', serverRequestId, clockOffsetMs }
  const { request: quoteRequest, requestHash, minUnits } = request.issued
  const isDelivered = request.code === 3 || request.code === 4
  return {
    kind: 'record',
    serverRequestId,
    clockOffsetMs,
    record: {
      hash: requestHash,
      // An unknown code carries no information (interface 3).
      statusCode: request.code > 7 ? null : (request.code as StatusCode),
      originChainId: quoteRequest.originChainId,
      destinationChainId: quoteRequest.destinationChainId,
      inputToken: reportedInput(request.issued),
      inputAmount: quoteRequest.inputAmount,
      outputToken: quoteRequest.outputToken,
      userAddress: quoteRequest.userAddress as Address,
      receiverAddress: quoteRequest.receiverAddress,
      sourceTransactionHash: request.sourceHash,
      hasSourcePayment: request.sourceHash !== null,
      destinationTransactionHash: request.destinationHash,
      refundTransactionHash: request.refundHash,
      refundChainId: request.refundChainId,
      fulfilledAmount: isDelivered ? String(minUnits) : null,
    },
  }
}

/** An answer has a status. A pause of Ferry's own budget has none. */
const statuses: { readonly [code in ProblemCode]?: string } = {
  serviceRefused: '400',
  serviceOriginNotAllowed: '403',
  serviceBusy: '429',
}

function factsOf(code: ProblemCode): NonNullable<Fault['facts']> {
  const status = statuses[code]
  return status === undefined ? {} : { status }
}

const placeholderAddress = '0x000000000000000000000000000000000000dead'

/** One call's fault: its error, before or after the service processed the call. */
export interface Fault {
  readonly code: ProblemCode
  readonly after?: boolean
  readonly retryAfterMs?: number
  readonly facts?: { readonly [name: string]: string }
  readonly delayMs?: number
}

export interface Request {
  readonly issued: IssuedQuote
  readonly signature: Hex | null
  code: number
  sourceHash: Hex | null
  destinationHash: Hex | null
  refundHash: string | null
  /** The chain that it reports for the refund; null: it reports none. */
  refundChainId: number | null
}

type Endpoint = 'quote' | 'submit' | 'status' | 'build'

export interface FakeService {
  readonly service: Service
  readonly requests: Map<string | null, Request>
  /** The deposits it offered, by request hash. */
  readonly deposits: Map<Hex | null, { readonly request: QuoteRequest; readonly deposit: WireDeposit }>
  /** Transactions that were built for manual quotes, by quote id. */
  readonly manual: Map<
    string,
    { readonly request: QuoteRequest; readonly route: WireManualRoute; txData: TxData | null }
  >
  /** The native fee that a manual route sends on top of its input. */
  nativeFee: bigint
  manualNames: readonly string[]
  /** Changes the response to each request of a quote. */
  changeQuote: (quote: WireQuote) => object
  changeTxData: (txData: TxData) => TxData
  /** The spender of a manual route that `build-tx` reports; null: none. */
  spender: Address | null
  readonly issued: Map<string, IssuedQuote>
  /** POSTs by request hash: those received, those that opened a request, and their bytes. */
  readonly submits: Map<string | null, { received: number; accepted: number; readonly bodies: Set<string> }>
  /** Faults of the next calls; null: the call succeeds. */
  readonly faults: { readonly [endpoint in Endpoint]: (Fault | null)[] }
  readonly calls: { readonly endpoint: Endpoint; readonly atMs: number }[]
  /** The promised output in thousandths of the input, after fees. */
  permille: bigint
  /** Units that the promise is lower than that. */
  shortfallUnits: bigint
  quoteLifeSeconds: number
  permitLifeSeconds: number
  /** While it is false, no record is found, as if the service were slow to index. */
  isIndexing: boolean
  /** Every call fails with this code. */
  outage: ProblemCode | null
  /** Routes use the inbox, whatever the input token. */
  viaInbox: boolean
  intermediateSwap: IntermediateSwapTerms | null
  /** The delegate that the service chooses by itself; null: the requested one, else the user. */
  delegate: Hex | null
  /** Every request is a SINGLE_OUTPUT_REQUEST, the one type that the interface documents. */
  isSingleOutput: boolean
  /** Two quotes of one second share a nonce. */
  sharesNonces: boolean
  /** How far its clock, and every time it reports, is ahead of the true time. */
  aheadMs: number
  accept(issued: IssuedQuote, signature: Hex | null, sourceHash: Hex | null): void
  onAccepted(listener: (request: Request) => void): void
}

/** The service in process: honest quotes, idempotent submits, statuses from one truth, scripted faults. */
export function createFakeService(clock: ManualClock, chain: FakeChain): FakeService {
  const listeners: ((request: Request) => void)[] = []
  let count = 0

  async function called<T>(endpoint: Endpoint, effect: () => Promise<T> | T): Promise<T> {
    world.calls.push({ endpoint, atMs: clock.nowMs() })
    count += 1
    if (world.outage !== null) throw new Problem(world.outage, { facts: factsOf(world.outage) })
    const fault = world.faults[endpoint].shift() ?? null
    if (fault === null) return effect()
    if (fault.after) await effect()
    const { code, delayMs, retryAfterMs = null, facts = factsOf(code) } = fault
    if (delayMs !== undefined) await new Promise<void>((resolve) => clock.after(delayMs, resolve))
    throw new Problem(code, { retryAfterMs, facts, serverRequestId: `server-${count}` })
  }

  const answered = <T>(result: T): ServiceResponse<T> => ({
    result,
    serverRequestId: `server-${count}`,
    clockOffsetMs: clock.nowMs() + world.aheadMs - clock.machine.nowMs(),
  })

  const promised = (quoteRequest: QuoteRequest) =>
    outputUnits(quoteRequest, world.permille) - world.shortfallUnits

  function quote(quoteRequest: QuoteRequest) {
    const nowSeconds = Math.floor((clock.nowMs() + world.aheadMs) / secondMs)
    const nonce = BigInt(nowSeconds) * 1000n + (world.sharesNonces ? 0n : BigInt(count % 1000))
    // Without a wallet the client sends a placeholder address, which does not matter here.
    const userAddress = quoteRequest.userAddress ?? placeholderAddress
    const whole = {
      ...quoteRequest,
      userAddress,
      receiverAddress: quoteRequest.receiverAddress ?? userAddress,
    }
    const issued = createHonestQuote(whole, {
      nowSeconds,
      quoteLifeSeconds: world.quoteLifeSeconds,
      permitLifeSeconds: world.permitLifeSeconds,
      nonce,
      intermediateSwap: world.intermediateSwap,
      delegate: world.delegate,
      ...(world.isSingleOutput ? { requestType: 'SINGLE_OUTPUT_REQUEST' as const } : {}),
      viaInbox: world.viaInbox || quoteRequest.options?.useInbox === true,
      quoteId: `quote-${count}`,
      promisedUnits: promised(quoteRequest),
    })
    world.issued.set(issued.requestHash, issued)
    const response = JSON.parse(JSON.stringify(world.changeQuote(withMore(issued, nowSeconds))))
    decodeQuote(response, quoteRequest, deployment.chains)
    return answered(response)
  }

  function withMore({ request, quote: plain }: IssuedQuote, nowSeconds: number): WireQuote {
    const { enableManual, enableDepositAddress, disableAuto } = request.options ?? {}
    const promisedUnits = promised(request)
    const terms = { nowSeconds, quoteLifeSeconds: world.quoteLifeSeconds, promisedUnits }
    const manualRoutes = (enableManual === true ? world.manualNames : []).map((name) => {
      const route = createManualRoute(request, name, { ...terms, quoteId: `manual-${name}-${count}` })
      world.manual.set(route.quoteId, { request, route, txData: null })
      return route
    })
    const deposit =
      enableDepositAddress === true
        ? createDepositRoute(request, { ...terms, quoteId: `deposit-${count}` })
        : null
    if (deposit !== null) world.deposits.set(deposit.requestHash, { request, deposit })
    return { ...plain, autoRoute: disableAuto === true ? null : plain.autoRoute, manualRoutes, deposit }
  }

  function build(quoteId: string) {
    const known = world.manual.get(quoteId)
    const endsMs = (known?.route.quoteExpiry ?? 0) * secondMs
    if (known === undefined || clock.nowMs() >= endsMs) throw new Problem('serviceRefused')
    known.txData = world.changeTxData(buildTransaction(known.request, known.route, world.nativeFee))
    const { inputToken, inputAmount, userAddress } = known.request
    const said = {
      amount: inputAmount,
      tokenAddress: inputToken as Address,
      userAddress: userAddress ?? placeholderAddress,
    }
    const approvalData = world.spender === null ? null : { spenderAddress: world.spender, ...said }
    return answered({ txData: known.txData, approvalData })
  }

  async function submit(bodyText: string) {
    const { request, userSignature, quoteId } = JSON.parse(bodyText)
    const issued = [...world.issued.values()].find((one) => one.route.quoteId === quoteId)
    if (issued === undefined || !isDeepStrictEqual(issued.witness, request))
      throw new Problem('serviceRefused')
    const hash = issued.requestHash
    const posts = world.submits.get(hash) ?? { received: 0, accepted: 0, bodies: new Set<string>() }
    world.submits.set(hash, posts)
    posts.received += 1
    posts.bodies.add(bodyText)
    if (!(await isValidPermitSignature(issued, userSignature, chain))) throw new Problem('serviceRefused')
    if (!world.requests.has(hash)) {
      if (clock.nowMs() >= issued.route.quoteExpiry * secondMs) throw new Problem('serviceRefused')
      posts.accepted += 1
      world.accept(issued, userSignature, null)
    }
    return answered({ requestHash: hash })
  }

  const world: FakeService = {
    requests: new Map(),
    issued: new Map(),
    submits: new Map(),
    manual: new Map(),
    deposits: new Map(),
    nativeFee: 0n,
    manualNames: ['Across'],
    changeTxData: (txData) => txData,
    changeQuote: (quote) => quote,
    spender: null,
    faults: { quote: [], submit: [], status: [], build: [] },
    calls: [],
    permille: 990n,
    shortfallUnits: 0n,
    quoteLifeSeconds: 60,
    permitLifeSeconds: 600,
    isIndexing: true,
    isSingleOutput: false,
    outage: null,
    viaInbox: false,
    intermediateSwap: null,
    delegate: null,
    sharesNonces: false,
    aheadMs: 0,
    onAccepted: (listener) => listeners.push(listener),
    accept(issued, signature, sourceHash) {
      const none = { destinationHash: null, refundHash: null, refundChainId: null }
      const request = { issued, signature, code: 0, sourceHash, ...none }
      world.requests.set(issued.requestHash, request)
      for (const listener of listeners) listener(request)
    },
    service: {
      quote: (quoteRequest) => called('quote', () => quote(quoteRequest)),
      buildTx: (quoteId) => called('build', () => build(quoteId)),
      submit: (bodyText) => called('submit', () => submit(bodyText)),
      status: (by) =>
        called('status', () => {
          const known = world.requests.get('requestHash' in by ? by.requestHash : by.txHash)
          return lookOf(world.isIndexing ? known : undefined, answered(null))
        }),
    },
  }
  return world
}
