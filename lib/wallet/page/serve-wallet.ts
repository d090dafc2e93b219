import { readRejection } from '../../base/rejection.ts'
import { type AnnouncedInfo, type PageJob, type PageMessage, walletEventNames } from './wallet-relay.ts'

/** An EIP-1193 provider; nothing it does can be relied on. */
interface Provider {
  request(asked: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
}

interface AnnouncedWallet {
  readonly info: AnnouncedInfo
  readonly provider: Provider
  isWatched: boolean
}

/** The bits of the page's window that discovery needs. */
export interface DiscoveryWindow {
  addEventListener(type: string, listener: (event: Event) => void): void
  dispatchEvent(event: Event): boolean
  readonly document: { createEvent(kind: 'Event'): Event }
}

/**
 * Names the wallets that announce themselves to this page (EIP-6963) and passes one call through at a time. Holds no
 * secret and decides nothing: which wallet, which account and chain, and what an answer is worth is the background's work
 * (M13), and a page that forges jobs reaches only what it can reach anyway. What it returns begins to serve:
 * wallets that announced themselves before do so again when they are asked, as EIP-6963 has it.
 */
export function serveWallet(
  win: DiscoveryWindow,
): (send: (message: PageMessage) => boolean) => (job: PageJob) => void {
  // Private copies: the page may patch its world later.
  const dispatch = win.dispatchEvent.bind(win)
  const listen = win.addEventListener.bind(win)
  return (send) => {
    const wallets: AnnouncedWallet[] = []

    listen('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail ?? {}
      if (typeof info?.rdns !== 'string' || typeof provider?.request !== 'function') return
      if (wallets.some((wallet) => wallet.provider === provider)) return
      const { uuid, rdns, name, icon } = info
      wallets.push({
        info: { uuid: `${uuid}`, rdns, name: `${name}`, icon: `${icon}` },
        provider,
        isWatched: false,
      })
    })

    /** Asks those who have not announced themselves yet; not by `Event`, in whose place old libraries put a class of their own. */
    function discover(): void {
      try {
        const event = win.document.createEvent('Event')
        event.initEvent('eip6963:requestProvider')
        dispatch(event)
      } catch {
        // A page may have put anything in the place of these: whoever is known by now is all there is.
      }
    }

    return (job) => {
      discover()
      const { kind, id } = job
      if (kind === 'list') {
        for (const { info } of wallets) send({ kind: 'found', id, wallet: info })
        send({ kind: 'found', id })
        return
      }
      const found = wallets.find(({ info }) => info.uuid === job.uuid)
      if (!found) {
        send({ kind, id })
        return
      }
      const { info: wallet, provider } = found
      const failed = (thrown: unknown): void => {
        const error = readRejection(thrown)
        const { message } = error
        // A code that is not even JSON is none.
        send({ kind, id, wallet, error }) || send({ kind, id, wallet, error: { message } })
      }
      try {
        // `then` and not `await`, which would not hear a second answer (R8: the flow decides which one counts).
        provider.request({ method: job.method, params: job.params }).then((result) => {
          send({ kind, id, wallet, result: result ?? null }) ||
            failed('an answer that is not JSON, or too long')
        }, failed)
      } catch (thrown) {
        failed(thrown)
      }
      if (kind === 'read' || found.isWatched) return
      found.isWatched = true
      for (const name of walletEventNames) {
        // `disconnect` carries an error, which is of no use and may not be JSON.
        provider.on?.(name, (value) =>
          send({ kind: 'event', wallet, name, value: name === 'disconnect' ? null : value }),
        )
      }
    }
  }
}
