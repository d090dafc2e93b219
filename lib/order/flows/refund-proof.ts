import {
  type Address,
  type Hex,
  hashOrNull,
  isAddress,
  nativeAddress,
  sameAddress,
  sameHex,
} from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import type { RefundSearch } from '../../chain/chain-port.ts'
import { isEnough, leastRefund } from '../../chain/evidence.ts'
import { shownByTwo } from '../../chain/quorum.ts'
import { whereRead } from '../../chain/rpc.ts'
import { affiliateFeeUnits, readAffiliateFee } from '../../checks/affiliate-fee.ts'
import { member } from '../../checks/check-report.ts'
import { requestOf } from '../../checks/swap-request.ts'
import {
  chainConfig,
  type DeploymentChain,
  exitInboxes,
  knownGateways,
  reportingContracts,
  twinsOf,
} from '../../deployment/deployment.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { isOfInbox, isOfRetired, isRefundPlaceUnknown, isRefundThere } from '../order-facts.ts'
import { type DepositTerms, isOwnPayment } from '../order-parts.ts'
import { sendCall } from '../wallet-request.ts'
import { wrappedInput } from '../wrapped-input.ts'
import { isOurs } from './own-transaction.ts'
import {
  cannot,
  type Found,
  knownAs,
  notYet,
  type Proof,
  proofFrom,
  provenPayment,
  type Wanted,
  withPayIn,
} from './proven-payment.ts'

/** Returns the user's own withdrawal, where there is one. */
function withdrawalOf(order: Order): Hex | null {
  return order.transactions.findLast(({ purpose }) => purpose === 'withdraw')?.hash ?? null
}

/** Returns whether anything is named that could have paid the money back. */
export function namesRefund(order: Order): boolean {
  return order.refundTransactionHash !== null || withdrawalOf(order) !== null
}

/**
 * Tells whether the chain shows the refund: the one that the service names, else the user's own withdrawal, else one that the
 * chains themselves tell of.
 */
export async function proofOfRefund(order: Order, ports: FlowPorts): Promise<Proof> {
  const known = await proofOfKnown(order, ports)
  if (known.proof === 'yes' || order.refundTransactionHash !== null) return known
  const found = await proofBySearch(order, ports)
  return found.evidence === undefined ? known : found
}

async function proofOfKnown(order: Order, ports: FlowPorts): Promise<Proof> {
  const named = await proofOfNamed(order, hashOrNull(order.refundTransactionHash), ports)
  const withdrawal = withdrawalOf(order)
  if (named.proof === 'yes' || withdrawal === null) return named
  const own = await proofHere(order, withdrawal, ports)
  return own.proof === 'yes' || order.refundTransactionHash === null ? own : named
}

/**
 * Searches the events since the order was made for a refund that the service does not name: to the sender on the origin chain, and
 * where the service calls the swap refunded to the receiver on the destination chain. It counts only where a contract of the
 * deployment names the request in the same transaction, and where it is enough.
 */
export async function proofBySearch(order: Order, ports: FlowPorts): Promise<Proof> {
  const { originChainId, destinationChainId } = order.reviewed.request
  const mayBeThere = order.statusCode === 7 && originChainId !== destinationChainId
  // A chain that does not answer must not keep the other one from being read.
  const here = isRefundThere(order) ? null : await whereRead(searchHere(order, ports))
  if (here?.proof === 'yes' || !mayBeThere || order.refundChainId === originChainId) return here ?? notYet
  return betterOf(here, await whereRead(searchThere(order, ports)))
}

/** Returns the proof of two readings; without one the first that shows a payment at all, which more endpoints may confirm. */
function betterOf(here: Proof | null, there: Proof | null): Proof {
  if (there?.proof === 'yes') return there
  const shown = [here, there].find((one) => one?.evidence !== undefined)
  return shown ?? here ?? there ?? notYet
}

async function searchHere(order: Order, ports: FlowPorts): Promise<Proof> {
  const { originChainId, userAddress } = order.reviewed.request
  const receiver = order.terms.deposit?.refundAddress ?? userAddress
  const config = chainConfig(ports.deployment, originChainId)
  if (config === null || !isAddress(receiver)) return notYet
  const { originally, between } = await amountsHere(order, ports)
  const amounts = between === null ? originally : [...originally, between]
  // A candidate only: its proof says whether a retired contract counts for this swap.
  const contracts = [...knownGateways(config), ...exitInboxes(config)]
  const search = { config, receiver, amounts, contracts }
  return firstProof(order, search, ports, (hash) => proofHere(order, hash, ports, true))
}

async function searchThere(order: Order, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress } = order.reviewed.request
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null || !isAddress(receiverAddress)) return notYet
  const amounts = amountsThere(order, ports)
  const search = { config, receiver: receiverAddress, amounts, contracts: knownGateways(config) }
  return firstProof(order, search, ports, (hash) => proofThere(order, hash, ports))
}

/** Returns the first transaction found that proves the refund; without one the first that only one endpoint shows. */
async function firstProof(
  order: Order,
  {
    config,
    receiver,
    amounts,
    contracts,
  }: Pick<RefundSearch, 'receiver' | 'amounts' | 'contracts'> & {
    readonly config: DeploymentChain
  },
  ports: FlowPorts,
  prove: (hash: Hex) => Promise<Proof>,
): Promise<Proof> {
  const { chainId, evidenceContracts = [] } = config
  const requestHash = knownAs(order)
  const head = order.heads.find((one) => one.chainId === chainId)
  if (requestHash === null || head === undefined) return notYet
  const search = {
    sinceBlock: BigInt(head.blockNumber) + 1n,
    // Where what was paid in is not known any amount would do, which says nothing.
    amounts: amounts.filter(({ leastUnits }) => leastUnits > 0n),
    receiver,
    requestHash,
    contracts,
    evidenceContracts,
  }
  const candidates = await ports.chain.findRefunds(chainId, search)
  // What paid the swap in names it too, and pays nobody back.
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send').map(({ hash }) => hash)
  const paidIn = [...sends, order.sourceTransactionHash]
  let best = notYet
  for (const hash of candidates.filter((one) => !paidIn.some((its) => sameHex(its, one)))) {
    const found = await prove(hash)
    if (found.proof === 'yes') return found
    // One endpoint may have invented it: it must not hide what the others show.
    if (found.doubt === 'oneSource' && best === notYet) best = found
  }
  return best
}

/** Returns what the chains show of the transaction that the service names; where it names no chain, it may be on either. */
async function proofOfNamed(order: Order, hash: Hex | null, ports: FlowPorts): Promise<Proof> {
  if (isRefundThere(order)) return proofThere(order, hash, ports)
  if (!isRefundPlaceUnknown(order) || hash === null) return proofHere(order, hash, ports)
  // A chain that does not answer must not keep the other one from being read.
  const here = await whereRead(proofHere(order, hash, ports))
  if (here?.proof === 'yes') return here
  return betterOf(here, await whereRead(proofThere(order, hash, ports)))
}

/** Returns the refund on the chain the money came from: to who sent it, or to the deposit's refund address. */
export async function proofHere(
  order: Order,
  hash: Hex | null,
  ports: FlowPorts,
  // What lies in the inbox is got out by the user unless the contracts themselves say that it is gone.
  isNameNeeded = isOfInbox(order),
): Promise<Proof> {
  const { originChainId, userAddress } = order.reviewed.request
  const receiver = order.terms.deposit?.refundAddress ?? userAddress
  const config = chainConfig(ports.deployment, originChainId)
  if (config === null || !isAddress(receiver)) return cannot
  if (hash === null) return notYet
  const isRetired = isOfRetired(order, ports.deployment)
  const wanted = {
    kind: 'refund',
    chainId: originChainId,
    hash,
    receiver,
    confirmations: config.confirmations,
    contracts: [
      ...reportingContracts(config, isRetired),
      ...(isRetired ? exitInboxes(config) : config.inboxes),
    ],
    isNameNeeded,
  } as const
  const { originally, between, isPaidInKnown } = await amountsHere(order, ports)
  let found: Found = { evidence: null, doubt: null }
  for (const amount of originally) {
    found = await provenPayment(order, { ...wanted, ...amount }, ports)
    if (found.evidence !== null && amount.paidIn !== undefined) return proofFrom(found)
  }
  if (found.evidence === null && between !== null) {
    // What a request became on the way comes back from the gateway, which tells of it.
    const halfway = await provenPayment(order, { ...wanted, ...between, isNameNeeded: true }, ports)
    if (halfway.evidence !== null) return proofFrom(halfway)
  }
  return proofFrom(!isPaidInKnown && found.doubt === null ? { ...found, doubt: 'less' } : found)
}

type Amount = Pick<Wanted, 'token' | 'leastUnits' | 'paidIn'>

/** What a refund on the origin chain may be paid in, and the least of it. */
interface AmountsHere {
  /** What was paid in; what the inbox wrapped mostly comes back as it is, so that it is first. */
  readonly originally: readonly Amount[]
  /** What the swap may have become before it ended halfway. */
  readonly between: Amount | null
  readonly isPaidInKnown: boolean
}

async function amountsHere(order: Order, ports: FlowPorts): Promise<AmountsHere> {
  const paidIn = await paidInUnits(order, ports)
  const leastUnits = leastRefund((paidIn ?? 0n) - feeUnits(order, ports))
  // A wrong deposit goes back as what came.
  const token = (order.depositSeen?.token ?? order.reviewed.request.inputToken) as Address
  const wrapped = wrappedAmount(order, ports)
  // The coin itself comes without an event, told by its block alone.
  const plain = { token, leastUnits }
  return {
    originally: wrapped === null ? [plain] : [{ ...wrapped, leastUnits }, plain],
    between: onTheWayAmount(order),
    isPaidInKnown: paidIn !== null,
  }
}

/**
 * Returns what the affiliate keeps of the input, also where the request is cancelled (wire shapes 16.5): by the bytes that were
 * signed or sent, and never by the fees of a quote, which its service could name as high as it likes.
 */
function feeUnits({ terms, reviewed }: Order, { deployment }: Pick<FlowPorts, 'deployment'>): bigint {
  const fee = readAffiliateFee(member(requestOf(terms, deployment) ?? undefined, 'affiliateFees'))
  return fee === null ? 0n : affiliateFeeUnits(fee, BigInt(reviewed.request.inputAmount))
}

/** Returns what the coin of an inbox order became in the inbox; null where it lies there as it is. */
function wrappedAmount(
  order: Order,
  { deployment }: Pick<FlowPorts, 'deployment'>,
): Pick<Wanted, 'token' | 'paidIn'> | null {
  const wrapped = wrappedInput(order, deployment)
  if (wrapped === null) return null
  const { address, symbol, decimals } = wrapped
  return { token: address, paidIn: { symbol, decimals } }
}

/** Returns what a swap may have become before it ended halfway, and the least of it. */
function onTheWayAmount({ reviewed: { onTheWay } }: Order): Amount | null {
  if (onTheWay === undefined || !isAddress(onTheWay.token.address)) return null
  const { address, symbol, decimals } = onTheWay.token
  return { token: address, leastUnits: leastRefund(BigInt(onTheWay.minUnits)), paidIn: { symbol, decimals } }
}

/**
 * The refund on the destination: to the recipient, in the output token or in what the input is there, near the minimum or
 * the input. Like a delivery it counts only where the origin shows that the user's money went into this swap.
 */
async function proofThere(order: Order, hash: Hex | null, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress } = order.reviewed.request
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null || !isAddress(receiverAddress)) return cannot
  if (hash === null) return notYet
  const wanted = {
    kind: 'refund',
    chainId: destinationChainId,
    hash,
    receiver: receiverAddress,
    confirmations: config.confirmations,
    contracts: reportingContracts(config, isOfRetired(order, ports.deployment)),
    // Without the name it may be anybody's payment, also where the file lists no contract that could give it.
    isNameNeeded: true,
  } as const
  let found: Found = { evidence: null, doubt: null }
  for (const amount of amountsThere(order, ports)) {
    found = await provenPayment(order, { ...wanted, ...amount }, ports)
    if (found.evidence !== null) break
  }
  // Where nothing was promised, nobody knows what would be near it.
  const isOpen =
    order.terms.minAmountOut === '0' && sameHex(found.evidence?.token, order.reviewed.request.outputToken)
  return withPayIn(order, isOpen && found.doubt === null ? { ...found, doubt: 'less' } : found, ports)
}

/** Returns what a refund on the destination may be paid in, and the least of it. */
function amountsThere(
  { terms, reviewed: { request: ask } }: Order,
  { deployment }: Pick<FlowPorts, 'deployment'>,
): readonly Amount[] {
  const { originChainId, destinationChainId, inputToken, inputAmount, outputToken } = ask
  const output = { token: outputToken as Address, leastUnits: leastRefund(BigInt(terms.minAmountOut)) }
  const input = { chainId: originChainId, address: inputToken, units: inputAmount }
  const twins = twinsOf(deployment, input, destinationChainId)
    .filter(({ address }) => !sameHex(address, outputToken))
    .map(({ address: token, symbol, decimals, units }) => ({
      token,
      leastUnits: leastRefund(units),
      paidIn: { symbol, decimals },
    }))
  return [output, ...twins]
}

/**
 * Returns what the user paid, as the chain knows it; null where only the service says how much it was. Less at a deposit
 * address than was asked for may be dust of the service's, which takes away unseen what came after it: then all that the
 * token's events brought there counts, and where those do not tell what was asked for.
 */
async function paidInUnits(order: Order, ports: FlowPorts): Promise<bigint | null> {
  const askedUnits = BigInt(order.reviewed.request.inputAmount)
  const { deposit } = order.terms
  if (deposit === undefined) return askedUnits
  const shownUnits = await depositShown(order, deposit, ports)
  const token = order.depositSeen?.token ?? deposit.token
  const isOther = !sameAddress(token, deposit.token)
  if (shownUnits === null || (!isOther && shownUnits >= askedUnits)) return shownUnits
  const broughtUnits = await broughtSince(order, deposit, token, ports)
  if (!isOther) return most(shownUnits, broughtUnits ?? askedUnits)
  // A wrong token is what was paid only where nothing came in the right one.
  const isOnlyThis = (await broughtSince(order, deposit, deposit.token, ports)) === 0n
  return broughtUnits === null || !isOnlyThis ? null : most(shownUnits, broughtUnits)
}

const most = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** Returns what the chain showed at the deposit address: as the user's transfer, as its balance or in the named payment. */
async function depositShown(order: Order, deposit: DepositTerms, ports: FlowPorts): Promise<bigint | null> {
  const { depositSeen } = order
  const seenUnits =
    depositSeen === undefined || depositSeen.isReported === true || depositSeen.isOneSource === true
      ? null
      : BigInt(depositSeen.units)
  if (order.transactions.some((one) => isOwnPayment(one) && one.isDeep === true)) {
    return most(BigInt(order.reviewed.request.inputAmount), seenUnits ?? 0n)
  }
  if (seenUnits !== null) return seenUnits
  const hash = hashOrNull(order.sourceTransactionHash)
  const token = depositSeen?.token ?? deposit.token
  if (hash === null || !isAddress(token) || !isAddress(deposit.address)) return null
  const receiver = deposit.address.toLowerCase() as Address
  const wish = { hash, token, receiver, contracts: [], requestHash: null }
  const payment = shownByTwo(await ports.chain.payment(deposit.chainId, wish))
  const units = payment?.parts.reduce((sum, one) => sum + one.units, 0n) ?? 0n
  return units === 0n ? null : units
}

/** Returns what a token's events brought to the deposit address since the order was made; null where two hosts do not tell. */
async function broughtSince(
  { heads }: Order,
  { chainId, address }: DepositTerms,
  token: string,
  ports: FlowPorts,
): Promise<bigint | null> {
  const head = heads.find((one) => one.chainId === chainId)
  // The chain's own coin comes without events.
  if (head === undefined || sameAddress(token, nativeAddress)) return null
  if (!isAddress(token) || !isAddress(address)) return null
  const receiver = address.toLowerCase() as Address
  const since = BigInt(head.blockNumber) + 1n
  const brought = await ports.chain.receivedSince(chainId, token, receiver, since)
  return isEnough(brought) ? brought.units : null
}

/**
 * Throws `payInNotShown` unless the chain shows that the money of an order out of a copy went into the inbox: a transaction
 * of the user's own with exactly the stored call is mined, and two endpoints tell of the request in it by the inbox's own
 * events. Then the copy says nothing that the chain does not.
 */
export async function requireShownPayIn(order: Order, ports: Pick<FlowPorts, 'chain'>): Promise<void> {
  const { chain } = ports
  const { requestHash } = order.terms
  const { originChainId } = order.reviewed.request
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send').map(({ hash }) => hash)
  const named = hashOrNull(order.sourceTransactionHash)
  for (const hash of new Set([...sends, ...(named === null ? [] : [named])])) {
    const view = await chain.transaction(originChainId, hash)
    const isMined = view.kind === 'mined' && view.succeeded
    if (requestHash === null || !isMined || !(await isOurs(order, hash, view, ports))) continue
    const { hashes, sources } = await chain.mentions(originChainId, [sendCall(order).to], requestHash, hash)
    if (hashes.includes(hash) && isEnough({ sources })) return
  }
  throw new Problem('payInNotShown', { money: 'unknown' })
}
