import { readText, readTextDirection, readTextLanguage } from '../base/read-text.ts'
import type { TextKey } from '../base/text.ts'
import type { ReviewView } from '../review/review-view.ts'
import type { StartView } from '../rpc/messages.ts'
import type { Token } from '../service/token.ts'
import { defaultSettings } from '../storage/settings.ts'
import type { Settings } from '../storage/settings-shape.ts'
import type { Draft } from './draft-model.ts'
import { localKeys, readLocal, type TextStorage } from './view-ports.ts'

export type Screen =
  | { readonly name: 'home' }
  | {
      readonly name: 'review'
      readonly quoteKey: string
      readonly routeKey?: string
      /** Who sends a deposit; default: this wallet. */
      readonly pay?: 'wallet' | 'elsewhere'
      readonly swapId?: string
      /** The earlier review that this one replaces. Null where the user had read none; absent for a first review. */
      readonly before?: ReviewView | null
    }
  /** A payment from an exchange, one step at a time; its order is the third step. */
  | { readonly name: 'deposit'; readonly step: 1 | 2 }
  | { readonly name: 'proposal' }
  | { readonly name: 'order'; readonly orderId: string }
  | { readonly name: 'history' }
  /** A request that only the service has. */
  | { readonly name: 'past'; readonly key: string }
  | { readonly name: 'settings'; readonly page?: SettingsPageName }
  | { readonly name: 'allowances' }

export type SettingsPageName =
  | 'slippage'
  | 'notifications'
  | 'place'
  | 'wallet'
  | 'sites'
  | 'endpoints'
  | 'data'
  | 'about'

/** Returns the screen of a page's hash (`#/order/<id>`, `#/history`, `#/settings`, `#/proposal`); `home` for any other. */
export function screenOf(hash: string): Screen {
  const [, name, id] = /^#\/(\w+)(?:\/([\w-]+))?$/.exec(hash) ?? []
  if (name === 'order' && id !== undefined) return { name, orderId: id }
  if (name === 'history' || name === 'settings' || name === 'proposal') return { name }
  return { name: 'home' }
}

/** The frame that a page shows before the app loads: the stored form, so that the user can type immediately. */
export interface FirstFrame {
  readonly theme: Settings['theme']
  readonly words: FrameWords
  /** Null where another screen follows, or a notice above the form. */
  readonly form: FrameForm | null
}

/** The texts without facts that the frame shows. */
export type FrameWords = Readonly<ReturnType<typeof readFrameWords>>

/**
 * Reads the frame's texts from the browser. It sends a page all texts with the first one, which delays the first
 * picture by a fifth: a view stores them for the next view.
 */
export function readFrameWords() {
  const text = (key: TextKey): string => readText(key)
  return {
    language: readTextLanguage(),
    direction: readTextDirection(),
    flip: text('flip'),
    from: text('from'),
    to: text('to'),
    amountToSend: text('amountToSend'),
    amountInDollars: text('amountInDollars'),
  }
}

export interface FrameForm {
  readonly amountText: string
  readonly isFiat: boolean
  readonly input: FrameToken | null
  readonly output: FrameToken | null
}

/** Empty where the chain's name is not known. */
export interface FrameToken {
  readonly symbol: string
  readonly chainName: string
}

/** Reads the stored values; `hash` is the page's own. Another version may have stored another shape. */
export function firstFrame(storage: TextStorage, hash: string): FirstFrame {
  const start = readLocal<StartView>(storage, localKeys.start)
  const theme = (start?.settings ?? defaultSettings).theme
  const words = readLocal<FrameWords>(storage, localKeys.words) ?? readFrameWords()
  // The notice of missing hosts would push the form down.
  if (screenOf(hash).name !== 'home' || start?.missingHosts?.length) return { theme, words, form: null }
  const draft = readLocal<Draft>(storage, localKeys.draft)
  const tokenOf = (token: Token | null | undefined): FrameToken | null =>
    token == null
      ? null
      : {
          symbol: token.symbol,
          chainName: start?.chains?.find(({ chainId }) => chainId === token.chainId)?.name ?? '',
        }
  return {
    theme,
    words,
    form: {
      amountText: draft?.amountText ?? '',
      isFiat: draft?.entry === 'fiat',
      input: tokenOf(draft?.input),
      output: tokenOf(draft?.output),
    },
  }
}
