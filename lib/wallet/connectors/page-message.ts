import * as v from 'valibot'
import { withoutUnseen } from '../../base/clean-text.ts'
import { smallRasterUrl } from '../../base/raster.ts'
import type { WalletRef } from '../account.ts'
import { type AnnouncedInfo, walletEventNames } from '../page/wallet-messages.ts'
import type { WalletEvent, WalletFailure } from '../port.ts'
import { plainFailure } from '../ready-wallet.ts'
import { walletEvent } from '../wallet-event.ts'

const nameLimit = 32

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
const wallet = v.strictObject({
  uuid: v.pipe(v.string(), v.maxLength(128)),
  rdns: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
  name: v.string(),
  icon: v.string(),
})

const pageMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('hello') }),
  v.strictObject({
    kind: v.picklist(['ask', 'read']),
    id,
    wallet: v.exactOptional(wallet),
    result: v.exactOptional(v.unknown()),
    error: v.exactOptional(
      v.strictObject({
        code: v.exactOptional(v.unknown()),
        inner: v.exactOptional(v.unknown()),
        message: v.pipe(v.string(), v.maxLength(300)),
      }),
    ),
  }),
  v.strictObject({ kind: v.literal('found'), id, wallet: v.exactOptional(wallet) }),
  v.strictObject({
    kind: v.literal('event'),
    wallet,
    name: v.picklist(walletEventNames),
    value: v.unknown(),
  }),
])

/** What one call came to: its wallet's result or refusal, or that this wallet is not in the document. */
export type CallOutcome =
  | { readonly kind: 'result'; readonly wallet: WalletRef; readonly result: unknown }
  | { readonly kind: 'failure'; readonly failure: WalletFailure }
  | { readonly kind: 'noWallet' }

/** One that announced itself in a document, by the name it has there. */
export interface AnnouncedThere {
  readonly wallet: WalletRef
  readonly uuid: string
}

export type CheckedMessage =
  | { readonly kind: 'hello' }
  | { readonly kind: 'said'; readonly id: string; readonly outcome: CallOutcome }
  /** Null after the last one. */
  | { readonly kind: 'found'; readonly id: string; readonly found: AnnouncedThere | null }
  | { readonly kind: 'event'; readonly event: WalletEvent }

/** What the relay said, in the port's terms; null for anything that is malformed. `origin` is its page's. */
export function checkPageMessage(said: unknown, origin: string): CheckedMessage | null {
  const checked = v.safeParse(pageMessage, said)
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
      return { kind: 'said', id: output.id, outcome: outcomeOf(output, origin) }
  }
}

type Said = Extract<v.InferOutput<typeof pageMessage>, { kind: 'ask' | 'read' }>

function outcomeOf({ wallet: info, error, result }: Said, origin: string): CallOutcome {
  if (info === undefined) return { kind: 'noWallet' }
  if (error !== undefined) return { kind: 'failure', failure: plainFailure(error) }
  return { kind: 'result', wallet: walletRef(info, origin), result: result ?? null }
}

/** A wallet as it may be shown and stored: plain short name, a small raster icon or none. */
export function walletRef(info: AnnouncedInfo, origin: string): WalletRef {
  const name = [...withoutUnseen(info.name).trim()].slice(0, nameLimit).join('')
  return {
    way: 'page',
    id: info.rdns,
    name: name === '' ? withoutUnseen(info.rdns).slice(0, nameLimit) : name,
    origin,
    iconUrl: smallRasterUrl(info.icon),
  }
}
