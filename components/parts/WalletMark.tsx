import type { WalletRef } from '../../lib/wallet/port.ts'
import { Icon } from './Icon.tsx'

/** A wallet that is named by its host gets a plain icon. */
export function WalletMark({ wallet }: { wallet: Pick<WalletRef, 'name' | 'iconUrl'> }) {
  const { name, iconUrl } = wallet
  if (iconUrl?.startsWith('data:image/')) return <img class="avatar" src={iconUrl} alt="" />
  return (
    <span class="wallet-mark" aria-hidden="true">
      {/^\p{L}/u.test(name) ? [...name][0]?.toUpperCase() : <Icon name="wallet" />}
    </span>
  )
}
