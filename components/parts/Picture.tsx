import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { publicChainName } from '../../lib/base/chain-names.ts'
import type { ImagesModel } from '../../lib/models/images-model.ts'
import type { Chain, Token } from '../../lib/service/token.ts'
import type { Account } from '../../lib/wallet/port.ts'

/** The logos of this view. Without them, badges are drawn. */
export const Pictures = createContext<ImagesModel | null>(null)

/** Looks up a chain; undefined if no list has it. */
export const Chains = createContext<(chainId: number) => Pick<Chain, 'name' | 'iconUrl'> | undefined>(
  () => undefined,
)

/** Decorative: the adjacent text has the name. */
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

/** Decorative. A token that imitates a well-known one never shows a logo of its own choice. */
export function TokenIcon({ token, size = 32 }: { token: Token; size?: 24 | 32 | 36 | 64 }) {
  const { logoURI, imitates, symbol } = token
  return (
    <span class={`token-icon token-icon-${size}`} aria-hidden="true">
      <Picture url={imitates === undefined ? logoURI : null} name={symbol} />
      <ChainBadge chainId={token.chainId} />
    </span>
  )
}

function ChainBadge({ chainId }: { chainId: number }) {
  const chain = useContext(Chains)(chainId)
  const name = publicChainName(chainId) ?? '?'
  return <ChainLogo className="chain-badge" chain={{ chainId, name, iconUrl: null, ...chain }} />
}

/** Shows a chain's logo next to its name. Decorative. */
export function ChainMark({ chain }: { chain: Pick<Chain, 'chainId' | 'name' | 'iconUrl'> }) {
  return <ChainLogo className="chain-mark" chain={chain} />
}

/** The chain's logo from the service's list, else its first letter on a color of its own. */
function ChainLogo({
  chain: { chainId, name, iconUrl },
  className: place,
}: {
  chain: Pick<Chain, 'chainId' | 'name' | 'iconUrl'>
  className: string
}) {
  const picture = useContext(Pictures)?.of(iconUrl) ?? null
  return (
    <span class={place} aria-hidden="true" style={{ '--hue': (chainId * 137 + 40) % 360 }}>
      {picture === null ? name.slice(0, 1) : <img src={picture} alt="" />}
    </span>
  )
}

export function Avatar({ account }: { account: Account }) {
  const iconUrl = account.wallet?.iconUrl
  if (iconUrl?.startsWith('data:image/')) return <img class="avatar" src={iconUrl} alt="" />
  const hue = Number.parseInt(account.address.slice(2, 6), 16) % 360
  return <span class="avatar" style={{ '--hue': hue }} aria-hidden="true" />
}
