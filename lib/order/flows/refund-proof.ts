import {
  type Address,
  type Hex,
  hashOrNull,
  isAddress,
  isSameAddress,
  isSameHex,
  nativeAddress,
} from '../../base/hex.ts'
import type { RefundSearch } from '../../chain/chain-views.ts'
import { hasEnoughSources, minRefund } from '../../chain/evidence.ts'
import { requireTwoHosts } from '../../chain/quorum.ts'
import { nullIfUnreachable } from '../../chain/rpc.ts'
import { affiliateFeeUnits, readAffiliateFee } from '../../checks/affiliate-fee.ts'
import { member } from '../../checks/check-report.ts'
import { readRequest } from '../../checks/swap-request.ts'
import {
  chainConfig,
  exitInboxes,
  findEquivalentTokens,
  knownGateways,
  reportingContracts,
} from '../../deployment/deployment.ts'
import type { DeploymentChain } from '../../deployment/schema.ts'
import type { DepositTerms } from '../../quote/terms.ts'
import { statusCodes } from '../../service/status-codes.ts'
import { lastWithdrawal } from '../exits/exit-rules.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import {
  isDepositShown,
  isOwnPayment,
  isRefundChainUnknown,
  isRefundOnDestination,
  reviewBlockOf,
  usesRetiredContract,
} from '../order-facts.ts'
import { wrappedInput } from '../wrapped-input.ts'
import {
  type ExpectedPayment,
  type Proof,
  pendingProof,
  proofWithPayIn,
  provenPayment,
  requestKeyOf,
  unreadableProof,
  withProofDoubt,
} from './proven-payment.ts'

export function namesRefund(order: Order): boolean {
  return order.refundTransactionHash !== null || lastWithdrawal(order) !== undefined
}

/** Reads the named refund, then a withdrawal, and searches for another one unless the service names it. */
export async function proofOfRefund(order: Order, ports: FlowPorts): Promise<Proof> {
  const named = await proofOfNamed(order, hashOrNull(order.refundTransactionHash), ports)
  const withdrawal = lastWithdrawal(order)
  if (named.proof === 'verified') return named
  const own = withdrawal === undefined ? named : await proofOnOrigin(order, withdrawal.hash, ports)
  if (own.proof === 'verified') return own
  if (order.refundTransactionHash !== null) return named
  const found = await proofBySearch(order, ports)
  return found.evidence === undefined ? own : found
}

/**
 * Searches the events since the order was created for a refund that the service does not name. Searches for
 * payments to the sender on the origin chain. If the service reports a refund, also searches for payments to
 * the receiver on the destination chain. A payment counts only if it is enough and a contract of the
 * deployment names the request in the same transaction.
 */
export async function proofBySearch(order: Order, ports: FlowPorts): Promise<Proof> {
  const { originChainId, destinationChainId } = order.reviewed.request
  const mayBeThere = order.statusCode === statusCodes.refunded && originChainId !== destinationChainId
  return proofOnAny([
    ...(isRefundOnDestination(order) ? [] : [() => searchOrigin(order, ports)]),
    ...(mayBeThere && order.refundChainId !== originChainId ? [() => searchDestination(order, ports)] : []),
  ])
}

/**
 * Returns the first proof. Without one, returns the first read that shows any payment, because more endpoints may confirm it. An
 * unreachable chain must not block the read of the other one.
 */
async function proofOnAny(reads: readonly (() => Promise<Proof>)[]): Promise<Proof> {
  const found: Proof[] = []
  for (const read of reads) {
    const one = await nullIfUnreachable(read())
    if (one?.proof === 'verified') return one
    if (one !== null) found.push(one)
  }
  return found.find(({ evidence }) => evidence !== undefined) ?? found[0] ?? pendingProof
}

async function searchOrigin(order: Order, ports: FlowPorts): Promise<Proof> {
  const { originChainId, userAddress } = order.reviewed.request
  const receiver = order.terms.deposit?.refundAddress ?? userAddress
  const config = chainConfig(ports.deployment, originChainId)
  if (config === null || !isAddress(receiver)) return pendingProof
  const { originally, between } = await originAmounts(order, ports)
  const amounts = between === null ? originally : [...originally, between]
  // These only find candidates. The proof decides whether a retired contract counts for this swap.
  const contracts = [...knownGateways(config), ...exitInboxes(config)]
  const search = { receiver, amounts, contracts }
  return firstProof(order, config, search, ports, (hash) => proofOnOrigin(order, hash, ports, true))
}

async function searchDestination(order: Order, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress } = order.reviewed.request
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null || !isAddress(receiverAddress)) return pendingProof
  const amounts = destinationAmounts(order, ports)
  const search = { receiver: receiverAddress, amounts, contracts: knownGateways(config) }
  return firstProof(order, config, search, ports, (hash) => proofOnDestination(order, hash, ports))
}

async function firstProof(
  order: Order,
  { chainId, evidenceContracts = [] }: DeploymentChain,
  wanted: Pick<RefundSearch, 'receiver' | 'amounts' | 'contracts'>,
  ports: FlowPorts,
  prove: (hash: Hex) => Promise<Proof>,
): Promise<Proof> {
  const requestHash = requestKeyOf(order)
  const block = reviewBlockOf(order, chainId)
  if (requestHash === null || block === null) return pendingProof
  const search = {
    ...wanted,
    sinceBlock: block + 1n,
    // A minimum of zero would accept any amount, which proves nothing.
    amounts: wanted.amounts.filter(({ leastUnits }) => leastUnits > 0n),
    requestHash,
    evidenceContracts,
  }
  const candidates = await ports.chain.findRefunds(chainId, search)
  // The transaction that paid the swap in also names the request, but refunds nothing.
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send').map(({ hash }) => hash)
  const paidIn = [...sends, order.sourceTransactionHash]
  let best = pendingProof
  for (const hash of candidates.filter((one) => !paidIn.some((its) => isSameHex(its, one)))) {
    const found = await prove(hash)
    if (found.proof === 'verified') return found
    // A single endpoint may have invented it. It must not hide what the others show.
    if (found.doubt === 'oneSource' && best === pendingProof) best = found
  }
  return best
}

/** Looks for the transaction that the service names. If the service names no chain, it may be on either. */
async function proofOfNamed(order: Order, hash: Hex | null, ports: FlowPorts): Promise<Proof> {
  if (isRefundOnDestination(order)) return proofOnDestination(order, hash, ports)
  if (!isRefundChainUnknown(order) || hash === null) return proofOnOrigin(order, hash, ports)
  return proofOnAny([() => proofOnOrigin(order, hash, ports), () => proofOnDestination(order, hash, ports)])
}

export async function proofOnOrigin(
  order: Order,
  hash: Hex | null,
  ports: FlowPorts,
  isNameNeeded = false,
): Promise<Proof> {
  const { originChainId, userAddress } = order.reviewed.request
  const receiver = order.terms.deposit?.refundAddress ?? userAddress
  const config = chainConfig(ports.deployment, originChainId)
  if (config === null || !isAddress(receiver)) return unreadableProof
  if (hash === null) return pendingProof
  const isRetired = usesRetiredContract(order, ports.deployment)
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
  const { originally, between, isPaidInKnown } = await originAmounts(order, ports)
  const found = await readFirstPayment(order, wanted, originally, ports)
  if (found.evidence === undefined && between !== null) {
    // The intermediate token comes back from the gateway, which names the request.
    const halfway = await provenPayment(order, { ...wanted, ...between, isNameNeeded: true }, ports)
    if (halfway.evidence !== undefined) return halfway
  }
  return !isPaidInKnown && found.doubt === undefined ? withProofDoubt(found, 'less') : found
}

/** Returns the finding of the first amount that a transaction paid, or of the last one. */
async function readFirstPayment(
  order: Order,
  wanted: Omit<ExpectedPayment, keyof Amount>,
  amounts: readonly Amount[],
  ports: FlowPorts,
): Promise<Proof> {
  let found = pendingProof
  for (const amount of amounts) {
    found = await provenPayment(order, { ...wanted, ...amount }, ports)
    if (found.evidence !== undefined) break
  }
  return found
}

type Amount = Pick<ExpectedPayment, 'token' | 'leastUnits' | 'paidIn'>

/**
 * Returns the amounts of a refund on the origin chain. `originally`: the input. The inbox usually returns a wrapped input as it
 * is, so that token comes first. `between`: the intermediate token, if the swap ended halfway.
 */
async function originAmounts(order: Order, ports: FlowPorts) {
  const paidIn = await paidInUnits(order, ports)
  const leastUnits = minRefund((paidIn ?? 0n) - feeUnits(order, ports))
  // A wrong deposit is returned in the token that was sent.
  const token = (order.depositObserved?.token ?? order.reviewed.request.inputToken) as Address
  // The native currency arrives without an event; only the balance of the block shows it.
  const originally: Amount[] = [{ token, leastUnits }]
  const wrapped = wrappedInput(order, ports.deployment)
  if (wrapped !== null) {
    const { address, symbol, decimals } = wrapped
    originally.unshift({ token: address, leastUnits, paidIn: { symbol, decimals } })
  }
  return { originally, between: intermediateAmount(order), isPaidInKnown: paidIn !== null }
}

/**
 * Returns the affiliate's share of the input, which is also deducted on cancellation (wire shapes 16.5).
 * Reads it from the signed or sent bytes. The fees of a quote are not used, because the service could name
 * any amount.
 */
function feeUnits({ terms, reviewed }: Order, { deployment }: FlowPorts): bigint {
  const fee = readAffiliateFee(member(readRequest(terms, deployment), 'affiliateFees'))
  return fee === null ? 0n : affiliateFeeUnits(fee, BigInt(reviewed.request.inputAmount))
}

function intermediateAmount({ reviewed: { intermediateSwap } }: Order): Amount | null {
  if (intermediateSwap === undefined || !isAddress(intermediateSwap.token.address)) return null
  const { address, symbol, decimals } = intermediateSwap.token
  return {
    token: address,
    leastUnits: minRefund(BigInt(intermediateSwap.minUnits)),
    paidIn: { symbol, decimals },
  }
}

/**
 * Looks for the refund on the destination chain: to the receiver, in the output token or the input's
 * counterpart there, close to the minimum or the input. As for a delivery, the origin chain must show that
 * the person's funds went into this swap.
 */
async function proofOnDestination(order: Order, hash: Hex | null, ports: FlowPorts): Promise<Proof> {
  const { destinationChainId, receiverAddress } = order.reviewed.request
  const config = chainConfig(ports.deployment, destinationChainId)
  if (config === null || !isAddress(receiverAddress)) return unreadableProof
  if (hash === null) return pendingProof
  const wanted = {
    kind: 'refund',
    chainId: destinationChainId,
    hash,
    receiver: receiverAddress,
    confirmations: config.confirmations,
    contracts: reportingContracts(config, usesRetiredContract(order, ports.deployment)),
    // Without the name it could be any payment. That also holds if the deployment lists no contract that
    // could name it.
    isNameNeeded: true,
  } as const
  const found = await readFirstPayment(order, wanted, destinationAmounts(order, ports), ports)
  // Without a promised amount, no amount can count as close to it.
  const isOpen =
    order.terms.minAmountOut === '0' && isSameHex(found.evidence?.token, order.reviewed.request.outputToken)
  const isLess = isOpen && found.doubt === undefined
  return proofWithPayIn(order, isLess ? withProofDoubt(found, 'less') : found, ports)
}

function destinationAmounts(
  { terms, reviewed: { request } }: Order,
  { deployment }: FlowPorts,
): readonly Amount[] {
  const { originChainId, destinationChainId, inputToken, inputAmount, outputToken } = request
  const output = { token: outputToken as Address, leastUnits: minRefund(BigInt(terms.minAmountOut)) }
  const input = { chainId: originChainId, address: inputToken, units: inputAmount }
  const twins = findEquivalentTokens(deployment, input, destinationChainId)
    .filter(({ address }) => !isSameHex(address, outputToken))
    .map(({ address: token, symbol, decimals, units }) => ({
      token,
      leastUnits: minRefund(units),
      paidIn: { symbol, decimals },
    }))
  return [output, ...twins]
}

/**
 * Returns the amount that the person paid, as the chain shows it. Null if only the service reports it. A
 * deposit balance below the requested amount may be dust of the service, which can move later funds away
 * unseen. Then all token transfers to the address count, or the requested amount if they cannot be read.
 */
async function paidInUnits(order: Order, ports: FlowPorts): Promise<bigint | null> {
  const requestedUnits = BigInt(order.reviewed.request.inputAmount)
  const { deposit } = order.terms
  if (deposit === undefined) return requestedUnits
  const shownUnits = await readDepositPayment(order, deposit, ports)
  const token = order.depositObserved?.token ?? deposit.token
  const isOther = !isSameAddress(token, deposit.token)
  if (shownUnits === null || (!isOther && shownUnits >= requestedUnits)) return shownUnits
  const broughtUnits = await readTransfersSince(order, deposit, token, ports)
  if (!isOther) return maxOf(shownUnits, broughtUnits ?? requestedUnits)
  // A wrong token counts as the payment only if none of the right token arrived.
  const isOnlyThis = (await readTransfersSince(order, deposit, deposit.token, ports)) === 0n
  return broughtUnits === null || !isOnlyThis ? null : maxOf(shownUnits, broughtUnits)
}

const maxOf = (one: bigint, other: bigint): bigint => (one > other ? one : other)

async function readDepositPayment(
  order: Order,
  deposit: DepositTerms,
  ports: FlowPorts,
): Promise<bigint | null> {
  const { depositObserved } = order
  const seenUnits =
    depositObserved !== undefined && isDepositShown(order) ? BigInt(depositObserved.units) : null
  if (order.transactions.some((one) => isOwnPayment(one) && one.isDeep === true)) {
    return maxOf(BigInt(order.reviewed.request.inputAmount), seenUnits ?? 0n)
  }
  if (seenUnits !== null) return seenUnits
  const hash = hashOrNull(order.sourceTransactionHash)
  const token = depositObserved?.token ?? deposit.token
  if (hash === null || !isAddress(token) || !isAddress(deposit.address)) return null
  const receiver = deposit.address.toLowerCase() as Address
  const query = { hash, token, receiver, contracts: [], requestHash: null }
  const payment = requireTwoHosts(await ports.chain.payment(deposit.chainId, query))
  const units = payment?.parts.reduce((sum, one) => sum + one.units, 0n) ?? 0n
  return units === 0n ? null : units
}

/** Null unless two hosts report it. */
async function readTransfersSince(
  order: Order,
  { chainId, address }: DepositTerms,
  token: string,
  ports: FlowPorts,
): Promise<bigint | null> {
  const block = reviewBlockOf(order, chainId)
  // The native currency has no transfer events.
  if (block === null || isSameAddress(token, nativeAddress)) return null
  if (!isAddress(token) || !isAddress(address)) return null
  const receiver = address.toLowerCase() as Address
  const brought = await ports.chain.receivedSince(chainId, token, receiver, block + 1n)
  return hasEnoughSources(brought) ? brought.units : null
}
