import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ImagesModel } from '../../lib/models/images-model.ts'
import type { Chain } from '../../lib/service/chain.ts'
import type { Token } from '../../lib/service/token.ts'

/** The logos of this view; without them everything is drawn. */
export const Pictures = createContext<ImagesModel | null>(null)

/** What the view knows of a chain; undefined for one that no list names. */
export const Chains = createContext<(chainId: number) => Pick<Chain, 'name' | 'iconUrl'> | undefined>(
  () => undefined,
)

/**
 * Shows a logo, or the first letter of a name on a colour drawn from it; says nothing that the words beside it do not.
 */
export function Picture({ url, name }: { url: string | null; name: string }) {
  const picture = useContext(Pictures)?.of(url) ?? null
  if (picture !== null) return <img class="token-face" src={picture} alt="" />
  return (
    <span class="token-face" aria-hidden="true" style={{ '--hue': hueOf(name) }}>
      {name.slice(0, 1)}
    </span>
  )
}

function hueOf(text: string): number {
  let sum = 0
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return sum
}

/**
 * Shows a token's logo, or a drawn badge, with its chain's in the corner; says nothing that the words beside it do not. One that imitates a well-known token gets no chance to borrow its face (L1).
 */
export function TokenIcon({ token, size = 32 }: { token: Token; size?: 24 | 32 | 36 }) {
  const { logoURI, imitates, symbol } = token
  return (
    <span class={`token-icon token-icon-${size}`} aria-hidden="true">
      <Picture url={imitates === undefined ? logoURI : null} name={symbol} />
      <ChainBadge chainId={token.chainId} />
    </span>
  )
}

/** Shows a chain's logo where the service's list has one, else its first letter on its colour. */
function ChainBadge({ chainId }: { chainId: number }) {
  const chain = useContext(Chains)(chainId)
  const picture = useContext(Pictures)?.of(chain?.iconUrl ?? null) ?? null
  return (
    <span class="chain-badge" style={{ '--hue': chainHue(chainId) }}>
      {picture === null ? chain?.name.slice(0, 1) : <img src={picture} alt="" />}
    </span>
  )
}

function chainHue(chainId: number): number {
  return (chainId * 137 + 40) % 360
}

/** Shows a chain's colour. */
function ChainDot({ chainId }: { chainId: number }) {
  return <span class="chain-dot" aria-hidden="true" style={{ '--hue': chainHue(chainId) }} />
}

/** Shows a chain's logo where the service's list has one, else a dot in its colour, in the same place. */
export function ChainMark({ chain: { chainId, iconUrl } }: { chain: Pick<Chain, 'chainId' | 'iconUrl'> }) {
  const picture = useContext(Pictures)?.of(iconUrl) ?? null
  return (
    <span class="chain-mark" aria-hidden="true">
      {picture === null ? <ChainDot chainId={chainId} /> : <img src={picture} alt="" />}
    </span>
  )
}
