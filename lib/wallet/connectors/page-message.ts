import * as v from 'valibot'
import { removeInvisibleCharacters } from '../../base/invisible-characters.ts'
import { smallRasterUrl } from '../../base/untrusted-bytes.ts'
import type { WalletEvent, WalletFailure, WalletRef } from '../port.ts'
import { unwrapRejection, walletEvent } from '../prepare-wallet.ts'
import { type pageChannel, walletEventNames } from './page-protocol.ts'

const nameLimit = 32

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
/** A wallet's own announcement. */
const announced = v.strictObject({
  uuid: v.pipe(v.string(), v.maxLength(128)),
  rdns: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  name: v.string(),
  icon: v.string(),
})

/** Relay to background. The page itself never sends `hello`, which reports a new document of the wallet page. */
const relayMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('hello') }),
  /** Without a wallet: this document has no wallet of that uuid, so none was called. */
  v.strictObject({
    kind: v.picklist(['request', 'read']),
    id,
    wallet: v.exactOptional(announced),
    result: v.exactOptional(v.unknown()),
    error: v.exactOptional(
      v.strictObject({
        code: v.exactOptional(v.unknown()),
        inner: v.exactOptional(v.unknown()),
        message: v.pipe(v.string(), v.maxLength(300)),
      }),
    ),
  }),
  v.strictObject({ kind: v.literal('found'), id, wallet: v.exactOptional(announced) }),
  v.strictObject({
    kind: v.literal('event'),
    wallet: announced,
    name: v.picklist(walletEventNames),
    value: v.unknown(),
  }),
])

export type AnnouncedInfo = v.InferOutput<typeof announced>
type RelayMessage = v.InferOutput<typeof relayMessage>
export type PageMessage = Exclude<RelayMessage, { kind: 'hello' }>

/** Relay to background. */
export interface WalletNews {
  readonly channel: typeof pageChannel
  readonly message: RelayMessage
}

export type CallOutcome =
  | { readonly kind: 'result'; readonly wallet: WalletRef; readonly result: unknown }
  | { readonly kind: 'failure'; readonly failure: WalletFailure }
  | { readonly kind: 'noWallet' }

export interface AnnouncedThere {
  readonly wallet: WalletRef
  readonly uuid: string
}

export type CheckedMessage =
  | { readonly kind: 'hello' }
  | {
      readonly kind: 'answer'
      readonly call: 'request' | 'read'
      readonly id: string
      readonly outcome: CallOutcome
    }
  /** Null after the last one. */
  | { readonly kind: 'found'; readonly id: string; readonly found: AnnouncedThere | null }
  | { readonly kind: 'event'; readonly event: WalletEvent }

/** Returns the relay's message in the port's terms; null for a malformed one. `origin` is its page's. */
export function checkPageMessage(received: unknown, origin: string): CheckedMessage | null {
  const checked = v.safeParse(relayMessage, received)
  if (!checked.success) return null
  const { output } = checked
  switch (output.kind) {
    case 'hello':
      return output
    case 'found': {
      const { wallet: info } = output
      const found = info === undefined ? null : { wallet: walletRef(info, origin), uuid: info.uuid }
      return { kind: 'found', id: output.id, found }
    }
    case 'event': {
      const event = walletEvent(walletRef(output.wallet, origin), output.name, output.value)
      return event === null ? null : { kind: 'event', event }
    }
    default:
      return { kind: 'answer', call: output.kind, id: output.id, outcome: outcomeOf(output, origin) }
  }
}

type PageAnswer = Extract<RelayMessage, { kind: 'request' | 'read' }>

function outcomeOf({ wallet: info, error, result }: PageAnswer, origin: string): CallOutcome {
  if (info === undefined) return { kind: 'noWallet' }
  if (error !== undefined) return { kind: 'failure', failure: unwrapRejection(error) }
  return { kind: 'result', wallet: walletRef(info, origin), result: result ?? null }
}

/** Returns a wallet that is safe to show and store: a short plain name, and a small raster icon or none. */
function walletRef(info: AnnouncedInfo, origin: string): WalletRef {
  const name = [...removeInvisibleCharacters(info.name).trim()].slice(0, nameLimit).join('')
  return {
    connector: 'page',
    id: info.rdns,
    name: name === '' ? removeInvisibleCharacters(info.rdns).slice(0, nameLimit) : name,
    origin,
    iconUrl: smallRasterUrl(info.icon),
  }
}
