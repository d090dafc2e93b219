import { isDigitString } from '../../base/decimal.ts'
import { type Address, type Hex, hashOrNull, nativeAddress, sameHex } from '../../base/hex.ts'
import type { PaymentView, TransactionView } from '../../chain/chain-port.ts'
import {
  type ChainDoubt,
  type Evidence,
  isAfterCreation,
  isEnough,
  isSamePayment,
  type PaymentWish,
} from '../../chain/evidence.ts'
import { agreed, anyOne, hostsBehind, shownByAny, shownByTwo } from '../../chain/quorum.ts'
import { chainConfig, knownGateways } from '../../deployment/deployment.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { PaymentRow } from '../../storage/database.ts'
import type { FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order, SignedOrder } from '../order.ts'
import { isOwnPayment } from '../order-parts.ts'
import { isOurs } from './own-transaction.ts'

/** A payment that is to prove an order's end. */
export interface Wanted {
  readonly kind: Evidence['kind']
  readonly chainId: number
  readonly hash: Hex
  readonly token: Address
  readonly receiver: Address
  readonly leastUnits: bigint
  /** How deep it has to be mined. */
  readonly confirmations: number
  readonly paidIn?: Evidence['paidIn']
  readonly contracts: readonly Address[]
  /** The contracts' own word about this request is needed, not only that they say nothing else. */
  readonly isNameNeeded?: boolean
}

/** What the chain says of a payment: the evidence, where there is any, and why it proves nothing, where it does not. */
export interface Found {
  readonly evidence: Evidence | null
  readonly doubt: ChainDoubt | null
}

const nothing: Found = { evidence: null, doubt: null }

/** The same as an event, or that nothing can be found. */
export type Proof = Extract<FlowEvent, { kind: 'proof' }>

export const notYet: Proof = { kind: 'proof', proof: 'no' }
export const cannot: Proof = { kind: 'proof', proof: 'cannot' }

/** Returns what was found of a payment, as an event: proven where nothing is in doubt. */
export function proofFrom({ evidence, doubt }: Found): Proof {
  const found = evidence === null ? {} : { evidence }
  if (evidence !== null && doubt === null) return { kind: 'proof', proof: 'yes', evidence }
  return { ...notYet, ...found, ...(doubt === null ? {} : { doubt }) }
}

/**
 * Reads a payment of a named transaction and weighs it: mined deep enough after the order was made, about this request as
 * far as the deployment's contracts tell, enough, counted for no other order, and seen by several endpoints.
 */
export async function provenPayment(order: Order, wanted: Wanted, ports: FlowPorts): Promise<Found> {
  const { chainId, hash, token, receiver, contracts } = wanted
  const isCoin = sameHex(token, nativeAddress)
  const wish: PaymentWish = {
    hash,
    token: isCoin ? nativeAddress : token,
    receiver,
    contracts,
    requestHash: knownAs(order),
  }
  const seen = await ports.chain.payment(chainId, wish)
  const payment = shownByAny(seen)
  // It may be on its way still, or this node behind.
  if (payment === null) return order.pollCount < waitedLooks ? nothing : { evidence: null, doubt: 'notShown' }
  if (payment.confirmations < wanted.confirmations) return nothing
  const against = objection(order, payment, wanted)
  if (against !== null) return { evidence: null, doubt: against }
  const claims = await claimsOf(order.id, chainId, ports)
  const evidence = bestOf(payment, wanted, claims, hostsBehind(seen))
  if (evidence === null) return { evidence: null, doubt: 'notShown' }
  if (BigInt(evidence.units) < wanted.leastUnits) return { evidence, doubt: 'less' }
  return { evidence, doubt: isEnough(evidence) ? null : 'oneSource' }
}

/** Returns what contracts tell of a request by: its hash, or the user's own transaction where it has none. */
export function knownAs({ terms, transactions }: Order): Hex | null {
  return terms.requestHash ?? transactions.findLast(({ purpose }) => purpose === 'send')?.hash ?? null
}

/** Looks before a transaction that no endpoint shows is told to be absent. */
const waitedLooks = 3

/** Returns what stands against the payment being this order's; null where nothing does. */
function objection(order: Order, payment: PaymentView, wanted: Wanted): ChainDoubt | null {
  const { kind, chainId, isNameNeeded } = wanted
  if (!isAfterCreation(order, chainId, payment) || payment.names === 'others') return 'notShown'
  if (payment.names === 'ours') return null
  // A contract of the file names each request that it delivers: without that the payment may be anybody's, and so may
  // what a balance grew by in a block. A file that lists no contract there lets nothing be proven, never everything.
  const isAnybodys = order.terms.requestHash !== null && (kind === 'delivery' || payment.isByBlock)
  return isNameNeeded === true || isAnybodys ? 'notNamed' : null
}

/** Returns the smallest free part that is enough by itself; all free parts together where none is. */
function bestOf(
  payment: PaymentView,
  { kind, chainId, hash, token, leastUnits, paidIn }: Wanted,
  claims: readonly PaymentRow[],
  sources: number,
): Evidence | null {
  const evidenceOf = (logIndexes: readonly number[], units: bigint): Evidence => ({
    kind,
    chainId,
    hash,
    token,
    units: units.toString(),
    logIndexes,
    ...(payment.isByBlock ? { isByBlock: true as const } : {}),
    blockNumber: payment.blockNumber.toString(),
    blockSeconds: payment.blockSeconds,
    sources,
    ...(paidIn === undefined ? {} : { paidIn }),
  })
  const free = payment.parts
    .map(({ logIndexes, units }) => evidenceOf(logIndexes, units))
    .filter((one) => !claims.some((claim) => isSamePayment(claim, one)))
  if (free.length === 0) return null
  const enough = free.filter(({ units }) => BigInt(units) >= leastUnits)
  const [first] = enough
  if (first !== undefined) {
    return enough.reduce((least, one) => (BigInt(one.units) < BigInt(least.units) ? one : least), first)
  }
  const units = free.reduce((sum, one) => sum + BigInt(one.units), 0n)
  return units === 0n || !isDigitString(units.toString())
    ? null
    : evidenceOf(
        free.flatMap(({ logIndexes }) => logIndexes),
        units,
      )
}

/** Returns the payments of a chain that count for other orders already. */
async function claimsOf(
  orderId: string,
  chainId: number,
  { store }: Pick<FlowPorts, 'store'>,
): Promise<readonly PaymentRow[]> {
  return (await store.payments(chainId)).filter((one) => one.orderId !== orderId)
}

/** Writes an event down. A payment counts for one order only: two that would count the same one come one after the other. */
export function concluded(
  orderId: string,
  event: FlowEvent,
  ports: Pick<FlowPorts, 'lock' | 'store'>,
  apply: (orderId: string, event: FlowEvent) => Promise<Order>,
): Promise<Order> {
  if (event.kind !== 'proof' || event.proof !== 'yes') return apply(orderId, event)
  return ports.lock('payments', async () => apply(orderId, await stillFree(orderId, event, ports)))
}

/** Returns the proof, unless another order has come to count its payment meanwhile. */
async function stillFree(orderId: string, event: Proof, ports: Pick<FlowPorts, 'store'>): Promise<FlowEvent> {
  const { evidence } = event
  if (evidence === undefined) return event
  const claims = await claimsOf(orderId, evidence.chainId, ports)
  const isTaken = claims.some((claim) => isSamePayment(claim, evidence))
  return isTaken ? { kind: 'proof', proof: 'no', doubt: 'notShown' } : event
}

/** What the origin shows of the user's money: `notListed` where the file names the swap's gateway nowhere. */
type PayIn = 'yes' | 'no' | 'oneSource' | 'notListed'

/** Returns what was found of a payment on the destination, which proves nothing of a swap that was never begun. */
export async function withPayIn(order: Order, found: Found, ports: FlowPorts): Promise<Proof> {
  if (found.evidence === null || (found.doubt !== null && found.doubt !== 'oneSource'))
    return proofFrom(found)
  const payIn = await provenPayIn(order, ports)
  if (payIn === 'no') return { ...notYet, doubt: 'notShown' }
  if (payIn === 'notListed') return { ...notYet, doubt: 'notListed' }
  return proofFrom(payIn === 'yes' ? found : { ...found, doubt: 'oneSource' })
}

/**
 * Tells whether the origin shows that the user's money went into this order: a payment to them proves nothing of a swap
 * that was never begun. `oneSource` where only one endpoint says so.
 */
async function provenPayIn(order: Order, ports: FlowPorts): Promise<PayIn> {
  if (order.kind === 'signed') return takenByGateway(order, ports)
  // A deposit from elsewhere is anybody's transaction.
  if (order.wallet === null) return 'yes'
  return paidByPerson(order, ports)
}

/** The permit's nonce is used, and a transaction of the reviewed gateway after the order was made used it. */
async function takenByGateway(order: SignedOrder, ports: FlowPorts): Promise<PayIn> {
  const { originChainId, destinationChainId, userAddress, inputToken } = walletQuoteRequest(
    order.reviewed.request,
  )
  const { terms } = order
  // On one chain what takes the money and what pays it are one transaction.
  const isOneChain = originChainId === destinationChainId
  const hash = hashOrNull(
    order.sourceTransactionHash ?? (isOneChain ? order.destinationTransactionHash : null),
  )
  const { spender } = terms.signTypedData.values
  const config = chainConfig(ports.deployment, originChainId)
  const gateways = config === null ? [] : knownGateways(config)
  const gateway = gateways.find((one) => typeof spender === 'string' && sameHex(one, spender))
  if (gateway === undefined) return 'notListed'
  if (hash === null) return takenSince(order, ports)
  const nonce = await ports.chain.nonceEvidence(originChainId, userAddress, BigInt(terms.permitNonce))
  if (shownByAny(nonce)?.used !== true) return 'no'
  const seen = await ports.chain.payment(originChainId, {
    hash,
    token: inputToken,
    receiver: gateway,
    contracts: [gateway],
    requestHash: terms.requestHash,
  })
  const payment = shownByAny(seen)
  if (payment === null || !payment.touches || payment.names === 'others') return 'no'
  if (!isAfterCreation(order, originChainId, payment)) return 'no'
  return shownByTwo(seen) !== null && shownByTwo(nonce) !== null ? 'yes' : 'oneSource'
}

/**
 * The same where the service names no transaction that took the money: since the order was made the nonce was used, and not
 * by an invalidation, which leaves the signature, and that only the reviewed gateway may use.
 */
async function takenSince(order: SignedOrder, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  const { originChainId, userAddress, inputToken } = walletQuoteRequest(order.reviewed.request)
  const head = order.heads.find(({ chainId }) => chainId === originChainId)
  if (head === undefined) return 'no'
  const nonce = BigInt(order.terms.permitNonce)
  const since = BigInt(head.blockNumber) + 1n
  const ended = await ports.chain.nonceEnd(originChainId, userAddress, nonce, inputToken, since)
  if (shownByAny(ended)?.end !== 'taken') return 'no'
  return shownByTwo(ended) === null ? 'oneSource' : 'yes'
}

/**
 * Tells whether a transaction of the user, known or named by the service, is mined and is the reviewed one. One endpoint that
 * shows it mined does not count as a payment.
 */
async function paidByPerson(order: Order, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  const { originChainId } = order.reviewed.request
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  if (sends.some((one) => isOwnPayment(one) && one.isDeep === true)) return 'yes'
  const named = hashOrNull(order.sourceTransactionHash)
  const hashes = [...sends.map(({ hash }) => hash), ...(named === null ? [] : [named])]
  let isAlone = false
  for (const hash of new Set(hashes)) {
    const seen = await ports.chain.transactionSeen(originChainId, hash)
    const shown = agreed(seen, keyOfView)
    if (shown !== null && isSuccessful(shown) && (await isOurs(order, hash, shown, ports, 'two'))) {
      return 'yes'
    }
    const one = anyOne(seen, isSuccessful)
    isAlone ||= one !== null && one.kind !== 'unknown' && (await isOurs(order, hash, one, ports))
  }
  return isAlone ? 'oneSource' : 'no'
}

const isSuccessful = (view: TransactionView): view is Extract<TransactionView, { kind: 'mined' }> =>
  view.kind === 'mined' && view.succeeded

/** What endpoints have to show alike: everything but how deep a transaction is. */
function keyOfView(view: TransactionView): string {
  const { confirmations: _depth, ...shown } = { confirmations: 0, ...view }
  return JSON.stringify(shown, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}
