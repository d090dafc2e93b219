import { readRejection } from '../base/page-provider.ts'
import type { AnnouncedInfo, PageMessage } from '../wallet/connectors/page-message.ts'
import { type PageCall, type PageJob, walletEventNames } from '../wallet/connectors/page-protocol.ts'
import type {
  FerryAnnouncement,
  FerryError,
  FerryErrorCode,
  FerryMethods,
  FerryProvider,
  FerrySwap,
} from './ferry-provider.d.ts'
import { type ChannelSend, type ChannelWindow, openChannel, pageToRelay, relayToPage } from './handshake.ts'
import { type PageReply, pageLimitChars, type RelayToPage } from './relay-messages.ts'

interface PageWindow extends ChannelWindow {
  readonly document: { createEvent(kind: 'Event'): Event }
}

/**
 * Starts the script in the page's own world: it offers Ferry to the page and reaches the page's wallets. It waits for the
 * relay, and until then listens to no event of the page and reads nothing that a page can have patched (M11). Call it before
 * the page runs, because it copies the functions it uses and the page may patch its world later.
 */
export function startPage(
  win: PageWindow,
  /** Names the channel, and the offer: a page to which Ferry is offered may know it. */
  secret: string,
  later: Later,
): void {
  const dispatch = win.dispatchEvent.bind(win)
  const listen = win.addEventListener.bind(win)
  const send = openChannel<RelayToPage>(win, relayToPage + secret, pageToRelay + secret, (message) => {
    wallets(message)
    if (!('kind' in message)) ferry(message)
  })
  const wallets = serveWallet(win, dispatch, listen, send)
  const ferry = offerFerry(secret, dispatch, listen, send, later)
}

/** `setTimeout`, copied before the page can patch it. */
type Later = (act: () => void, ms: number) => unknown

/** Of a value that the channel does not take (`ChannelSend`). A request has at most 16 kB. */
const notSentMessage = 'Not plain JSON, or too long.'
const swapChangedEvent = 'swapChanged'
/** Ferry answers every request before the user decides. A slower answer means that Ferry is gone. */
const requestTimeoutMs = 30_000
const icon =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path fill='teal' d='M0 5h9L7 8H2zM4 1v4h4'/></svg>"

/**
 * Offers Ferry to the page as EIP-6963 does for wallets, after the relay has said that it may. It holds no secret and
 * decides nothing: a page that patches its world can only send messages that it could send anyway (M9).
 */
function offerFerry(
  uuid: string,
  dispatch: ChannelWindow['dispatchEvent'],
  listen: ChannelWindow['addEventListener'],
  send: ChannelSend,
  later: Later,
): (message: Exclude<RelayToPage, PageJob>) => void {
  // Private copies: the page may patch its world later. `CustomEvent` is not copied (`handshake.ts`).
  const OwnPromise = Promise
  const OwnError = Error
  const { freeze, assign, create } = Object
  const enqueueTask = queueMicrotask
  const waiting: { [id: string]: ((reply: PageReply) => void) | undefined } = create(null)
  const listeners: ((swap: FerrySwap) => void)[] = []
  let count = 0

  const offer = (): FerryProvider => {
    const provider: FerryProvider = freeze({
      __proto__: null,
      request: <Method extends keyof FerryMethods>(requested: {
        readonly method: Method
        readonly params?: unknown
      }) =>
        new OwnPromise<FerryMethods[Method]['result']>((resolve, reject) => {
          const refuse = (
            code: FerryErrorCode = 4900,
            message = 'Ferry was updated: reload the page.',
            data: FerryError['data'] = { reason: 'orphaned' },
          ) => reject(assign(new OwnError(message), { code, data }))
          const id = `${++count}`
          waiting[id] = (reply) => {
            waiting[id] = undefined
            if ('error' in reply) refuse(reply.error.code, reply.error.message, reply.error.data)
            else resolve(reply.result as FerryMethods[Method]['result'])
          }
          let isSent = false
          try {
            // Read each field once, so that the checked value is the sent value.
            isSent = send({ id, method: requested.method, params: requested.params }, pageLimitChars)
          } catch {
            // The page's own object may throw.
          }
          if (!isSent) refuse(-32602, notSentMessage, { reason: 'invalidParams' })
          later(refuse, requestTimeoutMs)
        }),
      on(name: string, listener: (swap: FerrySwap) => void) {
        if (name === swapChangedEvent && typeof listener === 'function') listeners.push(listener)
        return provider
      },
      removeListener(name: string, listener: (swap: FerrySwap) => void) {
        const at = listeners.indexOf(listener)
        if (name === swapChangedEvent && at >= 0) listeners.splice(at, 1)
        return provider
      },
    })
    return provider
  }
  // Created at the first announcement, to cost the page no time at its start.
  let detail: FerryAnnouncement | null = null

  const announce = (): void => {
    detail ??= freeze({
      info: freeze({ uuid, name: 'Ferry', icon, rdns: 'example.ferry' }),
      provider: offer(),
    })
    dispatch(new CustomEvent('ferry:announceProvider', { detail }))
  }

  return (message) => {
    if ('here' in message) {
      listen('ferry:requestProvider', announce)
      listen('load', announce)
      announce()
    } else if ('swap' in message) {
      freeze(message.swap)
      for (const listener of [...listeners]) enqueueTask(() => listener(message.swap))
    } else waiting[message.id]?.(message)
  }
}

/** An EIP-1193 provider of the page; trust nothing that it does. */
interface Provider {
  request(requested: Pick<PageCall, 'method' | 'params'>): Promise<unknown>
  on?(event: string, listener: (value: unknown) => void): unknown
}

interface AnnouncedWallet {
  readonly info: AnnouncedInfo
  readonly provider: Provider
  /** Absent until `serveWallet` listens to its events. */
  isWatched?: boolean
}

/** More wallets than a person installs: a page that announces without end cannot fill the list. */
const maxWallets = 20

/**
 * Lists the wallets that announce themselves to this page (EIP-6963) and forwards single calls to them. It holds no secret
 * and decides nothing. The background chooses wallet, account and chain, and verifies each answer (M13). A page that forges
 * jobs reaches only wallets that it can reach anyway. It starts with the relay's first message; earlier wallets announce
 * themselves again when they are requested to, as EIP-6963 says.
 */
function serveWallet(
  win: PageWindow,
  dispatch: ChannelWindow['dispatchEvent'],
  listen: ChannelWindow['addEventListener'],
  send: (message: PageMessage) => boolean,
) {
  let wallets: AnnouncedWallet[] | null = null

  function watch(): AnnouncedWallet[] {
    const found: AnnouncedWallet[] = []
    listen('eip6963:announceProvider', (event) => {
      const { info, provider } = (event as CustomEvent).detail ?? {}
      if (typeof info?.rdns !== 'string' || typeof provider?.request !== 'function') return
      const { rdns, name, icon } = info
      const uuid = `${info.uuid}`
      // The `uuid` identifies a wallet: some wallets announce a new object each time. One `uuid` with two `rdns` is two
      // wallets.
      if (found.some((one) => one.info.uuid === uuid && one.info.rdns === rdns)) return
      if (found.length < maxWallets)
        found.push({ info: { uuid, rdns, name: `${name}`, icon: `${icon}` }, provider })
    })
    return found
  }

  /** Requests announcements from wallets. Not by `new Event`: old libraries replace `Event` with their own class. */
  function discover(): void {
    try {
      const event = win.document.createEvent('Event')
      event.initEvent('eip6963:requestProvider')
      dispatch(event)
    } catch {
      // The page may have replaced these functions. Continue with the wallets found so far.
    }
  }

  return (job: RelayToPage): void => {
    wallets ??= watch()
    if (!('kind' in job)) return
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
      // A wallet's error code may not be JSON: send the message alone then.
      send({ kind, id, wallet, error }) || send({ kind, id, wallet, error: { message: error.message } })
    }
    try {
      // `then` and not `await`, which would miss a second answer (R8: the flow decides which one counts).
      provider.request({ method: job.method, params: job.params }).then((result) => {
        send({ kind, id, wallet, result: result ?? null }) || failed(notSentMessage)
      }, failed)
    } catch (thrown) {
      failed(thrown)
    }
    if (kind === 'read' || found.isWatched) return
    found.isWatched = true
    forwardEvents(wallet, provider, send)
  }
}

function forwardEvents(
  wallet: AnnouncedInfo,
  provider: Provider,
  send: (message: PageMessage) => boolean,
): void {
  for (const name of walletEventNames) {
    // `disconnect` carries an error, which has no use here and may not be JSON.
    provider.on?.(name, (value) =>
      send({ kind: 'event', wallet, name, value: name === 'disconnect' ? null : value }),
    )
  }
}
