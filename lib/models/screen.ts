import type { ReviewView } from '../review/review-view.ts'
import type { StartView } from '../rpc/messages.ts'
import type { Token } from '../service/token.ts'
import { defaultSettings, type Settings } from '../storage/settings.ts'
import type { Draft } from './draft-model.ts'
import { localKeys, readLocal, type TextStorage } from './view-ports.ts'

/** What fills the view. */
export type Screen =
  | { readonly name: 'home' }
  | {
      readonly name: 'review'
      readonly quoteKey: string
      readonly routeKey?: string
      /** Who sends a deposit; this wallet where it is left out. */
      readonly pay?: 'wallet' | 'elsewhere'
      /** The proposal of a site that it is about. */
      readonly swapId?: string
      /** What was read before, in place of which this one stands; null where nothing was; absent where it is the first. */
      readonly before?: ReviewView | null
    }
  /** The payment from an exchange, a step at a time; the order of it is the third. */
  | { readonly name: 'deposit'; readonly step: 1 | 2 }
  /** The swap that a site proposes. */
  | { readonly name: 'proposal' }
  | { readonly name: 'order'; readonly orderId: string }
  | { readonly name: 'history' }
  /** A request that only the service remembers. */
  | { readonly name: 'past'; readonly key: string }
  /** The list of all settings, or the page of one of them. */
  | { readonly name: 'settings'; readonly page?: SettingsPageName }
  /** What contracts may still take. */
  | { readonly name: 'allowances' }

/** A setting that has a page of its own. */
export type SettingsPageName =
  | 'slippage'
  | 'notifications'
  | 'place'
  | 'wallet'
  | 'sites'
  | 'endpoints'
  | 'data'
  | 'about'

/**
 * Returns the screen that a page's hash names (`#/order/<id>`, `#/history`, `#/settings`, `#/proposal`); any other is
 * the home one's.
 */
export function screenOf(hash: string): Screen {
  const [, name, id] = /^#\/(\w+)(?:\/([\w-]+))?$/.exec(hash) ?? []
  if (name === 'order' && id !== undefined) return { name, orderId: id }
  if (name === 'history' || name === 'settings' || name === 'proposal') return { name }
  return { name: 'home' }
}

/** What a page shows before the App is there: as much of the form as was kept, so that it can be typed into at once. */
export interface FirstFrame {
  readonly theme: Settings['theme']
  /** Null where another screen than the form is to come, or something above it. */
  readonly form: FrameForm | null
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

/** Reads what is kept; `hash` is the page's own. What was kept by another version may have any shape. */
export function firstFrame(storage: TextStorage, hash: string): FirstFrame {
  const start = readLocal<StartView>(storage, localKeys.start)
  const theme = (start?.settings ?? defaultSettings).theme
  // The notice of missing hosts would push the form down.
  if (screenOf(hash).name !== 'home' || start?.missingHosts?.length) return { theme, form: null }
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
    form: {
      amountText: draft?.amountText ?? '',
      isFiat: draft?.entry === 'fiat',
      input: tokenOf(draft?.input),
      output: tokenOf(draft?.output),
    },
  }
}
