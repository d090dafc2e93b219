import { hashOrNull, nativeAddress, sameHex } from '../../base/hex.ts'
import { Problem } from '../../base/problem.ts'
import { quoteIsFresh } from '../../quote/quote-life.ts'
import { walletAsk } from '../../service/quote-request.ts'
import { blocked, type FlowEvent } from '../event.ts'
import { gasReserveUnits } from '../gas.ts'
import type { Order, OrderTransaction } from '../order.ts'
import type { FlowPorts } from '../ports.ts'
import { timeFault } from '../present.ts'
import { minedInstead, walletIsTaken } from '../reads.ts'
import { originConfig, sendCall } from '../wallet-request.ts'
import { actsThroughCode, isOurs, judged } from './own-transaction.ts'

/** What has to hold of a swap that is sent, read from the chain: affordable with its gas and native fee. */
export async function prepareSend(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  if (await walletIsTaken(order, ports)) throw new Problem('walletBusy')
  // A deposit address is not quoted again: what comes too late is refunded.
  if (order.kind === 'deposit' && !quoteIsFresh(order.deal, ports.clock.nowMs())) {
    return blocked(new Problem('quoteExpired'))
  }
  const ask = walletAsk(order.reviewed.ask)
  const pins = originConfig(ports.deployment, order)
  const call = sendCall(order)
  const { chain } = ports
  const balance = await chain.balance(pins.chainId, nativeAddress, ask.userAddress)
  const symbol = order.reviewed.inputToken.symbol
  const isNative = sameHex(ask.inputToken, nativeAddress)
  if (balance < call.value) {
    return blocked(isNative ? new Problem('balanceTooLow', { facts: { symbol } }) : new Problem('gasTooLow'))
  }
  if (!isNative && balance < call.value + gasReserveUnits(await chain.gasPrice(pins.chainId), 'send') / 2n) {
    return blocked(new Problem('gasTooLow'))
  }
  const fault = await timeFault(order, ports)
  if (fault !== null) return blocked(fault)
  const accountNonce = await chain.accountNonce(pins.chainId, ask.userAddress, 'pending')
  return {
    kind: 'prepared',
    allowanceUnits: '0',
    neededUnits: '0',
    heldUnits: '0',
    approveWorks: true,
    accountNonce,
  }
}

/** The sent transaction by its hash, compared with what was reviewed (M13). */
export async function watchTransaction(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const sent = order.transactions.findLast(({ purpose }) => purpose === 'send')
  if (sent === undefined) throw new Problem('internal', { facts: { what: 'no transaction' } })
  const view = await ports.chain.transaction(sent.chainId, sent.hash)
  if (view.kind === 'unknown') return replacementOf(order, sent, ports)
  const seen = await judged(order, sent.hash, view, ports)
  // The nonce of somebody else's transaction says nothing of the account's.
  const isOwn = sameHex(view.from, order.reviewed.ask.userAddress)
  const nonce = isOwn ? { accountNonce: view.nonce } : {}
  return { kind: 'transactionSeen', hash: sent.hash, ...seen, ...nonce }
}

/**
 * What took the place of a transaction that no node knows: the same call at another price, or another one, which
 * ends it where its nonce is the one that a node has shown. Else only that it stays missing is evidence, read again and
 * again; a lagging node is waited for.
 */
async function replacementOf(order: Order, sent: OrderTransaction, ports: FlowPorts): Promise<FlowEvent> {
  const { accountNonce, chainId, hash } = sent
  const seen = { kind: 'transactionSeen', hash, differs: false } as const
  const { userAddress } = walletAsk(order.reviewed.ask)
  if (accountNonce === null) return { ...seen, state: 'sent' }
  // What an account's code does may be carried by anybody's transaction: its own nonce proves nothing.
  const isCalled = await actsThroughCode(order, ports)
  const by = await minedInstead(order, sent, ports)
  const view = by === null ? null : await ports.chain.transaction(chainId, by)
  if (by !== null && view !== null && view.kind !== 'unknown') {
    if (await isOurs(order, by, view, ports)) return { kind: 'transactionRepriced', hash, by }
    if (sent.isNonceSeen && !isCalled) return { ...seen, state: 'replaced' }
  }
  if (isCalled) return { ...seen, state: 'sent' }
  const evidence = await ports.chain.missingEvidence(chainId, userAddress, accountNonce, hash)
  if (evidence.isKnown || !evidence.isNonceUsed) return { ...seen, state: 'sent' }
  return { kind: 'transactionMissing', hash }
}

/** A transaction whose hash never came back, by the nonce it was asked with. */
export async function findTransaction(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const none = { kind: 'transactionFound', hash: null, differs: false } as const
  const { chainId } = originConfig(ports.deployment, order)
  // What the service names counts only if the chain shows that it is ours.
  const named = hashOrNull(order.sourceTransactionHash)
  const told = named === null ? null : await ports.chain.transaction(chainId, named)
  if (
    named !== null &&
    told !== null &&
    told.kind !== 'unknown' &&
    (await isOurs(order, named, told, ports))
  ) {
    return { kind: 'transactionFound', hash: named, differs: false }
  }
  const accountNonce = order.walletRequest?.accountNonce ?? null
  if (accountNonce === null) return none
  const { userAddress } = walletAsk(order.reviewed.ask)
  const hash = await ports.chain.transactionOfNonce(chainId, userAddress, accountNonce)
  if (hash === null) return none
  const view = await ports.chain.transaction(chainId, hash)
  if (view.kind === 'unknown') return none
  return { kind: 'transactionFound', hash, differs: !(await isOurs(order, hash, view, ports)) }
}
