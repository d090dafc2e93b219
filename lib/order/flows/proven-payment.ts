import { isDigitString } from '../../base/decimal.ts'
import { type Address, type Hex, hashOrNull, isSameHex, nativeAddress } from '../../base/hex.ts'
import type { PaymentView, TransactionView } from '../../chain/chain-views.ts'
import {
  type ChainDoubt,
  type Evidence,
  hasEnoughSources,
  isAfterCreation,
  isSamePayment,
  type PaymentQuery,
} from '../../chain/evidence.ts'
import {
  acceptAnyHost,
  countBackingHosts,
  findAnyAnswer,
  requireTwoHosts,
  requireUnanimous,
} from '../../chain/quorum.ts'
import { chainConfig, knownGateways } from '../../deployment/deployment.ts'
import { walletQuoteRequest } from '../../service/quote-request.ts'
import type { PaymentRow } from '../../storage/database.ts'
import type { FlowEvent } from '../event.ts'
import type { FlowPorts } from '../flow-ports.ts'
import { readPermitNonce } from '../nonce-reads.ts'
import type { Order, SignedOrder } from '../order.ts'
import { isOwnPayment, reviewBlockOf } from '../order-facts.ts'
import { readOwner } from './own-transaction.ts'

export interface ExpectedPayment {
  readonly kind: Evidence['kind']
  readonly chainId: number
  readonly hash: Hex
  readonly token: Address
  readonly receiver: Address
  readonly leastUnits: bigint
  readonly confirmations: number
  readonly paidIn?: Evidence['paidIn']
  readonly contracts: readonly Address[]
  /** A contract must name this request. Otherwise it is enough that none names another one. */
  readonly isNameNeeded?: boolean
}

export type Proof = Extract<FlowEvent, { kind: 'proof' }>

export const pendingProof: Proof = { kind: 'proof', proof: 'pending' }
export const unreadableProof: Proof = { kind: 'proof', proof: 'unreadable' }
export const neverPaidProof: Proof = { kind: 'proof', proof: 'neverPaid' }

export function withProofDoubt(found: Proof, doubt: ChainDoubt): Proof {
  return { ...found, proof: 'pending', doubt }
}

/**
 * Reads a payment in a named transaction and checks that it proves the end:
 * - mined deep enough, after the order was created
 * - about this request, as far as the deployment's contracts report
 * - high enough, and not counted for another order
 * - reported by several endpoints
 */
export async function provenPayment(order: Order, wanted: ExpectedPayment, ports: FlowPorts): Promise<Proof> {
  const { chainId, hash, token, receiver, contracts } = wanted
  const isNative = isSameHex(token, nativeAddress)
  const query: PaymentQuery = {
    hash,
    token: isNative ? nativeAddress : token,
    receiver,
    contracts,
    requestHash: requestKeyOf(order),
  }
  const seen = await ports.chain.payment(chainId, query)
  const payment = acceptAnyHost(seen)
  const notShown = withProofDoubt(pendingProof, 'notShown')
  // The transaction may still be pending, or this node may be behind.
  if (payment === null) return order.readCount < pollsBeforeAbsent ? pendingProof : notShown
  if (payment.confirmations < wanted.confirmations) return pendingProof
  const against = findDoubt(order, payment, wanted)
  if (against !== null) return withProofDoubt(pendingProof, against)
  const claims = await readClaims(order.id, chainId, ports)
  const evidence = pickEvidence(payment, wanted, claims, countBackingHosts(seen))
  if (evidence === null) return notShown
  const found: Proof = { kind: 'proof', proof: 'verified', evidence }
  if (BigInt(evidence.units) < wanted.leastUnits) return withProofDoubt(found, 'less')
  return hasEnoughSources(evidence) ? found : withProofDoubt(found, 'oneSource')
}

export function requestKeyOf({ terms, transactions }: Order): Hex | null {
  return terms.requestHash ?? transactions.findLast(({ purpose }) => purpose === 'send')?.hash ?? null
}

/** Polls before Ferry says that no endpoint shows the transaction. */
const pollsBeforeAbsent = 3

function findDoubt(order: Order, payment: PaymentView, wanted: ExpectedPayment): ChainDoubt | null {
  const { kind, chainId, isNameNeeded } = wanted
  if (!isAfterCreation(order, chainId, payment) || payment.names === 'others') return 'notShown'
  if (payment.names === 'ours') return null
  // A contract of the deployment names each request that it delivers, cancels or pays out. Without that name, the payment may
  // belong to any order, or be no payment of the service at all, and so may the balance increase of a block. The refund of a
  // deposit is a plain transfer. If the deployment lists no contract there, nothing can be proved. It never means that
  // everything is.
  const mayBelongToAnother =
    order.terms.requestHash !== null &&
    (order.kind !== 'deposit' || kind === 'delivery' || payment.isBalanceGrowth)
  return isNameNeeded === true || mayBelongToAnother ? 'notNamed' : null
}

/**
 * Returns the smallest unclaimed part that is enough by itself. If none is, returns all unclaimed parts
 * together.
 */
function pickEvidence(
  payment: PaymentView,
  { kind, chainId, hash, token, leastUnits, paidIn }: ExpectedPayment,
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
    ...(payment.isBalanceGrowth ? { isBalanceGrowth: true as const } : {}),
    blockNumber: payment.blockNumber.toString(),
    blockSeconds: payment.blockSeconds,
    sources,
    ...(paidIn === undefined ? {} : { paidIn }),
  })
  const free = payment.parts
    .map(({ logIndexes, units }) => evidenceOf(logIndexes, units))
    .filter((one) => !claims.some((claim) => isSamePayment(claim, one)))
  if (free.length === 0) return null
  const [least] = free
    .filter(({ units }) => BigInt(units) >= leastUnits)
    .toSorted((one, other) => Number(BigInt(one.units) - BigInt(other.units)))
  if (least !== undefined) return least
  const units = free.reduce((sum, one) => sum + BigInt(one.units), 0n)
  return units === 0n || !isDigitString(units.toString())
    ? null
    : evidenceOf(
        free.flatMap(({ logIndexes }) => logIndexes),
        units,
      )
}

async function readClaims(
  orderId: string,
  chainId: number,
  { store }: Pick<FlowPorts, 'store'>,
): Promise<readonly PaymentRow[]> {
  return (await store.payments(chainId)).filter((one) => one.orderId !== orderId)
}

/** Returns the event unless another order has claimed its payment since it was read. Call it with the lock on payments. */
export async function refuseClaimedPayment(
  orderId: string,
  event: Proof,
  ports: Pick<FlowPorts, 'store'>,
): Promise<FlowEvent> {
  const { evidence } = event
  if (evidence === undefined) return event
  const claims = await readClaims(orderId, evidence.chainId, ports)
  const isTaken = claims.some((claim) => isSamePayment(claim, evidence))
  return isTaken ? withProofDoubt(pendingProof, 'notShown') : event
}

/**
 * A payment to the person proves nothing unless the origin chain shows that the person's funds went into this order. Null if two
 * endpoints show that. `notListed`: the deployment does not list the swap's gateway.
 */
type PayInDoubt = Extract<ChainDoubt, 'notShown' | 'oneSource' | 'notListed'> | null

export async function proofWithPayIn(order: Order, found: Proof, ports: FlowPorts): Promise<Proof> {
  if (found.evidence === undefined || (found.doubt !== undefined && found.doubt !== 'oneSource')) return found
  const readOwn = async (): Promise<PayInDoubt> =>
    // Anyone may send a deposit from elsewhere.
    order.wallet === null ? null : readOwnPayIn(order, ports)
  const doubt = await (order.kind === 'signed' ? readGatewayPayIn(order, ports) : readOwn())
  if (doubt === null) return found
  return withProofDoubt(doubt === 'oneSource' ? found : pendingProof, doubt)
}

/**
 * Checks that the permit's nonce is used, by a transaction of the reviewed gateway after the order was
 * created.
 */
async function readGatewayPayIn(order: SignedOrder, ports: FlowPorts): Promise<PayInDoubt> {
  const { originChainId, destinationChainId, inputToken } = walletQuoteRequest(order.reviewed.request)
  const { terms } = order
  // On one chain, a single transaction takes the input and pays the output.
  const isOneChain = originChainId === destinationChainId
  const hash = hashOrNull(
    order.sourceTransactionHash ?? (isOneChain ? order.destinationTransactionHash : null),
  )
  const { spender } = terms.signTypedData.values
  const config = chainConfig(ports.deployment, originChainId)
  const gateways = config === null ? [] : knownGateways(config)
  const gateway = gateways.find((one) => typeof spender === 'string' && isSameHex(one, spender))
  if (gateway === undefined) return 'notListed'
  if (hash === null) return readNonceUseSince(order, ports)
  const seen = await ports.chain.payment(originChainId, {
    hash,
    token: inputToken,
    receiver: gateway,
    contracts: [gateway],
    requestHash: terms.requestHash,
  })
  const payment = acceptAnyHost(seen)
  const isPayIn = payment?.touches === true && payment.names !== 'others'
  // The service may name a wrong transaction.
  if (!isPayIn || !isAfterCreation(order, originChainId, payment)) return readNonceUseSince(order, ports)
  const nonce = await readPermitNonce(order, ports)
  if (acceptAnyHost(nonce)?.used !== true) return 'notShown'
  return requireTwoHosts(seen) !== null && requireTwoHosts(nonce) !== null ? null : 'oneSource'
}

/**
 * The same check when the service names no transaction, or a wrong one. Since the order was created, the nonce was used and
 * not invalidated. Only the reviewed gateway could use the signature.
 */
async function readNonceUseSince(order: SignedOrder, ports: FlowPorts): Promise<PayInDoubt> {
  const { originChainId, userAddress, inputToken } = walletQuoteRequest(order.reviewed.request)
  const block = reviewBlockOf(order, originChainId)
  if (block === null) return 'notShown'
  const nonce = BigInt(order.terms.permitNonce)
  const ended = await ports.chain.nonceEnd(originChainId, userAddress, nonce, inputToken, block + 1n)
  if (acceptAnyHost(ended)?.end !== 'taken') return 'notShown'
  return requireTwoHosts(ended) === null ? 'oneSource' : null
}

/** A transaction that only one endpoint shows does not count as a payment. */
async function readOwnPayIn(order: Order, ports: FlowPorts): Promise<PayInDoubt> {
  const { originChainId } = order.reviewed.request
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  if (sends.some((one) => isOwnPayment(one) && one.isDeep === true)) return null
  const named = hashOrNull(order.sourceTransactionHash)
  const hashes = [...sends.map(({ hash }) => hash), ...(named === null ? [] : [named])]
  let isAlone = false
  for (const hash of new Set(hashes)) {
    const seen = await ports.chain.transactionQuorum(originChainId, hash)
    const shown = requireUnanimous(seen, viewKey)
    if (
      shown !== null &&
      isSuccessful(shown) &&
      (await readOwner(order, hash, shown, ports, 'enough')) === 'order'
    ) {
      return null
    }
    const one = findAnyAnswer(seen, isSuccessful)
    isAlone ||=
      one !== null && one.kind !== 'unknown' && (await readOwner(order, hash, one, ports)) === 'order'
  }
  return isAlone ? 'oneSource' : 'notShown'
}

const isSuccessful = (view: TransactionView): view is Extract<TransactionView, { kind: 'mined' }> =>
  view.kind === 'mined' && view.succeeded

/** Everything that endpoints must agree on. The depth of a transaction may differ, and not all report its gas. */
function viewKey(view: TransactionView): string {
  const { confirmations: _depth, gasUnits: _gas, ...shown } = { confirmations: 0, gasUnits: 0n, ...view }
  return JSON.stringify(shown, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
}
