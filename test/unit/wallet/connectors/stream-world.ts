import type { StreamPorts } from '../../../../lib/wallet/connectors/stream-connector.ts'
import type { WalletEvent, WalletRef, WalletRequest } from '../../../../lib/wallet/port.ts'
import type { RequestPorts, WalletRequests } from '../../../../lib/wallet/requests.ts'
import { ManualWait } from '../../rpc/manual-wait.ts'
import { memoryArea } from '../../storage/memory-area.ts'
import { RequestWorld } from './request-world.ts'

export const account = `0x${'ab'.repeat(20)}`

/** Time, storage and listeners of a background; call `ports()` and `begin()` for each new worker. */
export class StreamWorld extends RequestWorld {
  readonly time = new ManualWait()
  storage = memoryArea()
  readonly events: WalletEvent[] = []
  isSeen = true

  begin(changes: Partial<RequestPorts> = {}): WalletRequests {
    return this.start(this.storage, this.time, changes).requests
  }

  ports(): StreamPorts {
    return {
      storage: this.storage,
      wait: this.time.wait,
      isSeen: () => this.isSeen,
      onEvent: (event) => this.events.push(event),
    }
  }
}

/** A send request with the given changes. */
export function send(
  wallet: WalletRef | null,
  requestId: string,
  changes: Partial<WalletRequest> = {},
): WalletRequest {
  const params = [{ from: account, to: account }]
  const chain = { chainId: 1, add: null }
  return { requestId, wallet, method: 'eth_sendTransaction', params, chain, account, ...changes }
}
