import type { StreamPorts } from '../../../../lib/wallet/connectors/stream-connector.ts'
import type {
  WalletAnswer,
  WalletEvent,
  WalletListeners,
  WalletRef,
  WalletRequest,
} from '../../../../lib/wallet/port.ts'
import { ManualWait } from '../../rpc/manual-wait.ts'

export const account = `0x${'ab'.repeat(20)}`

/** Time, storage and listeners of a background; call `ports()` for each new worker. */
export class StreamWorld {
  readonly time = new ManualWait()
  readonly stored: { [key: string]: unknown } = {}
  readonly answers: WalletAnswer[] = []
  readonly events: WalletEvent[] = []
  readonly requests: (readonly [string, string | null])[] = []
  isSeen = true
  /** Whether the wallet requests are still needed. */
  isNeeded = true
  /** Requests that were stopped. */
  readonly stopped = new Set<string>()
  /** Requests that were about to be sent to the wallet. */
  readonly put: string[] = []
  /** Number of browser calls that only keep the worker awake. */
  beats = 0
  readonly listeners: WalletListeners = {
    onAnswer: (answer) => this.answers.push(answer),
    onEvent: (event) => this.events.push(event),
    onOpenRequest: (requestId, method) => this.requests.push([requestId, method]),
  }

  ports(): StreamPorts {
    return {
      storage: {
        get: async (key) => structuredClone({ [key]: this.stored[key] }),
        set: async (items) => void Object.assign(this.stored, structuredClone(items)),
      },
      beat: async () => {
        this.beats += 1
      },
      wait: this.time.wait,
      isSeen: () => this.isSeen,
      isNeeded: async (requestId) => this.isNeeded && !this.stopped.has(requestId),
      recordSend: async (requestId) => {
        this.put.push(requestId)
        return this.isNeeded && !this.stopped.has(requestId)
      },
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
