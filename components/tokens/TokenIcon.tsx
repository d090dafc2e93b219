import type { Token } from '../../lib/service/token.ts'
import { Picture } from '../parts/Picture.tsx'

/**
 * Shows a token's logo, or a drawn badge, with its chain's colour in the corner; says nothing that the words beside it
 * do not. One that imitates a well-known token gets no chance to borrow its face (L1).
 */
export function TokenIcon({ token, size = 32 }: { token: Token; size?: 24 | 32 | 36 }) {
  const { logoURI, imitates, symbol } = token
  return (
    <span class={`token-icon token-icon-${size}`} aria-hidden="true">
      <Picture url={imitates === undefined ? logoURI : null} name={symbol} />
      <ChainDot chainId={token.chainId} />
    </span>
  )
}

/** Shows a chain's colour. */
export function ChainDot({ chainId }: { chainId: number }) {
  return <span class="chain-dot" aria-hidden="true" style={{ '--hue': (chainId * 137 + 40) % 360 }} />
}
