import { askUntil } from '../../sites/ask-until.ts'
import { type HoldRuntime, holdPort } from '../../sites/hold-port.ts'
import {
  type PageJob,
  type PageWord,
  type RelayCall,
  type RelayReply,
  type RelayWord,
  walletChannel,
} from './wallet-line.ts'

/** The bits of the extension API and the page the relay stands on. */
export interface RelayPorts {
  readonly runtime: HoldRuntime & {
    sendMessage(message: RelayWord): Promise<unknown>
    readonly onMessage: {
      addListener(
        listener: (message: unknown, sender: unknown, respond: (reply: RelayReply) => void) => void,
      ): void
    }
  }
  /** Whether this is the wallet page. */
  readonly isWalletPage: boolean
  readonly say: (job: PageJob) => unknown
  readonly pause: (ms: number) => Promise<void>
}

/** What the rest of the relay tells it. */
export interface WalletRelay {
  heard(word: PageWord): void
  /** The page is shown again, perhaps out of the back/forward cache, which closes ports without a word. */
  shown(isPersisted: boolean): void
}

/**
 * Carries calls to the wallets of this page and answers back, when the background asks; on the wallet page it says that
 * it is there. Knows every id it was asked, so that asking twice prompts once: the answer is given again.
 */
export function relayWallet({ runtime, isWalletPage, say, pause }: RelayPorts): WalletRelay {
  let isAsked = isWalletPage
  const answers = new Map<string, PageWord | null>()
  // A port that is open while the wallet is asked tells the background when this document goes.
  const hold = holdPort(runtime, walletChannel, pause, () => [...answers.values()].includes(null))
  const tell = (word: RelayWord['word']) => askUntil(runtime, { channel: walletChannel, word }, pause)

  runtime.onMessage.addListener((message, _sender, respond) => {
    const call = message as RelayCall
    if (call.channel !== walletChannel) return
    isAsked = true
    const answer = answers.get(call.id as string)
    if (answer) void tell(answer)
    else if (answer === undefined && call.kind !== 'look') {
      if (call.kind === 'ask') answers.set(call.id, null)
      say(call)
      hold()
    }
    respond({ known: [...answers.keys()] })
  })

  if (isWalletPage) void tell({ kind: 'hello' })

  return {
    heard(word) {
      // A page cannot make it speak where nobody asked for its wallets.
      if (!isAsked) return
      if (word.kind === 'ask') {
        if (!answers.has(word.id)) return
        answers.set(word.id, word)
      }
      void tell(word).then(() => hold())
    },
    shown: hold,
  }
}
