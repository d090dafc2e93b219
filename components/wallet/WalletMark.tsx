import type { WalletRef } from '../../lib/wallet/port.ts'
import { Icon } from '../parts/Icon.tsx'

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
