import { useContext } from 'preact/hooks'
import type { Chain } from '../../lib/service/chain.ts'
import { Pictures } from '../parts/Picture.tsx'
import { ChainDot } from './TokenIcon.tsx'

/** Shows a chain's logo where the service's list has one, else a dot in its colour, in the same place. */
export function ChainMark({ chain: { chainId, iconUrl } }: { chain: Pick<Chain, 'chainId' | 'iconUrl'> }) {
  const picture = useContext(Pictures)?.of(iconUrl) ?? null
  return (
    <span class="chain-mark" aria-hidden="true">
      {picture === null ? <ChainDot chainId={chainId} /> : <img src={picture} alt="" />}
    </span>
  )
}
