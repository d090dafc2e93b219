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
    }
  /** The swap that a site proposes. */
  | { readonly name: 'proposal' }
  | { readonly name: 'order'; readonly orderId: string }
  | { readonly name: 'history' }
  /** A request that only the service remembers. */
  | { readonly name: 'past'; readonly key: string }
  | { readonly name: 'settings' }
  /** What contracts may still take. */
  | { readonly name: 'allowances' }

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
