import { resultInTime } from '../../base/concurrency.ts'
import { Disconnected } from '../connection-errors.ts'
import type { AnnouncedThere, CallOutcome, CheckedMessage } from './page-message.ts'
import { type PageCall, pageChannel } from './page-protocol.ts'
import { type PageInTab, type PagePorts, type PageTab, pageLoadMs } from './page-tab.ts'

const listWaitMs = 1_500
/** Three seconds for a wallet to announce itself. */
const findTries = 15
const retryEveryMs = 200
/** The page script announces no more wallets. */
const maxAnnounced = 20

/** A wallet of a document. `isDuplicate`: another wallet claims the same uuid or rdns, so neither can be identified. */
export interface PageFound extends AnnouncedThere {
  readonly isDuplicate: boolean
}

interface Waiting {
  readonly tabId: number
  readonly kind: 'request' | 'read'
  isSent: boolean
  readonly done: (outcome: CallOutcome) => void
  readonly broken: (cut: Disconnected) => void
}

/** Calls to the wallets of a tab's document. Each rejects with `Disconnected` where no relay answers. */
export function pageCalls(send: PageTab['send'], ports: PagePorts) {
  const { onFound, isListing, ...lists } = pageLists(send, ports)
  /** The calls without an answer. */
  const waiting = new Map<string, Waiting>()
  return {
    ...lists,
    /** One call and its result. The page executes a `request` one time per id; the call is cut when its document closes. */
    async call({ tabId, page }: PageInTab, kind: 'request' | 'read', call: PageCall) {
      const outcome = new Promise<CallOutcome>((done, broken) =>
        waiting.set(call.id, { tabId, kind, isSent: false, done, broken }),
      )
      // The call may be cut before it is awaited.
      outcome.catch(() => undefined)
      try {
        const known = await send(tabId, { channel: pageChannel, page, kind, ...call })
        const requested = waiting.get(call.id)
        // The answer may come before the relay's reply, which may be missing then.
        if (known === null && requested !== undefined) throw pageGone()
        if (requested !== undefined) requested.isSent = true
        return await outcome
      } finally {
        waiting.delete(call.id)
      }
    },
    /** Whether a call in this tab waits for a message of this kind with this id. */
    isAwaited(kind: unknown, id: string, tabId: number): boolean {
      if (kind === 'found') return isListing(id, tabId)
      const requested = waiting.get(id)
      return requested?.tabId === tabId && requested.kind === kind
    },
    /** False when no call waits for this message, as for a second answer. */
    onMessage(message: CheckedMessage, tabId: number) {
      if (message.kind === 'found') return onFound(message, tabId)
      if (message.kind !== 'answer') return false
      const requested = waiting.get(message.id)
      if (requested?.tabId !== tabId || requested.kind !== message.call) return false
      waiting.delete(message.id)
      requested.done(message.outcome)
      return true
    },
    waiting: (tabId: number) =>
      [...waiting]
        .filter(([, call]) => call.tabId === tabId && call.kind === 'request' && call.isSent)
        .map(([id]) => id),
    /** Gives up a call whose document has closed. A call that is still on its way there stays. */
    cut(id: string) {
      const call = waiting.get(id)
      if (call?.isSent === true) call.broken(pageGone())
    },
  }
}

function pageLists(send: PageTab['send'], { wait, newId }: PagePorts) {
  const listings = new Map<string, { tabId: number; found: AnnouncedThere[]; done: () => void }>()

  async function listOnce({ tabId, page }: PageInTab): Promise<readonly PageFound[]> {
    const id = newId()
    const found: AnnouncedThere[] = []
    const isAll = new Promise<void>((done) => listings.set(id, { tabId, found, done }))
    const sent = send(tabId, { channel: pageChannel, page, kind: 'list', id })
    // A page that loads may be busy.
    const known = await resultInTime(sent, pageLoadMs, wait)
    if (known !== null) await Promise.race([isAll, wait(listWaitMs)])
    listings.delete(id)
    if (known === null) throw pageGone()
    return found.map((one) => ({ ...one, isDuplicate: isDuplicate(one, found) }))
  }

  return {
    /** The wallets in the document. Prompts no wallet. */
    async list(place: PageInTab) {
      await listOnce(place)
      // Not all wallets announce themselves immediately.
      await wait(retryEveryMs)
      return listOnce(place)
    },
    /** The wallet of this `rdns`; for null the only one in the document. After three seconds without one, the reason. */
    async find(place: PageInTab, rdns: string | null) {
      for (let poll = 0; poll < findTries; poll += 1) {
        const found = choose(await listOnce(place), rdns)
        // Without a given `rdns`, wait for other announcements.
        if (found !== 'noWallet' && (rdns !== null || poll > 0)) return found
        await wait(retryEveryMs)
      }
      return 'noWallet' as const
    },
    isListing(id: string, tabId: number): boolean {
      const listing = listings.get(id)
      return listing?.tabId === tabId && listing.found.length <= maxAnnounced
    },
    onFound(message: Extract<CheckedMessage, { kind: 'found' }>, tabId: number): true {
      const listing = listings.get(message.id)
      if (listing?.tabId !== tabId) return true
      if (message.found === null) listing.done()
      else listing.found.push(message.found)
      return true
    },
  }
}

function isDuplicate(one: AnnouncedThere, all: readonly AnnouncedThere[]): boolean {
  return all.some((other) => other !== one && (other.uuid === one.uuid || other.wallet.id === one.wallet.id))
}

function choose(
  all: readonly PageFound[],
  rdns: string | null,
): AnnouncedThere | 'noWallet' | 'severalWallets' | 'doubleWallet' {
  const [found, ...more] = all.filter(({ wallet }) => rdns === null || wallet.id === rdns)
  if (found === undefined) return 'noWallet'
  if (found.isDuplicate) return 'doubleWallet'
  return more.length > 0 ? 'severalWallets' : found
}

function pageGone(): Disconnected {
  return new Disconnected('the page is gone')
}
