import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ImagesModel } from '../../lib/models/images-model.ts'
import type { Chain, Token } from '../../lib/service/token.ts'
import type { Account, WalletRef } from '../../lib/wallet/port.ts'
import { Icon } from './Icon.tsx'

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
 * Shows a token's logo, or a drawn badge, with its chain's in the corner; says nothing that the words beside it do not. One that imitates a well-known token gets no chance to borrow its face.
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

/** Shows a chain's picture in the corner of a token's. */
function ChainBadge({ chainId }: { chainId: number }) {
  const chain = useContext(Chains)(chainId)
  return <ChainFace class="chain-badge" chain={{ chainId, name: '', iconUrl: null, ...chain }} />
}

/** Shows a chain's picture beside its name; says nothing that the name does not. */
export function ChainMark({ chain }: { chain: Pick<Chain, 'chainId' | 'name' | 'iconUrl'> }) {
  return <ChainFace class="chain-mark" chain={chain} />
}

/** A chain's logo where the service's list has one, else its first letter on a colour of its own: never another's. */
function ChainFace({
  chain: { chainId, name, iconUrl },
  class: place,
}: {
  chain: Pick<Chain, 'chainId' | 'name' | 'iconUrl'>
  class: string
}) {
  const picture = useContext(Pictures)?.of(iconUrl) ?? null
  return (
    <span class={place} aria-hidden="true" style={{ '--hue': (chainId * 137 + 40) % 360 }}>
      {picture === null ? name.slice(0, 1) : <img src={picture} alt="" />}
    </span>
  )
}

/** Shows the wallet's own picture, or a colour drawn from the address. */
export function Avatar({ account }: { account: Account }) {
  const iconUrl = account.wallet?.iconUrl
  if (iconUrl?.startsWith('data:image/')) return <img class="avatar" src={iconUrl} alt="" />
  const hue = Number.parseInt(account.address.slice(2, 6), 16) % 360
  return <span class="avatar" style={{ '--hue': hue }} aria-hidden="true" />
}

/** Shows a wallet's own picture, or the first letter of its name; a plain one for what is called by its host. */
export function WalletMark({ wallet }: { wallet: Pick<WalletRef, 'name' | 'iconUrl'> }) {
  const { name, iconUrl } = wallet
  if (iconUrl?.startsWith('data:image/')) return <img class="avatar" src={iconUrl} alt="" />
  return (
    <span class="wallet-mark" aria-hidden="true">
      {/^\p{L}/u.test(name) ? [...name][0]?.toUpperCase() : <Icon name="wallet" />}
    </span>
  )
}
