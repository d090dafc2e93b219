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

/** Time, storage and ears of a background; `ports()` for each worker that is born into it. */
export class StreamWorld {
  readonly time = new ManualWait()
  readonly stored: { [key: string]: unknown } = {}
  readonly answers: WalletAnswer[] = []
  readonly events: WalletEvent[] = []
  readonly asked: (readonly [string, string | null])[] = []
  isSeen = true
  /** Whether anybody still waits for what the wallet is asked. */
  isWanted = true
  /** Requests for which nobody waits any more. */
  readonly stopped = new Set<string>()
  /** Requests that were about to be put to the wallet. */
  readonly put: string[] = []
  /** How often the browser was called for nothing but to stay awake. */
  beats = 0
  readonly listeners: WalletListeners = {
    answered: (answer) => this.answers.push(answer),
    happened: (event) => this.events.push(event),
    onAsking: (requestId, method) => this.asked.push([requestId, method]),
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
      isWanted: async (requestId) => this.isWanted && !this.stopped.has(requestId),
      mayPut: async (requestId) => {
        this.put.push(requestId)
        return this.isWanted && !this.stopped.has(requestId)
      },
    }
  }
}

/** A request to send, or what is changed of it. */
export function send(
  wallet: WalletRef | null,
  requestId: string,
  changes: Partial<WalletRequest> = {},
): WalletRequest {
  const params = [{ from: account, to: account }]
  const chain = { chainId: 1, add: null }
  return { requestId, wallet, method: 'eth_sendTransaction', params, chain, account, ...changes }
}
