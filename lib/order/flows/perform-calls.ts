import { nativeAddress } from '../../base/hex.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { FlowEvent } from '../event.ts'
import { gasReserveUnits } from '../gas.ts'
import type { Order } from '../order.ts'
import type { FlowPorts } from '../ports.ts'
import { sendCall } from '../wallet-request.ts'
import { callsOutcome, offersAtomicCalls } from './call-bundle.ts'
import { isOurs } from './own-transaction.ts'

/** Whether approval and send may go to the wallet as one: it offers that, and the account can pay for it. */
export async function mayBatch(order: Order, ports: FlowPorts): Promise<boolean> {
  if (order.wallet === null || order.oneByOne || order.deal.txData === null) return false
  const { originChainId, userAddress } = walletAsk(order.reviewed.ask)
  const params = [userAddress, [`0x${originChainId.toString(16)}`]]
  const asked = await ports.readWallet({ wallet: order.wallet, method: 'wallet_getCapabilities', params })
  if (!offersAtomicCalls(asked, originChainId)) return false
  const [balance, price] = await Promise.all([
    ports.chain.balance(originChainId, nativeAddress, userAddress),
    ports.chain.gasPrice(originChainId),
  ])
  // As for a send; what is too little is said by the step-by-step way.
  return balance >= sendCall(order).value + gasReserveUnits(price, 'send') / 2n
}

/** What the wallet says became of the calls it took. Its word finds a transaction; the chain then tells what that is. */
export async function watchCalls(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { originChainId } = walletAsk(order.reviewed.ask)
  const nothing = { kind: 'callsSeen', outcome: 'waiting', hash: null } as const
  if (order.wallet === null || !order.callsId) return nothing
  const params = [order.callsId]
  const said = await ports.readWallet({ wallet: order.wallet, method: 'wallet_getCallsStatus', params })
  const { kind, hash } = callsOutcome(said, originChainId)
  const view = hash === null ? null : await ports.chain.transaction(originChainId, hash)
  if (hash !== null && view !== null && view.kind !== 'unknown') {
    if (kind === 'done') return { kind: 'callsSeen', outcome: 'sent', hash }
    // A wallet that calls a swap failed that the chain shows done is not believed.
    if (kind === 'failed' && (await isOurs(order, hash, view, ports)))
      return { kind: 'callsSeen', outcome: 'sent', hash }
  }
  return kind === 'failed' ? { kind: 'callsSeen', outcome: 'failed', hash: null } : nothing
}
