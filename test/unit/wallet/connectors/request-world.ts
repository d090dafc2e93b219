import type { KeyValueArea } from '../../../../lib/storage/local.ts'
import { createLedger, type Ledger } from '../../../../lib/wallet/ledger.ts'
import type { OpenRequest, WalletAnswer } from '../../../../lib/wallet/port.ts'
import {
  createWalletRequests,
  type RequestPorts,
  type WalletRequests,
} from '../../../../lib/wallet/requests.ts'
import type { ManualWait } from '../../rpc/manual-wait.ts'

/** What the background receives of its wallet requests; outlives its restarts. */
export class RequestWorld {
  readonly answers: WalletAnswer[] = []
  /** Each method that became open for a request; null once none is. */
  readonly requests: (readonly [string, string | null])[] = []
  /** Requests whose page Ferry brought to the front. */
  readonly fronted: string[] = []
  /** Whether the wallet requests are still needed. */
  isNeeded = true
  /** Requests that were stopped. */
  readonly stopped = new Set<string>()
  /** Requests that were about to be sent to the wallet. */
  readonly put: string[] = []
  /** Number of browser calls that only keep the worker awake. */
  beats = 0
  /** Delays the record that a request is being sent. */
  beforeSend = (): Promise<void> => Promise.resolve()
  /** Settles a request of the newest background. */
  deliverAnswer: WalletRequests['deliverAnswer'] = () => Promise.resolve()
  onAnswer = (answer: WalletAnswer): void | Promise<void> => void this.answers.push(answer)

  onEnded = (): void => undefined

  /** Starts the requests of a new background. */
  start(
    storage: KeyValueArea,
    time: ManualWait,
    changes: Partial<RequestPorts> = {},
  ): { readonly ledger: Ledger; readonly requests: WalletRequests } {
    let before: readonly OpenRequest[] = []
    const ledger = createLedger(storage, { nowMs: () => time.nowMs }, (open) => {
      for (const one of open) {
        const earlier = before.find(({ requestId }) => requestId === one.requestId)
        if (one.isFronted && !earlier?.isFronted) this.fronted.push(one.requestId)
        else if (earlier !== one) this.requests.push([one.requestId, one.method])
      }
      for (const { requestId } of before) {
        if (!open.some((one) => one.requestId === requestId)) this.requests.push([requestId, null])
      }
      before = open
    })
    const requests = createWalletRequests(ledger, (answer) => this.onAnswer(answer), {
      wait: time.wait,
      isNeeded: this.checkNeeded,
      claimSend: async (requestId) => {
        this.put.push(requestId)
        await this.beforeSend()
        return this.checkNeeded(requestId)
      },
      postponeStop: async () => {
        this.beats += 1
      },
      onEnded: () => this.onEnded(),
      ...changes,
    })
    this.deliverAnswer = requests.deliverAnswer
    return { ledger, requests }
  }

  readonly checkNeeded = async (requestId: string): Promise<boolean> =>
    this.isNeeded && !this.stopped.has(requestId)
}
