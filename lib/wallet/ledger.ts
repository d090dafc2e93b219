import * as v from 'valibot'
import { cachedItem } from '../base/cached-item.ts'
import type { Clock } from '../base/time.ts'
import type { KeyValueArea } from '../storage/local.ts'
import type { OpenRequest, WalletMethod, WalletRef } from './port.ts'

const storageKey = 'walletRequests'
const maxEntries = 200

const entryShape = v.object({
  requestId: v.string(),
  /** The tab of a wallet in a page; null for the other wallets. */
  tabId: v.nullable(v.number()),
  /** The popup windows that were open before the request. */
  popups: v.pipe(v.array(v.number()), v.readonly()),
  /** Set right before the method itself is sent to the wallet, and not only the steps before it; null before. */
  sentMs: v.nullable(v.number()),
  isAnswered: v.boolean(),
  /** Ferry brought the wallet's page to the front. */
  isFronted: v.boolean(),
})

export type LedgerEntry = v.InferOutput<typeof entryShape>

/**
 * Everything that was requested from a wallet, by request id: stored, so that no life of the worker sends a request
 * again. It also holds what the views show of the open requests, which ends with the worker.
 */
export type Ledger = ReturnType<typeof createLedger>

/** Unreadable rows count as none. Storage that cannot be read rejects a request; the next one reads it again. */
export function createLedger(
  storage: KeyValueArea,
  clock: Clock,
  onOpenChanged: (open: readonly OpenRequest[]) => void,
) {
  const { read, now, change } = cachedItem<readonly LedgerEntry[]>(
    storage,
    storageKey,
    v.array(entryShape),
    [],
  )
  let open: readonly OpenRequest[] = []

  const entryOf = (requestId: string) => now().find((entry) => entry.requestId === requestId)

  const update = (requestId: string, part: Partial<LedgerEntry>): Promise<void> =>
    change((rows) => rows.map((entry) => (entry.requestId === requestId ? { ...entry, ...part } : entry)))

  async function updateOrUndo(
    requestId: string,
    part: Partial<LedgerEntry>,
    before: Partial<LedgerEntry>,
  ): Promise<void> {
    try {
      await update(requestId, part)
    } catch (thrown) {
      // The undone row counts in memory, even if it cannot be stored either.
      await update(requestId, before).catch(() => undefined)
      throw thrown
    }
  }

  const openOf = (requestId: string) => open.find((one) => one.requestId === requestId)

  function setOpen(requestId: string, request: OpenRequest | null): void {
    const others = open.filter((one) => one.requestId !== requestId)
    if (request === null && others.length === open.length) return
    open = request === null ? others : [...others, request]
    onOpenChanged(open)
  }

  return {
    async find(requestId: string): Promise<LedgerEntry | undefined> {
      await read()
      return entryOf(requestId)
    },
    /** The requests whose method was sent, and that have no answer. */
    async listUnanswered(): Promise<readonly LedgerEntry[]> {
      return (await read()).filter(({ sentMs, isAnswered }) => sentMs !== null && !isAnswered)
    },
    async recordStart(entry: Pick<LedgerEntry, 'requestId' | 'tabId' | 'popups'>): Promise<void> {
      const begun = { ...entry, sentMs: null, isAnswered: false, isFronted: false }
      await change((rows) => withoutOldest([...rows, begun]))
    },
    /** Rejects where it cannot be stored: then the method must not be sent. */
    async recordSent(requestId: string): Promise<void> {
      if (entryOf(requestId) === undefined) throw new Error('the request has no row in the ledger')
      await updateOrUndo(requestId, { sentMs: clock.nowMs() }, { sentMs: null })
    },
    /** The wallet may see the request only now. */
    async recordFronted(requestId: string): Promise<void> {
      await update(requestId, { isFronted: true })
      if (entryOf(requestId)?.isAnswered === true) return
      const known = openOf(requestId) ?? { requestId, method: null }
      setOpen(requestId, { ...known, requestedMs: clock.nowMs(), isFronted: true })
    },
    async recordAnswered(requestId: string): Promise<void> {
      await read()
      if (entryOf(requestId)?.isAnswered !== false) return
      await updateOrUndo(requestId, { isAnswered: true }, { isAnswered: false })
    },
    /** Sets the method that a wallet now has open for a request; null when none is open any more. */
    setOpenMethod(requestId: string, method: WalletMethod | null, wallet?: WalletRef) {
      if (method === null) return setOpen(requestId, null)
      const checking = openOf(requestId)?.isChecking === true ? { isChecking: true as const } : {}
      setOpen(requestId, {
        requestId,
        method,
        requestedMs: clock.nowMs(),
        ...shownWallet(wallet),
        ...checking,
      })
    },
    /** At its start Ferry found this request with the wallet, and reads what the wallet did; false after that read. */
    setChecking(requestId: string, isChecking: boolean): void {
      const { isChecking: wasChecking = false, ...known } = openOf(requestId) ?? {
        requestId,
        method: null,
        requestedMs: clock.nowMs(),
      }
      if (isChecking) setOpen(requestId, { ...known, isChecking })
      else if (wasChecking) {
        const isShown = known.method !== null || known.isFronted === true
        setOpen(requestId, isShown ? known : null)
      }
    },
    openRequests: (): readonly OpenRequest[] => open,
  }
}

/** Drops the oldest row when there are too many; an answered one if there is any. */
function withoutOldest(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  if (entries.length <= maxEntries) return entries
  const oldest = entries.find(({ isAnswered }) => isAnswered) ?? entries[0]
  return entries.filter((entry) => entry !== oldest)
}

/** Views do not need the icon here, and it may be large. */
function shownWallet(wallet: WalletRef | undefined): Pick<OpenRequest, 'wallet'> {
  if (wallet === undefined) return {}
  const { connector, id, name } = wallet
  return { wallet: { connector, id, name } }
}
