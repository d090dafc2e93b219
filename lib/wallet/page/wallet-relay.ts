import { type HoldRuntime, holdPort } from './hold-port.ts'
import { sendUntilAnswered } from './send-until-answered.ts'
import {
  type PageJob,
  type PageMessage,
  type RelayCall,
  type RelayMessage,
  type RelayReply,
  walletChannel,
} from './wallet-messages.ts'

/** The bits of the extension API and the page the relay stands on. */
export interface RelayPorts {
  readonly runtime: HoldRuntime & {
    sendMessage(message: RelayMessage): Promise<unknown>
    readonly onMessage: {
      addListener(
        listener: (message: unknown, sender: unknown, respond: (reply: RelayReply) => void) => void,
      ): void
    }
  }
  /** Whether this is the wallet page. */
  readonly isWalletPage: boolean
  readonly send: (job: PageJob) => unknown
  readonly pause: (ms: number) => Promise<void>
}

/** What the rest of the relay passes on. */
export interface WalletRelay {
  onMessage(message: PageMessage): void
  /** The page is shown again, perhaps out of the back/forward cache, which closes ports without a word. */
  shown(isPersisted: boolean): void
}

/**
 * Carries calls to the wallets of this page and answers back, when the background asks; on the wallet page it says that
 * it is there. Knows every id it was asked, so that asking twice prompts once: the answer is given again.
 */
export function relayWallet({ runtime, isWalletPage, send, pause }: RelayPorts): WalletRelay {
  let isAsked = isWalletPage
  const answers = new Map<string, PageMessage | null>()
  // A port that is open while the wallet is asked tells the background when this document goes.
  const hold = holdPort(runtime, walletChannel, pause, () => [...answers.values()].includes(null))
  const notify = (message: RelayMessage['message']) =>
    sendUntilAnswered(runtime, { channel: walletChannel, message }, pause)

  runtime.onMessage.addListener((message, _sender, respond) => {
    const call = message as RelayCall
    if (call.channel !== walletChannel) return
    isAsked = true
    const answer = answers.get(call.id as string)
    if (answer) void notify(answer)
    else if (answer === undefined && call.kind !== 'look') {
      if (call.kind === 'ask') answers.set(call.id, null)
      send(call)
      hold()
    }
    respond({ known: [...answers.keys()] })
  })

  if (isWalletPage) void notify({ kind: 'hello' })

  return {
    onMessage(message) {
      // A page cannot make it speak where nobody asked for its wallets.
      if (!isAsked) return
      if (message.kind === 'ask') {
        if (!answers.has(message.id)) return
        answers.set(message.id, message)
      }
      void notify(message).then(() => hold())
    },
    shown: hold,
  }
}
