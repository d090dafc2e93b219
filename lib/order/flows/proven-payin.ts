import { hashOrNull, sameHex } from '../../base/hex.ts'
import { isAfterCreation, isEnough } from '../../chain/evidence.ts'
import { chainConfig } from '../../deployment/chain-config.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { FlowPorts } from '../flow-ports.ts'
import type { Order } from '../order.ts'
import { isOurs } from './own-transaction.ts'

/**
 * Whether the origin shows that the user's money went into this order: a payment to them proves nothing of a swap that
 * was never begun. `oneSource` where only one endpoint says so.
 */
export async function provenPayIn(order: Order, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  if (order.kind === 'signed') return takenByGateway(order, ports)
  // A deposit from elsewhere is anybody's transaction.
  if (order.wallet === null) return 'yes'
  return (await isSentByPerson(order, ports)) ? 'yes' : 'no'
}

/** The permit's nonce is used, and a transaction of the reviewed gateway after the order was made used it. */
async function takenByGateway(order: Order, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  const { originChainId, destinationChainId, userAddress, inputToken } = walletAsk(order.reviewed.ask)
  const { deal } = order
  // On one chain what takes the money and what pays it are one transaction.
  const isOneChain = originChainId === destinationChainId
  const hash = hashOrNull(
    order.sourceTransactionHash ?? (isOneChain ? order.destinationTransactionHash : null),
  )
  const spender = deal.signTypedData?.values.spender
  const gateway = chainConfig(ports.deployment, originChainId)?.gateways.find(
    (one) => typeof spender === 'string' && sameHex(one, spender),
  )
  if (gateway === undefined) return 'no'
  if (hash === null) return takenSince(order, ports)
  const nonce = await ports.chain.nonceEvidence(originChainId, userAddress, BigInt(deal.permitNonce ?? '0'))
  if (!nonce.used) return 'no'
  const { payment, sources } = await ports.chain.payment(originChainId, {
    hash,
    token: inputToken,
    receiver: gateway,
    contracts: [gateway],
    requestHash: deal.requestHash,
  })
  if (payment === null || !payment.touches || payment.names === 'others') return 'no'
  if (!isAfterCreation(order, originChainId, payment)) return 'no'
  return isEnough({ sources }) && isEnough(nonce) ? 'yes' : 'oneSource'
}

/**
 * The same where the service names no transaction that took the money: since the order was made the nonce was used, and not
 * by an invalidation, which leaves the signature, and that only the reviewed gateway may use.
 */
async function takenSince(order: Order, ports: FlowPorts): Promise<'yes' | 'no' | 'oneSource'> {
  const { originChainId, userAddress, inputToken } = walletAsk(order.reviewed.ask)
  const head = order.heads?.find(({ chainId }) => chainId === originChainId)
  if (head === undefined) return 'no'
  const nonce = BigInt(order.deal.permitNonce ?? '0')
  const since = BigInt(head.blockNumber) + 1n
  const { end, sources } = await ports.chain.nonceEnd(originChainId, userAddress, nonce, inputToken, since)
  if (end !== 'taken') return 'no'
  return isEnough({ sources }) ? 'yes' : 'oneSource'
}

/** One of the transactions that are known, or that the service names, is mined and is the reviewed one. */
async function isSentByPerson(order: Order, ports: FlowPorts): Promise<boolean> {
  const { originChainId } = order.reviewed.ask
  const sends = order.transactions.filter(({ purpose }) => purpose === 'send')
  if (sends.some(({ state }) => state === 'mined')) return true
  const named = hashOrNull(order.sourceTransactionHash)
  const hashes = [...sends.map(({ hash }) => hash), ...(named === null ? [] : [named])]
  for (const hash of new Set(hashes)) {
    const view = await ports.chain.transaction(originChainId, hash)
    if (view.kind === 'mined' && view.succeeded && (await isOurs(order, hash, view, ports))) return true
  }
  return false
}
